import { ImportStore } from "@daybook/kernel"
import { SqlStorage } from "@daybook/storage-postgres"
import { Everything } from "@daybook/storage-sql"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as SqlClient from "effect/sql/SqlClient"
import { everyMigration } from "../src/everything/migrateAgain.ts"
import { findMigrations } from "../src/everything/tables.ts"
import { makeOnPostgres } from "./freshStores.ts"

const onPostgres = makeOnPostgres()

/** The columns whose names sound like a secret, and why they are none. */
const harmless = new Map([
  ["article_vectors.text_hash", "of a text that is exported with it"],
  ["image_sources.hash", "names an image"],
  ["image_variants.hash", "names an image"],
  ["images.hash", "names an image"],
  ["images.thumbhash", "is a small picture"],
  ["profile_erasures.id_hash", "of an id: it opens nothing"],
  ["profile_erasures.hashes", "of ids: they open nothing"],
  ["profile_retries.body_hash", "of a request's body"],
])

describe("the tables of an export", () => {
  it.effect("are all that the migrations make, but for those with a reason", () =>
    Effect.gen(function* () {
      const client = onPostgres()
      const utc = Layer.orDie(DateTime.layerCurrentZoneNamed("UTC"))
      const found = Effect.gen(function* () {
        const { forms } = yield* Everything.StoredRows
        return { forms: yield* forms, migrations: yield* findMigrations(yield* SqlClient.SqlClient) }
      })
      const stores = Layer.provideMerge(
        Layer.merge(SqlStorage.layer(), SqlStorage.Everything.layer({ textOf: () => "" })),
        Layer.merge(client, utc),
      )
      const { forms, migrations } = yield* Effect.provide(found, stores)

      // A record that is missing there could not be restored into a new store.
      assert.sameMembers(Object.keys(everyMigration), Object.keys(migrations))
      const homeless = Object.keys(forms).filter((name) => Everything.folderOf(name) === "others")
      assert.deepStrictEqual(homeless, [], "name the folder of each of our tables in form.ts")
      const secret = Object.entries(forms).flatMap(([name, columns]) =>
        Object.keys(columns)
          .filter((column) => /hash|secret|seal|token|password/.test(column))
          .map((one) => `${name}.${one}`),
      )
      assert.sameMembers(secret, [...harmless.keys()], "a secret belongs to leftBehind, others here")
      for (const name of Object.keys(Everything.leftBehind)) assert.notProperty(forms, name)
    }),
  )
})

describe("the files that wait for their import", () => {
  const counts = { rows: 1, stored: 1, known: 0, setAside: 0, secondsLeft: 0, attempts: 1 }
  const part = {
    name: "a.json",
    domain: "listening",
    format: "Spotify",
    outcome: "stored",
    stored: 1,
    known: 0,
    reason: "",
  } as const
  const utc = Layer.orDie(DateTime.layerCurrentZoneNamed("UTC"))

  it.effect("are in no export, and of one that holds them none is restored", () =>
    Effect.gen(function* () {
      const exported = yield* Effect.gen(function* () {
        const imports = yield* ImportStore
        const sql = yield* SqlClient.SqlClient
        const rows = yield* Everything.StoredRows
        for (const name of ["done", "pending"]) {
          const id = yield* imports.add({ name, file: name, fingerprint: name })
          yield* imports.progress(id, counts, [{ place: 0, part }])
          if (name === "done") yield* imports.end(id, { status: "completed", error: "" })
        }
        const [{ id = 0 } = {}] = yield* sql<{
          readonly id: number
        }>`select id from imports where name = 'pending'`
        const out = yield* rows.read(({ counters, tables }) =>
          Effect.gen(function* () {
            const lines = new Map<string, ReadonlyArray<string>>()
            for (const { lines: some, name } of tables)
              lines.set(name, (yield* Stream.runCollect(some)).flat())
            return { counters, columns: new Map(tables.map((one) => [one.name, one.columns])), lines }
          }),
        )
        const done = out.lines.get("imports")?.[0] ?? "{}"
        return {
          ...out,
          pending: JSON.stringify({
            ...JSON.parse(done),
            id,
            name: "pending",
            file: "pending",
            finished_at: null,
          }),
        }
      }).pipe(
        Effect.provide(
          Layer.provideMerge(
            Layer.merge(SqlStorage.layer(), SqlStorage.Everything.layer({ textOf: () => "" })),
            Layer.merge(onPostgres(), utc),
          ),
        ),
      )
      const { columns, counters, lines, pending } = exported
      assert.lengthOf(lines.get("imports") ?? [], 1)
      assert.include(lines.get("imports")?.[0], '"done"')
      assert.lengthOf(lines.get("import_parts") ?? [], 1)

      const elsewhere = pending.replace('"file":"pending"', '"file":"../../secret"')
      assert.notStrictEqual(elsewhere, pending)
      const partOfIt = (lines.get("import_parts")?.[0] ?? "").replace(
        /"import_id":\d+/,
        `"import_id":${JSON.parse(pending).id}`,
      )
      const tampered = new Map(lines)
        .set("imports", [...(lines.get("imports") ?? []), elsewhere])
        .set("import_parts", [...(lines.get("import_parts") ?? []), partOfIt])
      const restored = Effect.gen(function* () {
        const rows = yield* Everything.StoredRows
        yield* rows.write(
          { counters, tables: [...tampered.keys()].map((name) => ({ name, columns: columns.get(name) })) },
          () => Effect.die("it names no file"),
          (restore) => Effect.forEach(tampered, ([name, some]) => restore(name, some), { discard: true }),
        )
        const imports = yield* Effect.provide(ImportStore, SqlStorage.Kernel.layer())
        return { unfinished: yield* imports.unfinished, list: yield* imports.list({ page: 1, limit: 10 }) }
      })
      const { list, unfinished } = yield* Effect.provide(
        restored,
        Layer.provideMerge(SqlStorage.Everything.layer({ textOf: () => "" }), Layer.merge(onPostgres(), utc)),
      )
      assert.deepStrictEqual(unfinished, [])
      assert.deepStrictEqual(
        list.items.map(({ name, parts }) => [name, parts.length]),
        [["done", 1]],
      )
    }).pipe(Effect.orDie),
  )
})
