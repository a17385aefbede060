import { Postgres, SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { Everything } from "@daybook/storage-sql"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { inject } from "vitest"

const utc = DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe("UTC"))
const textOf = () => ""

const forms = Effect.flatMap(Everything.StoredRows, (rows) => rows.forms)

const onSqlite = Layer.provideMerge(
  Layer.merge(SqliteStorage.layer(), SqliteStorage.Everything.layer({ textOf })),
  Layer.merge(Sqlite.layerMemory, utc),
)

const onPostgres = Layer.provideMerge(
  Layer.merge(SqlStorage.layer(), SqlStorage.Everything.layer({ textOf })),
  Layer.merge(
    Layer.suspend(() => Postgres.layer({ url: Redacted.make(inject("postgresUrl")), schema: freshSchema() })),
    utc,
  ),
)

describe("the form of an export", () => {
  it.live("has the same tables and columns of the same kinds on SQLite and PostgreSQL", () =>
    Effect.gen(function* () {
      const namesIn = (all: Readonly<Record<string, Everything.TableForm>>) =>
        Object.fromEntries(Object.entries(all).map(([name, columns]) => [name, Object.keys(columns)]))
      const sqlite = yield* Effect.provide(forms, onSqlite)
      const postgres = yield* Effect.provide(forms, onPostgres)
      assert.deepStrictEqual(sqlite, postgres)
      // Columns are in the same order too, or the bytes would differ.
      assert.deepStrictEqual(namesIn(sqlite), namesIn(postgres))
    }).pipe(Effect.orDie),
  )
})
