import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { mustFind } from "@daybook/storage-sql"
import { bytes } from "../sql/sqlTypes.ts"
import { rowsOf, valuesOf } from "../sql/table.ts"
import {
  findCounters,
  findMigrations,
  findTables,
  type Numbers,
  quoted,
  rowsLeftBehind,
  type StoredTable,
} from "./tables.ts"

/** The characters of JSON that are read at a time, as nearly as the rows before them tell. */
const charactersAtATime = 1 << 20

/** The most rows that are read at a time, and how many are at first: nobody knows yet how long they are. */
const mostRows = 4_000
const firstRows = 16

/** A table that has rows. */
export interface ExportedTable extends Pick<StoredTable, "folder" | "name"> {
  /** The rows in the order of their keys, each a JSON object on one line, some lines at a time. */
  readonly lines: Stream.Stream<ReadonlyArray<string>, SqlError>
}

/** Bytes that rows name by their SHA-256 in 64 hex digits, such as those of an image. */
export interface ExportedFile {
  readonly hash: string
  readonly folder: string
  readonly bytes: Uint8Array
}

/** All that a store holds at one moment. */
export interface Everything {
  /** The last migration of each record: another store reads the rows with tables of the same form. */
  readonly migrations: Numbers
  /** The last id that each counter has given, since no id is given twice. */
  readonly counters: Numbers
  readonly tables: ReadonlyArray<ExportedTable>
  /** Each once, in the order of their hashes. */
  readonly files: Stream.Stream<ExportedFile, SqlError>
}

const readLines = valuesOf(Schema.String)

const readFlags = valuesOf(Schema.Boolean)

const readFiles = rowsOf(Schema.Struct({ hash: Schema.String, place: Schema.String }))

const readBytes = rowsOf(Schema.Struct({ bytes: Schema.Uint8Array }), { bytes: { type: bytes } })

/** The rows of a table that are exported. */
const exportedFrom = (table: string): string => {
  const behind = rowsLeftBehind[table]
  return behind === undefined ? quoted(table) : `${quoted(table)} where not (${behind})`
}

/** A column as JSON: bytes stand as their hash. */
const selected =
  ({ bytes }: StoredTable) =>
  (column: string) =>
    bytes.includes(column) ? `encode(sha256(${quoted(column)}), 'hex') as ${quoted(column)}` : quoted(column)

const makeRead = (sql: SqlClient.SqlClient) => {
  const text = (statement: string) => sql`${sql.literal(statement)}`.unprepared

  /** The rows of a query, by a cursor: the size of a batch follows from that of the rows before it. */
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
            return [[rows], Option.some(Math.max(1, Math.min(fitting, 4 * count, mostRows)))] as const
          }),
        ),
      ),
    )

  const linesOf = (table: StoredTable) =>
    inBatches(
      `select row_to_json(one)::text as line from (
        select ${table.columns.map(selected(table)).join(", ")} from ${exportedFrom(table.name)} order by ${table.order.join(", ")}
      ) as one`,
      readLines,
      (line) => line.length,
    )

  /** The bytes are read one by one: there is no telling how long the next are. */
  const filesOf = ({ bytes, folder, name }: StoredTable) =>
    Stream.fromIterable(bytes).pipe(
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
              (rows): ExportedFile => ({
                hash,
                folder,
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

/**
 * Gives all that the store holds to `take`, in one transaction that sees one state of it, whatever is written meanwhile.
 */
export const readEverything =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(take: (everything: Everything) => Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set transaction isolation level repeatable read, read only`.unprepared
        yield* sql`set local timezone = 'UTC'`.unprepared
        const { filesOf, hasRows, linesOf } = makeRead(sql)
        const tables = yield* Effect.filter(yield* findTables(sql), hasRows)
        const order = (one: StoredTable, other: StoredTable) =>
          one.folder === other.folder ? 0 : one.folder < other.folder ? -1 : 1
        return yield* take({
          migrations: yield* findMigrations(sql),
          counters: yield* findCounters(sql),
          tables: tables
            .toSorted(order)
            .map((table) => ({ name: table.name, folder: table.folder, lines: linesOf(table) })),
          files: Stream.flatMap(Stream.fromIterable(tables), filesOf),
        })
      }),
    )
