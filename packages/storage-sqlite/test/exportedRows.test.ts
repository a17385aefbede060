import { Everything } from "@daybook/storage-sql"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"

describe("exported rows", () => {
  it.effect("are read in the order of an index, without sorting all the rest for each page", () =>
    Effect.gen(function* () {
      const database = yield* Sqlite.Database
      const { all, sql } = database
      all(sql`create table hotels (id integer primary key, title text) strict`)
      all(sql`create table stays (place int, night int, note text, primary key (place, night)) strict`)
      for (const [id, title] of [
        [2, "two"],
        [1, "one"],
      ]) {
        all(sql`insert into hotels values (${id}, ${title})`)
        all(sql`insert into stays values (${id}, 1, ${title})`)
      }
      const sorts: Array<string> = []
      const watched = {
        ...database,
        all: (statement: Parameters<typeof all>[0]) => {
          const plan = all(sql`explain query plan ${statement}`).map(({ detail }) => String(detail))
          if (plan.some((detail) => /hotels|stays/.test(detail)))
            sorts.push(...plan.filter((detail) => /order by/i.test(detail)))
          return all(statement)
        },
      }
      const rows = SqliteStorage.Everything.layer({ textOf: () => "" })
      const lines = yield* Effect.provide(
        Effect.flatMap(Everything.StoredRows, ({ read }) =>
          read(({ tables }) =>
            Effect.forEach(
              tables.filter(({ folder }) => folder === "others"),
              (table) => Stream.runCollect(table.lines),
            ),
          ),
        ),
        Layer.provide(rows, Layer.succeed(Sqlite.Database, watched)),
      )
      assert.deepStrictEqual(lines.flat(2), [
        '{"id":1,"title":"one"}',
        '{"id":2,"title":"two"}',
        '{"place":1,"night":1,"note":"one"}',
        '{"place":2,"night":1,"note":"two"}',
      ])
      assert.deepStrictEqual(sorts, [])
    }).pipe(Effect.provide(Sqlite.layerMemory)),
  )
})
