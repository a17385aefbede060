import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { Everything, quoted } from "@daybook/storage-sql"
import { type DatabaseUnusable, sqlStateOf } from "../errors.ts"
import { rowsOf, valuesOf } from "../sql/table.ts"
import { LastMigrations } from "../sql/migrator.ts"
import { makeOurTables, migrateAgain } from "./migrateAgain.ts"
import { recount, type TextOf } from "./recount.ts"
import { findMigrations, findSequences, findTables, type StoredTable } from "./tables.ts"

const refuse = (message: string) => Effect.fail(new Everything.RestoreRefused({ message }))

/** Makes the tables of an export of format 1. Fails where the store's are others already. */
const makeAgain = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  migrations: Everything.Numbers,
  others: Effect.Effect<void, DatabaseUnusable, SqlClient.SqlClient>,
) {
  const names = Object.keys(migrations)
  const before = yield* findMigrations(sql)
  const ahead = names.find((name) => (before[name] ?? 0) > (migrations[name] ?? 0))
  if (ahead !== undefined)
    return yield* refuse(
      `The export was written by an earlier version of Daybook: its ${ahead} tables are at ${migrations[ahead]}, this ` +
        `database's at ${before[ahead]}. Restore it into a database that was never started: another DATA_DIR or DATABASE_SCHEMA`,
    )
  yield* Effect.andThen(migrateAgain(migrations), others).pipe(
    Effect.provideService(LastMigrations, migrations),
    Effect.provideService(SqlClient.SqlClient, sql),
  )
  const after = yield* findMigrations(sql)
  for (const name of names) {
    if (after[name] === undefined)
      return yield* refuse(
        `The export has tables of ${name}, which this program does not make: restore with a server that serves the domain they are of`,
      )
    if (after[name] !== migrations[name])
      return yield* refuse(
        `The export was written by a newer version of Daybook: its ${name} tables are at ${migrations[name]}, and this version ` +
          `knows them up to ${after[name]}. Restore with the version that made it`,
      )
  }
})

const readKeys = rowsOf(Schema.Struct({ table: Schema.String, constraint: Schema.String }))

const readFlags = valuesOf(Schema.Boolean)

const row = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json))
const readRow = (line: string) => Effect.orDie(Schema.decodeEffect(row)(line))

/** Makes the tables of an export, and returns all that it may fill. Fails if it has others. */
const makeTables = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  others: Effect.Effect<void, DatabaseUnusable, SqlClient.SqlClient>,
  head: Everything.RestoredHead,
) {
  const { migrations } = head
  yield* migrations === undefined
    ? Effect.provideService(Effect.andThen(makeOurTables, others), SqlClient.SqlClient, sql)
    : makeAgain(sql, migrations, others)
  const tables = (yield* findTables(sql)).filter(({ name }) => !(name in Everything.leftBehind))
  const known = new Map(tables.map((table) => [table.name, table]))
  for (const { columns = {}, name } of head.tables) {
    if (migrations === undefined && name === Everything.inbox) return yield* refuse(Everything.notApplied)
    const table = known.get(name)
    const unknown = Object.keys(columns).find((column) => table?.written.includes(column) !== true)
    if (table === undefined || unknown !== undefined)
      return yield* refuse(
        `The export has a ${table === undefined ? `table ${name}` : `column ${unknown} of ${name}`}, which this program does not ` +
          "make: restore with the version that made the export, or with a server that serves the domain it is of",
      )
  }
  return known
})

/** Stores the lines of a table. */
const inserting = <FileE, FileR>(
  sql: SqlClient.SqlClient,
  head: Everything.RestoredHead,
  known: ReadonlyMap<string, StoredTable>,
  fileOf: Everything.FindFile<FileE, FileR>,
): Everything.RestoreRows<FileE, FileR> => {
  const given = new Map(head.tables.map(({ columns, name }) => [name, columns]))

  const insertLines = ({ name, written }: StoredTable, lines: ReadonlyArray<string>) => {
    const columns = sql.literal(
      Object.keys(given.get(name) ?? {})
        .map(quoted)
        .join(", ") || written.map(quoted).join(", "),
    )
    return sql`insert into ${sql(name)} (${columns}) overriding system value select ${columns}
          from json_populate_recordset(null::${sql(name)}, ${`[${lines.join(",")}]`}::text::json)`.unprepared
  }

  /** A row of bytes, with these instead of their hash. */
  const withBytes = Effect.fnUntraced(function* (columns: ReadonlyArray<string>, line: string) {
    const row: Record<string, unknown> = { ...(yield* readRow(line)) }
    for (const column of columns) {
      const hash = row[column]
      if (typeof hash === "string") row[column] = `\\x${Buffer.from(yield* fileOf(hash)).toString("hex")}`
    }
    return JSON.stringify(row)
  })

  return Effect.fnUntraced(function* (name, lines) {
    const table = known.get(name)
    if (table === undefined) return
    const bytes = Object.keys(table.columns).filter((column) => table.columns[column] === "bytes")
    if (bytes.length === 0) return void (yield* insertLines(table, lines))
    for (const line of lines) yield* insertLines(table, [yield* withBytes(bytes, line)])
  })
}

/**
 * Fills an empty store with the rows of an export, in one transaction: if it fails, or its process dies, the store is
 * as empty as before. The totals of an export of format 1 are among its rows; others are counted again. `load` writes
 * every row.
 */
export const writeEverything =
  (
    sql: SqlClient.SqlClient,
    others: Effect.Effect<void, DatabaseUnusable, SqlClient.SqlClient>,
    textOf: TextOf,
  ) =>
  <FileE, FileR, E, R>(
    head: Everything.RestoredHead,
    fileOf: Everything.FindFile<FileE, FileR>,
    load: (restore: Everything.RestoreRows<FileE, FileR>) => Effect.Effect<void, E, R>,
  ) =>
    Effect.gen(function* () {
      const text = (statement: string) => sql`${sql.literal(statement)}`.unprepared
      const each = (of: ReadonlyArray<string>, statement: (name: string) => string) =>
        Effect.forEach(of, (one) => text(statement(quoted(one))), { discard: true })
      const known = yield* makeTables(sql, others, head)
      const names = [...known.keys()]

      const restore = Effect.gen(function* () {
        yield* text("set local timezone = 'UTC'")
        // A reader who locks two of the tables in another order ends this, and has them first.
        yield* Effect.retry(
          sql.withTransaction(each(names, (name) => `lock table ${name} in access exclusive mode`)),
          { while: (error) => isSqlError(error) && sqlStateOf(error) === "40P01", times: 10 },
        )
        for (const name of names) {
          if (Everything.isWrittenByOpening(name)) continue
          const [full] = readFlags(yield* sql`select exists (select 1 from ${sql(name)}) as found`)
          if (full)
            return yield* refuse(
              `The store has data already (in ${name}). Restore into an empty one: another DATA_DIR, or another DATABASE_SCHEMA`,
            )
        }
        // Nothing is counted as rows come. Rows may name later ones.
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
            ({ constraint, table }) =>
              text(`alter table ${quoted(table)} alter constraint ${quoted(constraint)} ${how}`),
            { discard: true },
          )
        yield* alter("deferrable initially deferred")
        if (names.includes("workspaces")) yield* text("delete from workspace_keys")
        yield* each(names.filter(Everything.isWrittenByOpening), (name) => `delete from ${name}`)
        yield* load(inserting(sql, head, known, fileOf))
        for (const [name, behind] of Object.entries(Everything.rowsLeftBehind))
          if (names.includes(name)) yield* text(`delete from ${quoted(name)} where ${behind}`)
        for (const { name, sequence } of yield* findSequences(sql)) {
          const last = head.counters[head.migrations === undefined ? name : sequence]
          if (last !== undefined)
            yield* sql`select setval(${quoted(sequence)}::regclass, ${String(last)}::bigint)`.unprepared
        }
        if (head.migrations === undefined) yield* recount(sql, textOf)
        yield* text("set constraints all immediate")
        yield* alter("not deferrable")
        yield* each(names, (name) => `alter table ${name} enable trigger user`)
      })

      yield* sql.withTransaction(restore)
      // Plans for the rows that are there now, not for none.
      yield* text("analyze")
    })
