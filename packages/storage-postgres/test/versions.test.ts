import { DataVersions } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Versions from "../src/kernel/dataVersions.ts"
import { onPostgres } from "./freshStores.ts"

const versions = Layer.orDie(Layer.provideMerge(Versions.layer, onPostgres()))

describe("versions of data", () => {
  it.live("are never older than the call, anyone who else asks at the same time", () =>
    Effect.gen(function* () {
      const { current } = yield* DataVersions
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table some_rows (name text primary key, number int)`
      const inTransaction = yield* Versions.writerOf("some")
      const version = Effect.map(current, (all) => all.get("some") ?? 0)
      const readers = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 20 }, () => Effect.forever(version)),
          { concurrency: 20 },
        ),
      )
      for (let expected = 1; expected <= 100; expected++) {
        const write = inTransaction(sql`insert into some_rows values (${String(expected)}, 0)`)
        const undone = Effect.flip(inTransaction(Effect.fail("undone")))
        yield* expected % 3 === 0 ? Effect.andThen(undone, write) : write
        assert.strictEqual(yield* version, expected)
      }
      yield* Fiber.interrupt(readers)
    }).pipe(Effect.provide(versions)),
  )

  it.live("stay where a write changes no row, or a cursor alone", () =>
    Effect.gen(function* () {
      const { current } = yield* DataVersions
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table rows_of_it (name text primary key, number int)`
      yield* sql`create table cursors_of_it_cursors (name text primary key, number int)`
      const write = yield* Versions.writerOf("it")
      const put = (table: string, name: string, number: number) =>
        sql`insert into ${sql(table)} as old values (${name}, ${number}) on conflict (name)
          do update set number = excluded.number where old.number is distinct from excluded.number`
      const versionAfter = (change: Effect.Effect<unknown, unknown>) =>
        Effect.andThen(
          write(change),
          Effect.map(current, (all) => all.get("it") ?? 0),
        )
      const none = Effect.void
      for (const [what, change, expected] of [
        ["nothing", none, 0],
        ["an insert", put("rows_of_it", "one", 1), 1],
        ["the same again", put("rows_of_it", "one", 1), 1],
        ["an update", put("rows_of_it", "one", 2), 2],
        ["a cursor", put("cursors_of_it_cursors", "one", 3), 2],
        ["a delete of nothing", sql`delete from rows_of_it where name = 'two'`, 2],
        [
          "an insert that is deleted again",
          Effect.andThen(put("rows_of_it", "two", 2), sql`delete from rows_of_it`),
          3,
        ],
        ["a write inside a write", write(put("rows_of_it", "three", 3)), 5],
        ["nothing again", none, 5],
      ] as const) {
        assert.strictEqual(yield* versionAfter(change), expected, what)
      }
      const seen = write(put("rows_of_it", "four", 4), { isSeen: () => false })
      assert.strictEqual(yield* Effect.andThen(seen, versionAfter(none)), 5)
    }).pipe(Effect.provide(versions)),
  )
})
