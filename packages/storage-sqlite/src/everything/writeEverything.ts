import { Everything, quoted } from "@daybook/storage-sql"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { type Fragment, fragment, literal } from "effect/sql/Statement"
import type { DatabaseUnusable } from "../errors.ts"
import { Database, pathOf, layerFile } from "../sql/database.ts"
import { rowsOf } from "../sql/table.ts"
import { countersOfFormat1, lastOfFormat1 } from "./format1.ts"
import { bytesOfFloats } from "./floats.ts"
import { recountRows, type TextOf } from "./recountRows.ts"
import { recountAll } from "./recounts.ts"
import { findTables, type StoredTable, type TableForms } from "./tables.ts"

const refuse = (message: string) => Effect.fail(new Everything.RestoreRefused({ message }))

const elsewhere = "another DATA_DIR, or another DATABASE_SCHEMA"

/** Fails for an export of format 1 whose tables are older than the last that PostgreSQL had in it. */
const checkFormat1 = ({ migrations }: Everything.RestoredHead) => {
  const other = Object.entries(migrations ?? {}).find(
    ([name, number]) => name in lastOfFormat1 && lastOfFormat1[name] !== number,
  )
  return other === undefined
    ? Effect.void
    : refuse(
        `The export was written by an earlier version of Daybook (its ${other[0]} tables are at ${other[1]}). Only ` +
          "PostgreSQL can restore it: restore it into PostgreSQL, start Daybook on it once, export again, and restore that export here",
      )
}

const row = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json))
const readRow = (line: string) => Effect.orDie(Schema.decodeEffect(row)(line))

/** A value as SQLite stores it. If the database does not know its kind, the export does. */
const stored = (
  own: Everything.ColumnForm,
  told: Everything.ColumnForm | undefined,
  value: unknown,
  column: string,
): unknown => {
  if (value === null || value === undefined) return null
  if (column === "embedding" && Array.isArray(value)) return bytesOfFloats(value)
  if (own === "json" || told === "json") return JSON.stringify(value)
  if ((own === "instant" || told === "instant") && typeof value === "string") return Date.parse(value)
  if (own === "int" && typeof value === "string") return BigInt(value)
  return typeof value === "object" && own !== "bytes" ? JSON.stringify(value) : value
}

const readTriggers = rowsOf(Schema.Struct({ name: Schema.String, sql: Schema.String }))

/** Runs work without the triggers that count: recounting follows. Triggers that note titles stay. */
const withoutCounting = <A, E, R>({ all, sql }: Database["Service"], work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const triggers = readTriggers(
      all(
        sql`select name, sql from sqlite_schema where type = 'trigger' and sql not like '%into touched_titles%'`,
      ),
    )
    for (const { name } of triggers) all(sql`drop trigger ${sql(name)}`)
    const result = yield* work
    for (const trigger of triggers) all(fragment([literal(trigger.sql)]))
    return result
  })

const exists = ({ all, sql }: Database["Service"], from: Fragment) =>
  all(sql`select 1 from ${from} limit 1`).length > 0

/** Work in one transaction of a connection that no one else uses, which may wait. */
const inTransaction = <A, E, R>({ all, sql }: Database["Service"], work: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => all(sql`begin immediate`)),
    () => work,
    (_, exit) => Effect.sync(() => all(Exit.isSuccess(exit) ? sql`commit` : sql`rollback`)),
  )

/** Fills the tables of an empty database. */
const fill = Effect.fnUntraced(function* <E, R>(
  database: Database["Service"],
  { counters, migrations, tables: told }: Everything.RestoredHead,
  textOf: TextOf,
  given: TableForms,
  load: (
    insert: (name: string, rows: ReadonlyArray<Record<string, unknown>>) => void,
  ) => Effect.Effect<void, E, R>,
) {
  const { all, many, sql } = database
  const tables = new Map(findTables(database, given).map((table) => [table.name, table]))
  for (const { name } of tables.values())
    if (
      Everything.isExported(name) &&
      !Everything.isWrittenByOpening(name) &&
      exists(database, sql`${sql(name)}`)
    )
      return yield* refuse(`The store has data already (in ${name}). Restore into an empty one: ${elsewhere}`)
  const forms = new Map<string, Everything.TableForm>()
  for (const { columns = {}, name } of told) {
    if (!Everything.isExported(name)) continue
    if (name === Everything.inbox) return yield* refuse(Everything.notApplied)
    const table = tables.get(name)
    const unknown = Object.keys(columns).find((column) => table?.columns[column] === undefined)
    if (table === undefined || unknown !== undefined)
      return yield* refuse(
        `The export has a ${table === undefined ? `table ${name}` : `column ${unknown} of ${name}`}, which this program does not ` +
          "make: restore with the version that made the export, or with a server that serves the domain it is of",
      )
    forms.set(name, columns)
  }

  const insert = (name: string, rows: ReadonlyArray<Record<string, unknown>>): void => {
    const table = tables.get(name)
    const [first] = rows
    if (table === undefined || first === undefined || !Everything.isExported(name)) return
    const columns = Object.keys(table.columns).filter((column) => column in first)
    many({
      text: `insert into ${quoted(name)} (${columns.map(quoted).join(", ")}) values (${columns.map(() => "?").join(", ")})`,
      rows: rows.map((one) => {
        const whole = Everything.completed(one)
        return columns.map((column) =>
          stored(formOf(table, column), forms.get(name)?.[column], whole[column], column),
        )
      }),
    })
  }

  all(sql`pragma defer_foreign_keys = on`)
  yield* withoutCounting(
    database,
    Effect.gen(function* () {
      for (const { name } of tables.values())
        if (Everything.isWrittenByOpening(name) || name === "workspace_keys")
          all(sql`delete from ${sql(name)}`)
      yield* load(insert)
      for (const [name, behind] of Object.entries(Everything.rowsLeftBehind))
        if (tables.has(name)) all(sql`delete from ${sql(name)} where ${sql.literal(behind)}`)
      for (const [name, last] of Object.entries(
        migrations === undefined ? counters : countersOfFormat1(counters),
      )) {
        all(sql`delete from sqlite_sequence where name = ${name}`)
        all(sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`)
      }
    }),
  )
  recountRows(database, textOf)
  if (pathOf(database) === undefined) recountAll(database)
  const [broken] = all(sql`pragma foreign_key_check`)
  if (broken !== undefined)
    return yield* refuse(`A row of ${String(broken["table"])} in the export names a row that is not in it`)
})

const formOf = (table: StoredTable, column: string): Everything.ColumnForm => table.columns[column] ?? "text"

/**
 * Fills an empty database. A file is written over its own connection, so that no other statement gets into the
 * transaction. In memory there is one connection: the rows are collected until all are read, and written in one step.
 */
export const writeEverything =
  (
    database: Database["Service"],
    makeTables: Effect.Effect<void, DatabaseUnusable, Database>,
    textOf: TextOf,
    forms: TableForms,
  ) =>
  <FileE, FileR, E, R>(
    head: Everything.RestoredHead,
    fileOf: Everything.FindFile<FileE, FileR>,
    load: (restore: Everything.RestoreRows<FileE, FileR>) => Effect.Effect<void, E, R>,
  ) =>
    Effect.gen(function* () {
      yield* checkFormat1(head)
      yield* Effect.provideService(makeTables, Database, database)
      const bytes = new Map(
        findTables(database, forms).map(({ columns, name }) => [
          name,
          Object.keys(columns).filter((column) => columns[column] === "bytes"),
        ]),
      )
      type Insert = (name: string, rows: ReadonlyArray<Record<string, unknown>>) => void
      const loadInto = (insert: Insert) =>
        load(
          Effect.fnUntraced(function* (name, lines) {
            const rows = yield* Effect.forEach(
              lines,
              Effect.fnUntraced(function* (line) {
                const one: Record<string, unknown> = { ...(yield* readRow(line)) }
                for (const column of bytes.get(name) ?? [])
                  if (typeof one[column] === "string") one[column] = yield* fileOf(one[column])
                return one
              }),
            )
            insert(name, rows)
          }),
        )

      const file = pathOf(database)
      if (file === undefined) {
        const rows: Array<Parameters<Insert>> = []
        yield* loadInto((...some) => void rows.push(some))
        return yield* database.transaction(
          fill(database, head, textOf, forms, (insert) =>
            Effect.sync(() => rows.forEach((some) => insert(...some))),
          ),
        )
      }
      const own = Context.get(yield* Layer.build(layerFile(file)), Database)
      yield* inTransaction(own, fill(own, head, textOf, forms, loadInto))
      own.all(own.sql`analyze`)
      // Stores that are open are on the other connection.
      yield* database.transaction(Effect.sync(() => recountAll(database)))
    }).pipe(Effect.scoped)
