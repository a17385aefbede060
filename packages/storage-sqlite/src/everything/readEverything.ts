import { Everything, mustFind, quoted } from "@daybook/storage-sql"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"
import { createHash } from "node:crypto"
import { Database, pathOf, layerReader, type Row } from "../sql/database.ts"
import { rowsOf } from "../sql/table.ts"
import { floatsOf } from "./floats.ts"
import { findTables, type StoredTable, type TableForms } from "./tables.ts"

/** How long one step may hold the thread that serves: rows are read until then. */
const maxStep = 10

const readCounters = rowsOf(Schema.Struct({ name: Schema.String, seq: Schema.Int }))

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

const formed = (form: Everything.ColumnForm, value: unknown): unknown => {
  if (value === null) return null
  switch (form) {
    case "boolean":
      return value !== 0
    case "bytes":
      return hashOf(value as Uint8Array)
    case "instant":
      return Everything.isoInstant(Number(value))
    case "json":
      return value instanceof Uint8Array ? floatsOf(value) : JSON.parse(String(value))
    default:
      return value
  }
}

/** A step of reading, whose failure is an `SqlError`. */
const attempt = <A>(work: () => A): Effect.Effect<A, SqlError> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(work())
    } catch (error) {
      return isSqlError(error) ? Effect.fail(error) : Effect.die(error)
    }
  })

const where = ({ sql }: Database["Service"], table: string) => {
  const behind = Everything.rowsLeftBehind[table]
  return sql.literal(behind === undefined ? "true" : `not (${behind})`)
}

/** The requested number of rows past one. */
const rowsAfter = (
  database: Database["Service"],
  { name, order }: StoredTable,
  columns: ReadonlyArray<string>,
  last: Row | undefined,
  limit: number,
) => {
  const { all, sql } = database
  // With the table's name it is the column and not what is selected under its name, which no index orders.
  const key = sql.literal(order.map((column) => `${quoted(name)}.${quoted(column)}`).join(", "))
  const past =
    last === undefined
      ? sql`true`
      : sql`(${key}) > (${sql.join(", ", false)(order.map((column) => sql`${last[column]}`))})`
  return all(sql`select ${sql.literal(columns.join(", "))} from ${sql(name)}
      where ${where(database, name)} and ${past} order by ${key} limit ${limit}`)
}

// A whole number past 2^53 has no place among JavaScript's numbers.
const selected = ({ columns }: StoredTable) =>
  Object.entries(columns).map(([column, form]) =>
    form === "int"
      ? `iif(${quoted(column)} between -9007199254740991 and 9007199254740991, ${quoted(column)}, cast(${quoted(column)} as text)) as ${quoted(column)}`
      : quoted(column),
  )

/** The lines of a table in the order of its key, each step for a short while. */
const linesOf = (database: Database["Service"], table: StoredTable) => {
  const columns = selected(table)
  const forms = Object.entries(table.columns)
  const line = Everything.lineOf(table.columns)
  const hasBytes = forms.some(([, form]) => form === "bytes")
  const read = (last: Row | undefined, limit: number) => {
    const rows = rowsAfter(database, table, columns, last, limit)
    const lines = rows.map((row) =>
      line(Object.fromEntries(forms.map(([column, form]) => [column, formed(form, row[column])]))),
    )
    return { lines, last: rows.at(-1) }
  }
  if (!table.hasKey) return Stream.fromEffect(attempt(() => read(undefined, -1).lines))
  const first = { last: undefined as Row | undefined, limit: hasBytes ? 1 : 16 }
  return Stream.paginate(first, ({ last, limit }) =>
    Effect.gen(function* () {
      yield* Effect.yieldNow
      const start = performance.now()
      const found = yield* attempt(() => read(last, limit))
      const took = Math.max(0.1, performance.now() - start)
      const fitting = Math.max(1, Math.min(4 * limit, 4_000, Math.floor((limit * maxStep) / took)))
      const next =
        found.lines.length < limit ? Option.none() : Option.some({ last: found.last, limit: fitting })
      return [found.lines.length === 0 ? [] : [found.lines], next] as const
    }),
  )
}

/** The bytes in a column, each once, in the order of their hashes, with the keys of their rows. */
const placesOf = Effect.fnUntraced(function* (
  database: Database["Service"],
  table: StoredTable,
  column: string,
) {
  const places = new Map<string, Row>()
  let last: Row | undefined
  for (;;) {
    yield* Effect.yieldNow
    const [row] = yield* attempt(() =>
      rowsAfter(database, table, [...table.order, column].map(quoted), last, 1),
    )
    if (row === undefined) break
    const { [column]: bytes, ...place } = row
    if (bytes !== null) places.set(hashOf(bytes as Uint8Array), place)
    last = place
  }
  return [...places].toSorted(([one], [other]) => (one < other ? -1 : 1))
})

/** The bytes of a table: they are read one by one. */
const filesOf = (
  database: Database["Service"],
  table: StoredTable,
): Stream.Stream<Everything.ExportedFile, SqlError> => {
  const { all, sql } = database
  const columns = Object.keys(table.columns).filter((column) => table.columns[column] === "bytes")
  return Stream.fromIterable(columns).pipe(
    Stream.flatMap((column) =>
      Stream.fromIterableEffect(placesOf(database, table, column)).pipe(
        Stream.mapEffect(([hash, place]) =>
          attempt(() => {
            const is = sql.and(table.order.map((one) => sql`${sql(one)} = ${place[one]}`))
            const [row] = all(sql`select ${sql(column)} as bytes from ${sql(table.name)} where ${is}`)
            const bytes = mustFind(row, "file", hash)["bytes"] as Uint8Array
            return { hash, folder: Everything.folderOf(table.name), bytes }
          }),
        ),
      ),
    ),
  )
}

/** Reads rows in the order of their key, each step for a short while. */
const readerOf = (database: Database["Service"], forms: TableForms) => {
  const { all, sql } = database
  return attempt((): Everything.Everything => {
    const tables = findTables(database, forms)
      .filter(
        ({ name }) =>
          Everything.isExported(name) &&
          all(sql`select 1 from ${sql(name)} where ${where(database, name)} limit 1`).length > 0,
      )
      .toSorted(Everything.inFolders)
    // Its table is there once a table has ids that are never used again.
    const hasCounters = all(sql`select 1 from sqlite_schema where name = 'sqlite_sequence'`).length > 0
    const counters = hasCounters
      ? readCounters(all(sql`select name, seq from sqlite_sequence where seq > 0 order by name`))
      : []
    return {
      counters: Object.fromEntries(
        counters.filter(({ name }) => Everything.isExported(name)).map(({ name, seq }) => [name, seq]),
      ),
      tables: tables.map((table) => ({
        name: table.name,
        folder: Everything.folderOf(table.name),
        columns: table.columns,
        lines: linesOf(database, table),
      })),
      files: Stream.flatMap(Stream.fromIterable(tables), (table) => filesOf(database, table)),
    }
  })
}

/** Runs all streams of everything at once, so that what follows does not depend on the database. */
const held = Effect.fnUntraced(function* ({ counters, files, tables }: Everything.Everything) {
  const lines = yield* Effect.forEach(tables, (table) =>
    Effect.map(Stream.runCollect(table.lines), (some) => ({ ...table, lines: Stream.fromIterable(some) })),
  )
  return { counters, tables: lines, files: Stream.fromIterable(yield* Stream.runCollect(files)) }
})

/**
 * Passes everything in the database to `take`. A file is read over its own connection, which sees one state of it while
 * others write. In memory there is one connection: everything is read before `take`, and nothing else runs meanwhile.
 */
export const readEverything =
  (database: Database["Service"], forms: TableForms) =>
  <A, E, R>(take: (everything: Everything.Everything) => Effect.Effect<A, E, R>) =>
    Effect.scoped(
      Effect.gen(function* () {
        const file = pathOf(database)
        if (file === undefined) {
          const all = yield* database.read(Effect.flatMap(readerOf(database, forms), held))
          return yield* take(all)
        }
        const own = Context.get(yield* Layer.build(layerReader(file)), Database)
        yield* Effect.acquireRelease(
          attempt(() => own.all(own.sql`begin`)),
          () => attempt(() => own.all(own.sql`rollback`)).pipe(Effect.ignore),
        )
        return yield* take(yield* readerOf(own, forms))
      }),
    )
