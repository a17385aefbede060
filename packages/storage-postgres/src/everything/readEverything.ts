import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { Everything, mustFind, quoted } from "@daybook/storage-sql"
import { bytes } from "../sql/sqlTypes.ts"
import { rowsOf, valuesOf } from "../sql/table.ts"
import { findShards, inShards } from "../profiles/citus/shardTables.ts"
import { findSequences, findTables, type StoredTable } from "./tables.ts"

/** The characters of JSON to read at a time, estimated from the rows before them. */
const charactersAtATime = 1 << 20

/** The most rows that are read at a time, and how many are at first: no one knows yet how long they are. */
const maxRows = 4_000
const firstRows = 16

const readLines = valuesOf(Schema.String)

const readFlags = valuesOf(Schema.Boolean)

const readFiles = rowsOf(Schema.Struct({ hash: Schema.String, place: Schema.String }))

const readBytes = rowsOf(Schema.Struct({ bytes: Schema.Uint8Array }), { bytes: { type: bytes } })

// Batches count in their own rows.
const addedUp: Readonly<Record<string, string>> = {
  profile_usage: `select workspace, version, day, operation, sum(requests)::bigint as requests from profile_usage
    group by workspace, version, day, operation`,
  property_counts: `select workspace, version, name, sum(profiles)::bigint as profiles, min(first_set_at) as first_set_at,
      max(last_set_at) as last_set_at
    from property_counts group by workspace, version, name`,
}

/** The rows of a table that are exported. On Citus, those of profiles are in shards. */
const makeExportedFrom =
  (schemas: ReadonlyArray<string>) =>
  (table: string): string => {
    if (schemas.length > 0 && inShards.has(table)) {
      const each = schemas.map((schema) => `select * from ${quoted(schema)}.${quoted(table)}`)
      return `(with ${quoted(table)} as (${each.join(" union all ")}) select * from ${exported(table)}) as ${quoted(table)}`
    }
    return exported(table)
  }

const exported = (table: string): string => {
  const sums = addedUp[table]
  if (sums !== undefined) return `(${sums}) as ${quoted(table)}`
  const behind = Everything.rowsLeftBehind[table]
  return behind === undefined ? quoted(table) : `${quoted(table)} where not (${behind})`
}

/** A column as JSON: bytes become their hash, and numbers that JavaScript has no place for become texts. */
const selected = ({ columns, long }: StoredTable): string =>
  Object.entries(columns)
    .map(([column, form]) => {
      const name = quoted(column)
      if (form === "bytes") return `encode(sha256(${name}), 'hex') as ${name}`
      if (!long.has(column)) return name
      return `case when abs(${name}) <= 9007199254740991 then to_jsonb(${name}) else to_jsonb(${name}::text) end as ${name}`
    })
    .join(", ")

const row = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))
const readRow = Schema.decodeSync(row)

/** A row as an export has it. */
const formed = ({ columns }: StoredTable) => {
  const instants = Object.keys(columns).filter((column) => columns[column] === "instant")
  const line = Everything.lineOf(columns)
  return (text: string): string => {
    const values: Record<string, unknown> = { ...readRow(text) }
    for (const column of instants) {
      const value = values[column]
      if (typeof value === "string") values[column] = Everything.isoInstant(value)
    }
    return line(values)
  }
}

const makeRead = (sql: SqlClient.SqlClient, exportedFrom: ReturnType<typeof makeExportedFrom>) => {
  const text = (statement: string) => sql`${sql.literal(statement)}`.unprepared

  /** The rows of a query, by a cursor: the size of a batch follows from the rows before it. */
  const inBatches = <A>(
    query: string,
    read: (rows: ReadonlyArray<unknown>) => ReadonlyArray<A>,
    sizeOf: (row: A) => number,
  ): Stream.Stream<ReadonlyArray<A>, SqlError> =>
    Stream.unwrap(
      Effect.as(
        text(`declare export_rows no scroll cursor for ${query}`),
        Stream.paginate(
          firstRows,
          Effect.fnUntraced(function* (count: number) {
            const rows = read(yield* text(`fetch ${count} from export_rows`))
            if (rows.length < count) {
              yield* text("close export_rows")
              return [rows.length === 0 ? [] : [rows], Option.none<number>()] as const
            }
            const size = rows.reduce((sum, row) => sum + sizeOf(row), 0) / rows.length
            const fitting = Math.floor(charactersAtATime / Math.max(1, size))
            return [[rows], Option.some(Math.max(1, Math.min(fitting, 4 * count, maxRows)))] as const
          }),
        ),
      ),
    )

  const linesOf = (table: StoredTable) =>
    inBatches(
      `select row_to_json(one)::text as line from (
        select ${selected(table)} from ${exportedFrom(table.name)} order by ${table.order.join(", ")}
      ) as one`,
      (rows) => readLines(rows).map(formed(table)),
      (line) => line.length,
    )

  /** The bytes are read one by one: there is no report how long the next are. */
  const filesOf = ({ columns, name }: StoredTable) =>
    Stream.fromIterable(Object.keys(columns).filter((column) => columns[column] === "bytes")).pipe(
      Stream.flatMap((column) =>
        inBatches(
          `select distinct on (1) encode(sha256(${quoted(column)}), 'hex') as hash, ctid::text as place
            from ${quoted(name)} where ${quoted(column)} is not null order by 1, ctid`,
          readFiles,
          () => 100,
        ).pipe(
          Stream.flatMap(Stream.fromIterable),
          Stream.mapEffect(({ hash, place }) =>
            Effect.map(
              sql`select ${sql(column)} as bytes from ${sql(name)} where ctid = ${place}::tid`,
              (rows): Everything.ExportedFile => ({
                hash,
                folder: Everything.folderOf(name),
                bytes: mustFind(readBytes(rows)[0], "file", hash).bytes,
              }),
            ),
          ),
        ),
      ),
    )

  const hasRows = ({ name }: StoredTable) =>
    Effect.map(
      text(`select exists (select 1 from ${exportedFrom(name)}) as found`),
      (rows) => readFlags(rows)[0] === true,
    )

  return { filesOf, hasRows, linesOf }
}

/** Passes everything stored to `take`, in one transaction that sees one state of it, whatever is written meanwhile. */
export const readEverything =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(
    take: (everything: Everything.Everything) => Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E | SqlError, R> =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set transaction isolation level repeatable read, read only`.unprepared
        yield* sql`set local timezone = 'UTC'`.unprepared
        const { filesOf, hasRows, linesOf } = makeRead(sql, makeExportedFrom(yield* findShards(sql)))
        const all = (yield* findTables(sql)).filter(({ name }) => Everything.isExported(name))
        const tables = (yield* Effect.filter(all, hasRows)).toSorted(Everything.inFolders)
        const sequences = yield* findSequences(sql)
        return yield* take({
          counters: Object.fromEntries(
            sequences.flatMap(({ name, number }) => (number === undefined ? [] : [[name, number]])),
          ),
          tables: tables.map((table) => ({
            name: table.name,
            folder: Everything.folderOf(table.name),
            columns: table.columns,
            lines: linesOf(table),
          })),
          files: Stream.flatMap(Stream.fromIterable(tables), filesOf),
        })
      }),
    )
