import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { rowsOf } from "../sql/table.ts"

/**
 * The tables that stay behind, with the reason. Every other table of the schema is exported, also one that is new or of a
 * domain of somebody else: nothing is left out because nobody thought of it.
 */
export const leftBehind: Readonly<Record<string, string>> = {
  api_keys: "holds hashes of keys",
  workspace_keys: "holds hashes of keys",
  source_tokens: "holds sealed tokens, which another sealing key could not open",
  shares: "holds hashes of addresses that open without a key",
  webhooks: "holds sealed secrets, and another server would tell the same again",
  webhook_deliveries: "belongs to webhooks",
  entry_versions: "tells webhooks which entries are late; a restored store begins with what it has",
  epochs: "belongs to servers that run",
  rate_leases: "belongs to servers that run",
  workspace_buckets: "belongs to servers that run",
  title_changes: "tells servers that run which titles to read again",
  touched_days: "is empty between transactions",
}

/**
 * Rows that stay behind, neither exported nor restored, with the condition that selects them: those of files that wait, which are
 * on the disk of one server and are named by it.
 */
export const rowsLeftBehind: Readonly<Record<string, string>> = {
  import_parts: "import_id in (select id from imports where finished_at is null)",
  imports: "finished_at is null",
}

/**
 * Tables that the opening or the first start of an empty store writes to. A restore replaces their rows; a row in any other
 * table is data, and no store that has data is restored into.
 */
export const writtenByOpening: ReadonlySet<string> = new Set([
  "data_versions",
  "entry_zones",
  "listening_periods",
  "listening_zone",
  "play_sources",
  "running_zone",
  "service_states",
  "sync_runs",
  "vector_spaces",
  "watching_zone",
  "workspaces",
])

/** The tables of each domain, for the folders of an export. A table that none names is in `others`. */
const folders: Readonly<Record<string, ReadonlyArray<RegExp>>> = {
  listening: [
    /^(artist|album|track)(s|_)/,
    /^(scrobble|listening|music|playing|play_|edited_|hidden_|split_)/,
  ],
  reading: [/^(article|highlight|reading|vector)/],
  watching: [/^(titles?|title_.*|episodes|seen_titles|watch.*)$/],
  running: [/^(run|other_sports$)/],
  attending: [/^attending_/],
  collecting: [/^(owned_|release_|collecting_)/],
  places: [/^(check_in|venues$)/],
  images: [/^image/],
  profiles: [/^(profiles?|profile_.*|property_types|set_once_.*|workspaces|workspace_limits)$/],
  daybook: [
    /^(data_versions|edits|told_items|entry_|sync_runs|set_aside_rows|service_states|imports|import_parts)/,
  ],
}

/** The folder of an export that holds the rows of a table. */
export const folderOf = (table: string): string =>
  Object.entries(folders).find(([, patterns]) => patterns.some((pattern) => pattern.test(table)))?.[0] ??
  "others"

/** A table as its rows are exported. */
export interface StoredTable {
  readonly name: string
  readonly folder: string
  /** The columns that statements write, in their order in the table. */
  readonly columns: ReadonlyArray<string>
  /** The columns of bytes among them: a row names its bytes by their hash. */
  readonly bytes: ReadonlyArray<string>
  /** The expressions that order the rows, alike on every database. */
  readonly order: ReadonlyArray<string>
}

const readColumns = rowsOf(
  Schema.Struct({
    name: Schema.String,
    column: Schema.String,
    isBytes: Schema.Boolean,
    isText: Schema.Boolean,
    isComparable: Schema.Boolean,
    keyPlace: Schema.Int,
  }),
)

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The tables of the schema that are exported, in the order of their names. */
export const findTables = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const columns = readColumns(
    yield* sql`select relname::text as name, attname::text as column, atttypid = 'bytea'::regtype as is_bytes,
        attcollation <> 0 and typcategory = 'S' as is_text, typcategory not in ('U', 'A') as is_comparable,
        coalesce(array_position(conkey, attnum), 0) as key_place
      from pg_class
      join pg_namespace on pg_namespace.oid = relnamespace and nspname = current_schema()
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      join pg_type on pg_type.oid = atttypid
      left join pg_constraint on conrelid = pg_class.oid and contype = 'p'
      where relkind = 'r' and relname not like '%\\_migrations'
      order by relname collate "C", attnum`,
  )
  const tables = Map.groupBy(columns, ({ name }) => name)
  return Array.from(tables, ([name, all]): StoredTable => {
    const key = all.filter(({ keyPlace }) => keyPlace > 0).toSorted((a, b) => a.keyPlace - b.keyPlace)
    // A table without a key, such as one of a single row, is ordered by all that can be compared.
    const ordering = key.length > 0 ? key : all.filter(({ isComparable }) => isComparable)
    return {
      name,
      folder: folderOf(name),
      columns: all.map(({ column }) => column),
      bytes: all.filter(({ isBytes }) => isBytes).map(({ column }) => column),
      order: ordering.map(({ column, isText }) => `${quoted(column)}${isText ? ' collate "C"' : ""}`),
    }
  }).filter(({ name }) => !(name in leftBehind))
})

const readNumbers = rowsOf(Schema.Struct({ name: Schema.String, number: Schema.Finite }))

const names = rowsOf(Schema.Struct({ name: Schema.String }))

/** The records of the schema: a number for each name. */
export type Numbers = Readonly<Record<string, number>>

const recordOf = (rows: ReadonlyArray<{ readonly name: string; readonly number: number }>): Numbers =>
  Object.fromEntries(rows.map(({ name, number }) => [name, number]))

/** The last migration on record, by the name of its record. */
export const findMigrations = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const records = names(
    yield* sql`select relname::text as name from pg_class
      join pg_namespace on pg_namespace.oid = relnamespace and nspname = current_schema()
      where relkind = 'r' and relname like '%\\_migrations' order by relname collate "C"`,
  )
  const rows = yield* Effect.forEach(records, ({ name }) =>
    Effect.map(
      sql`select ${name.slice(0, -"_migrations".length)} as name,
        coalesce(max(migration_id), 0)::float8 as number from ${sql(name)}`,
      readNumbers,
    ),
  )
  return recordOf(rows.flat())
})

/** The last number that each counter of ids has given; none that has given none. */
export const findCounters = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  return recordOf(
    readNumbers(
      yield* sql`select sequencename::text as name, last_value::float8 as number from pg_sequences
        where schemaname = current_schema() and last_value is not null and sequencename <> 'title_change_numbers'
        order by sequencename collate "C"`,
    ),
  )
})
