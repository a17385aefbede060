import { DataVersions } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Versions from "../src/kernel/dataVersions.ts"
import { makeOnPglite, onPostgres } from "./freshStores.ts"

for (const [adapter, client] of [
  ["PostgreSQL", onPostgres],
  ["PGlite", makeOnPglite()],
] as const) {
  const versions = Layer.orDie(Layer.provideMerge(Versions.layer, client()))

  describe(`${adapter}: versions of data`, () => {
    it.live("are never older than the call, whoever else asks at the same time", () =>
      Effect.gen(function* () {
        const { current } = yield* DataVersions
        const inTransaction = yield* Versions.writerOf("some")
        const version = Effect.map(current, (all) => all.get("some") ?? 0)
        const readers = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 20 }, () => Effect.forever(version)),
            { concurrency: 20 },
          ),
        )
        for (let expected = 1; expected <= 100; expected++) {
          const write = inTransaction(Effect.yieldNow)
          const undone = Effect.flip(inTransaction(Effect.fail("undone")))
          yield* expected % 3 === 0 ? Effect.andThen(undone, write) : write
          assert.strictEqual(yield* version, expected)
        }
        yield* Fiber.interrupt(readers)
      }).pipe(Effect.provide(versions)),
    )
  })
}

describe("PGlite: versions of data, while a transaction has the only connection", () => {
  const versions = Layer.orDie(Layer.provideMerge(Versions.layer, makeOnPglite()()))

  it.live("are remembered at once, and asked of storage once it is free", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { asked, current } = yield* DataVersions
      yield* current
      const begun = yield* Deferred.make<void>()
      const end = yield* Deferred.make<void>()
      const transaction = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`select 1`
            yield* Deferred.succeed(begun, undefined)
            yield* Deferred.await(end)
            yield* sql`select 1`
          }),
        ),
      )
      yield* Deferred.await(begun)
      const asking = yield* Effect.forkChild(asked)
      yield* current
      assert.isUndefined(asking.pollUnsafe())
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(transaction)
      assert.instanceOf(yield* Fiber.join(asking), Map)
    }).pipe(Effect.provide(versions)),
  )
})
