import { freshSchema } from "@daybook/storage-postgres/testing"
import { migrateDomain as migrateOnPostgres } from "@daybook/storage-postgres/sql"
import { Everything } from "@daybook/storage-sql"
import { migrateDomain as migrateOnSqlite } from "@daybook/storage-sqlite/sql"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, inject } from "vitest"
import * as Rows from "../../src/backup/rows.ts"
import type { ServedDomain } from "../../src/serving/servedDomain.ts"
import { environment } from "../../src/settings/read.ts"
import { readServerSettings } from "../../src/settings.ts"

const folder = mkdtempSync(join(tmpdir(), "later-version-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const forms = { jars: { is_full: "boolean", labels: "json", opened: "instant" } } as const

const first = {
  sqlite: {
    "1_jars": [
      `create table jars (id text primary key, tags text not null, labels text not null, opened int not null,
        is_full int not null, filled_at int not null) strict`,
    ],
  },
  postgres: `create table jars (id text primary key, tags text not null, labels jsonb not null, opened timestamptz not null,
    is_full boolean not null, filled_at timestamptz not null)`,
}

const later = "alter table jars add column grams int not null default 0"

/** A domain of somebody else, whose second version has one more migration. */
const jars = (version: 1 | 2) =>
  ({
    storage: {
      tables: {
        sqlite: migrateOnSqlite(
          "jars",
          version === 1 ? first.sqlite : { ...first.sqlite, "2_grams": [later] },
        ),
        postgres: migrateOnPostgres("jars", {
          "1_jars": (sql) => [sql`${sql.literal(first.postgres)}`],
          ...(version === 1 ? {} : { "2_grams": (sql) => [sql`${sql.literal(later)}`] }),
        }),
        forms,
      },
    },
    // A restore reads the tables of a domain and nothing else.
  }) as unknown as ServedDomain

/** The rows of jars as they were exported: a text whose column is named as a list of ours, JSON, instants and a flag. */
const rows = [
  {
    id: "a",
    filled_at: "2024-05-06T07:08:09.000Z",
    is_full: true,
    labels: ["plum", "2024"],
    opened: "2024-06-01T00:00:00.000Z",
    tags: "sweet, dark",
  },
  {
    id: "b",
    filled_at: "2023-01-01T00:00:00.000Z",
    is_full: false,
    labels: { by: "Ida" },
    opened: "2023-02-01T12:00:00.000Z",
    tags: "",
  },
]

const columns: Everything.TableForm = {
  id: "text",
  filled_at: "instant",
  is_full: "boolean",
  labels: "json",
  opened: "instant",
  tags: "text",
}

const write = (head: Everything.RestoredHead, lines: ReadonlyArray<string>) =>
  Effect.flatMap(Everything.StoredRows, (stored) =>
    stored.write(
      head,
      () => Effect.die("there are no files"),
      (restore) => restore("jars", lines),
    ),
  )

const read = Effect.flatMap(Everything.StoredRows, (stored) =>
  stored.read(({ counters, tables }) =>
    Effect.gen(function* () {
      const found = tables.filter(({ name }) => name === "jars")
      const lines = (yield* Effect.forEach(found, (table) => Stream.runCollect(table.lines))).flat(2)
      return {
        head: { counters, tables: found.map((one) => ({ name: one.name, columns: one.columns })) },
        lines,
      }
    }),
  ),
)

const stores = {
  SQLite: () => ({ DATA_DIR: mkdtempSync(join(folder, "store-")) }),
  PostgreSQL: () => ({
    DATA_DIR: mkdtempSync(join(folder, "store-")),
    DATABASE_URL: inject("postgresUrl"),
    DATABASE_SCHEMA: freshSchema(),
  }),
}

const on = <A, E>(
  env: Readonly<Record<string, string>>,
  version: 1 | 2,
  work: Effect.Effect<A, E, Everything.StoredRows>,
) =>
  Effect.flatMap(readServerSettings, (settings) =>
    Effect.provide(work, Rows.layer(settings, [jars(version)])),
  ).pipe(Effect.provide(environment(env)))

describe("an export with the domain of somebody else", () => {
  for (const from of ["SQLite", "PostgreSQL"] as const)
    for (const to of ["SQLite", "PostgreSQL"] as const)
      it.live(`is restored from ${from} into a fresh ${to} of a later version, with one more migration`, () =>
        Effect.gen(function* () {
          const source = stores[from]()
          yield* on(
            source,
            1,
            write(
              { counters: {}, tables: [{ name: "jars", columns }] },
              rows.map((row) => JSON.stringify(row)),
            ),
          )
          const exported = yield* on(source, 1, read)
          assert.deepStrictEqual(exported.head.tables, [{ name: "jars", columns }])
          assert.deepStrictEqual(
            exported.lines.map((line) => JSON.parse(line)),
            rows,
          )
          const target = stores[to]()
          yield* on(target, 2, write(exported.head, exported.lines))
          const { lines } = yield* on(target, 2, read)
          assert.deepStrictEqual(
            lines.map((line) => JSON.parse(line)),
            rows.map((row) => ({ ...row, grams: 0 })),
          )
        }),
      )
})
