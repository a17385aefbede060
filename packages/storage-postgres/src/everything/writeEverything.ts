import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { RestoreRefused } from "../errors.ts"
import { rowsOf, valuesOf } from "../sql/table.ts"
import { migrateAgain } from "./migrateAgain.ts"
import {
  findMigrations,
  findTables,
  type Numbers,
  quoted,
  rowsLeftBehind,
  type StoredTable,
  writtenByOpening,
} from "./tables.ts"

/** The head of an export, by which its rows are restored. */
export interface RestoredHead {
  readonly migrations: Numbers
  readonly counters: Numbers
  readonly tables: ReadonlyArray<string>
}

/** Gives the bytes of which rows hold the SHA-256. */
export type FindFile<E, R> = (hash: string) => Effect.Effect<Uint8Array, E, R>

/** Writes rows of a table, each a JSON object as it was exported. */
export type RestoreRows<E = never, R = never> = (
  table: string,
  lines: ReadonlyArray<string>,
) => Effect.Effect<void, SqlError | E, R>

const refuse = (message: string) => Effect.fail(new RestoreRefused({ message }))

/** Makes the tables that the export was made from. Fails where the store's are others already. */
const makeTables = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { migrations }: RestoredHead) {
  const names = Object.keys(migrations)
  const before = yield* findMigrations(sql)
  const ahead = names.find((name) => (before[name] ?? 0) > (migrations[name] ?? 0))
  if (ahead !== undefined)
    return yield* refuse(
      `The export is of an earlier version of Daybook: its tables of ${ahead} are at ${migrations[ahead]}, and those of this ` +
        `store at ${before[ahead]}. Restore it into a store that was never started: another DATA_DIR, or another DATABASE_SCHEMA`,
    )
  yield* Effect.provideService(migrateAgain(migrations), SqlClient.SqlClient, sql)
  const after = yield* findMigrations(sql)
  for (const name of names) {
    if (after[name] === undefined)
      return yield* refuse(
        `The export has tables of ${name}, which this program does not make. If a domain of your own has them, start your ` +
          "server once on this store, stop it, and restore then",
      )
    if (after[name] !== migrations[name])
      return yield* refuse(
        `The export is of a newer version of Daybook: its tables of ${name} are at ${migrations[name]}, and this version ` +
          `knows them up to ${after[name]}. Restore with the version that made it`,
      )
  }
})

const readKeys = rowsOf(Schema.Struct({ table: Schema.String, constraint: Schema.String }))

const readFlags = valuesOf(Schema.Boolean)

const row = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json))
const readRow = (line: string) => Effect.orDie(Schema.decodeEffect(row)(line))

/**
 * Fills an empty store with the rows of an export, in one transaction: where it fails, or its process dies, the store is as
 * empty as before. Ids, versions of data and sums are those of the export, so nothing is counted anew. `load` writes every
 * row.
 */
export const writeEverything =
  (sql: SqlClient.SqlClient) =>
  <FileE, FileR, E, R>(
    head: RestoredHead,
    fileOf: FindFile<FileE, FileR>,
    load: (restore: RestoreRows<FileE, FileR>) => Effect.Effect<void, E, R>,
  ) =>
    Effect.gen(function* () {
      const text = (statement: string) => sql`${sql.literal(statement)}`.unprepared
      const each = (of: ReadonlyArray<string>, statement: (name: string) => string) =>
        Effect.forEach(of, (one) => text(statement(quoted(one))), { discard: true })

      yield* makeTables(sql, head)
      const tables = yield* findTables(sql)
      const names = tables.map(({ name }) => name)
      const unknown = head.tables.find((name) => !names.includes(name))
      if (unknown !== undefined) return yield* refuse(`The export has a table ${unknown}, which no store has`)
      const known = new Map(tables.map((table) => [table.name, table]))

      const insertLines = ({ columns, name }: StoredTable, lines: ReadonlyArray<string>) => {
        const written = sql.literal(columns.map(quoted).join(", "))
        return sql`insert into ${sql(name)} (${written}) overriding system value select ${written}
          from json_populate_recordset(null::${sql(name)}, ${`[${lines.join(",")}]`}::text::json)`.unprepared
      }

      /** A row of bytes, with these in the place of their hash. */
      const withBytes = Effect.fnUntraced(function* ({ bytes }: StoredTable, line: string) {
        const row: Record<string, unknown> = { ...(yield* readRow(line)) }
        for (const column of bytes) {
          const hash = row[column]
          if (typeof hash === "string") row[column] = `\\x${Buffer.from(yield* fileOf(hash)).toString("hex")}`
        }
        return JSON.stringify(row)
      })

      const insert: RestoreRows<FileE, FileR> = Effect.fnUntraced(function* (name, lines) {
        const table = known.get(name)
        if (table === undefined) return
        if (table.bytes.length === 0) return void (yield* insertLines(table, lines))
        for (const line of lines) yield* insertLines(table, [yield* withBytes(table, line)])
      })

      const restore = Effect.gen(function* () {
        yield* text("set local timezone = 'UTC'")
        yield* each(names, (name) => `lock table ${name} in access exclusive mode`)
        for (const name of names) {
          if (writtenByOpening.has(name)) continue
          const [full] = readFlags(yield* sql`select exists (select 1 from ${sql(name)}) as found`)
          if (full)
            return yield* refuse(
              `The store has data already (in ${name}). Restore into an empty one: another DATA_DIR, or another DATABASE_SCHEMA`,
            )
        }
        // Nothing follows from these rows that is not among them: sums come as they were. Rows may name later ones.
        yield* each(names, (name) => `alter table ${name} disable trigger user`)
        const keys = readKeys(
          yield* sql`select relname::text as table, conname::text as constraint from pg_constraint
            join pg_class on pg_class.oid = conrelid
            join pg_namespace on pg_namespace.oid = relnamespace and nspname = current_schema()
            where contype = 'f' and not condeferrable order by 1, 2`,
        )
        const alter = (how: string) =>
          Effect.forEach(
            keys,
            (key) =>
              text(`alter table ${quoted(key.table)} alter constraint ${quoted(key.constraint)} ${how}`),
            { discard: true },
          )
        yield* alter("deferrable initially deferred")
        if (names.includes("workspaces")) yield* text("delete from workspace_keys")
        yield* each(
          names.filter((name) => writtenByOpening.has(name)),
          (name) => `delete from ${name}`,
        )
        yield* load(insert)
        for (const [name, behind] of Object.entries(rowsLeftBehind))
          if (names.includes(name)) yield* text(`delete from ${quoted(name)} where ${behind}`)
        for (const [counter, last] of Object.entries(head.counters))
          yield* sql`select setval(${quoted(counter)}::regclass, ${String(last)}::bigint)`.unprepared
        yield* text("set constraints all immediate")
        yield* alter("not deferrable")
        yield* each(names, (name) => `alter table ${name} enable trigger user`)
      })
      yield* sql.withTransaction(restore)
      // Plans for the rows that are there now, not for none.
      yield* text("analyze")
    })
