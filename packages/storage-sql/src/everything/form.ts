import { canonical } from "./canonical.ts"

/**
 * How a value of a column is spelled. `instant` is ISO 8601 in UTC with milliseconds; `json` any value of JSON; `bytes` the
 * SHA-256 that names a file; `int` a whole number, in quotes past 2^53; `text` anything else, a day as YYYY-MM-DD. Unknown
 * values are null.
 */
export type ColumnForm = "boolean" | "bytes" | "instant" | "int" | "json" | "number" | "text"

/** How each column of a table is spelled. */
export type TableForm = Readonly<Record<string, ColumnForm>>

/**
 * The tables that stay behind, with the reason. Every other table is exported, also one that is new or of a domain of
 * somebody else: nothing is left out because no one thought of it.
 */
export const leftBehind: Readonly<Record<string, string>> = {
  api_keys: "contains hashes of keys",
  workspace_keys: "contains hashes of keys",
  source_tokens: "contains sealed tokens, which another sealing key could not open",
  assistants: "belongs to tokens that stay behind",
  oauth_clients: "belongs to tokens that stay behind",
  oauth_codes: "contains hashes of codes",
  oauth_tokens: "contains hashes of tokens",
  sealed_settings: "contains sealed settings, which another sealing key could not open",
  shares: "contains hashes of share links",
  sign_in_links: "contains hashes of sign-in links",
  webhooks: "contains sealed secrets, and another server would send the same events again",
  webhook_deliveries: "belongs to webhooks",
  entry_versions: "marks late entries for webhooks; a restored database starts with its entries",
  epochs: "belongs to running servers",
  rate_leases: "belongs to running servers",
  profile_warnings: "lists ignored values of the last days",
  workspace_buckets: "belongs to running servers",
  title_changes: "lists titles that running servers must reload",
  migrations: "belongs to one database: a restored one creates its own tables",
}

const counted: ReadonlyArray<RegExp> = [
  /^(artist|album|track)_(days|months|periods|totals|years)$/,
  /^(listening_(periods|years|zone)|scrobble_days|recounts)$/,
  /^entry_(counts|days|zones)$/,
  /^(venues|watches|seen_titles|(running|watching)_zone)$/,
  /^(article_words|profile_(shards|totals|values)|property_indexes|erased_ids|search_lists|search_titles|title_words)$/,
  /^touched_(days|titles)$/,
]

/** True for tables that follow from others: each store counts them itself, and none is exported. */
const isCounted = (table: string): boolean => counted.some((pattern) => pattern.test(table))

/** True for tables whose rows are in an export. */
export const isExported = (table: string): boolean => !(table in leftBehind) && !isCounted(table)

/** Columns that follow from others, or that only one database has. */
const countedColumns: Readonly<Record<string, ReadonlyArray<string>>> = {
  artists: ["told_artist_id"],
  profile_usage: ["slot"],
  property_counts: ["slot"],
  property_types: ["id"],
  scrobbles: ["day", "hour"],
}

/** The table of requests of profiles that an earlier version had accepted and not applied; no store restores them. */
export const inbox = "profile_inbox"

export const notApplied =
  "The export has requests of profiles that are not applied: let the server that made it apply them, and export again"

/** True for columns whose values are in an export. */
export const isExportedColumn = (table: string, column: string): boolean =>
  countedColumns[table]?.includes(column) !== true

/**
 * Rows that stay behind, neither exported nor restored, with the condition that selects them: those of files that wait, which are
 * on the disk of one server and are named by it, and the mark of a check that the database can be written.
 */
export const rowsLeftBehind: Readonly<Record<string, string>> = {
  import_parts: "import_id in (select id from imports where finished_at is null)",
  imports: "finished_at is null",
  data_versions: "domain = 'probe'",
}

/**
 * Tables that the opening or the first start of an empty store writes to. A restore replaces their rows; a row in any other
 * table is data, and no store that has data is restored into.
 */
export const isWrittenByOpening = (table: string): boolean =>
  isCounted(table) ||
  ["data_versions", "play_sources", "service_states", "sync_runs", "vector_spaces", "workspaces"].includes(
    table,
  )

/** The tables of each domain, for the folders of an export. A table that none names is in `others`. */
const folders: Readonly<Record<string, ReadonlyArray<RegExp>>> = {
  listening: [
    /^(artist|album|track)(s|_)/,
    /^(scrobble|listening|music|playing|play_|edited_|hidden_|split_)/,
  ],
  reading: [/^(article|book|device|highlight|page|reading|vector)/],
  watching: [/^(titles?|title_.*|episodes|seen_titles|watch.*)$/],
  running: [/^(run|other_sports$)/],
  attending: [/^attending_/],
  collecting: [/^(owned_|wanted_|release_|collecting_)/],
  places: [/^(check_in|venues$)/],
  images: [/^image/],
  profiles: [
    /^(profiles?|profile_.*|property_(types|counts|changes)|set_once_.*|workspaces|workspace_limits)$/,
  ],
  daybook: [
    /^(data_versions|edits|told_items|entry_|sync_runs|set_aside_rows|service_states|settings$|imports|import_parts)/,
  ],
}

/** The folder of an export that holds the rows of a table. */
export const folderOf = (table: string): string =>
  Object.entries(folders).find(([, patterns]) => patterns.some((pattern) => pattern.test(table)))?.[0] ??
  "others"

/** Orders tables as an export has them. */
export const inFolders = (one: { readonly name: string }, other: { readonly name: string }): number => {
  const [first, second] = [one, other].map(({ name }) => `${folderOf(name)}/${name}`)
  return (first ?? "") < (second ?? "") ? -1 : 1
}

/** Tables whose rows are in the order of other columns than those of their keys, which databases differ in. */
const orders: Readonly<Record<string, ReadonlyArray<string>>> = {
  attending_tickets: ["position"],
  profile_usage: ["workspace", "version", "day", "operation"],
  property_counts: ["workspace", "version", "name"],
  property_types: ["workspace", "version", "name"],
  watch_records: ["id"],
  workspaces: ["place"],
}

/** The columns that order the rows of a table, by its key and all of its columns. */
export const orderOf = (
  table: string,
  key: ReadonlyArray<string>,
  columns: ReadonlyArray<string>,
): ReadonlyArray<string> =>
  orders[table] ??
  (key.length > 0 ? key.filter((column) => isExportedColumn(table, column)) : columns.toSorted())

// SQLite only has texts and numbers. The names of our columns show the kind of their values, and a test compares these
// rules with the types of PostgreSQL's columns. A column of somebody else's table has any name: its domain states its
// kind.
const instants = /(^|_)at$/
const booleans =
  /^((is|was|were|has)_.*|attended|by_hand|described|found|hidden|makes|only_row|running|starred|whole|day_is_local)$/
const values =
  /^(actions|aliases|applied|directors|embedding|events|failures|fields|filter|genres|genre_keys|hashes|ignored|item|kilometre_splits|labels|laps|mile_splits|names|properties|provider_ids|songs|styles|tag_keys|tags|told_versions|tracks)$/

/** The kind of the values in a column of SQLite, by its type and its name. */
export const formByName = (table: string, type: string, column: string): ColumnForm => {
  const isOurs = folderOf(table) !== "others"
  if (isOurs && type !== "INT" && type !== "INTEGER" && values.test(column)) return "json"
  switch (type) {
    case "INT":
    case "INTEGER":
      return instants.test(column) ? "instant" : isOurs && booleans.test(column) ? "boolean" : "int"
    case "REAL":
      return "number"
    case "BLOB":
      return "bytes"
    default:
      return "text"
  }
}

/** Columns that are unknown if they equal another column of their row. */
const asShown: Readonly<Record<string, string>> = {
  told_name: "name",
  told_artist_id: "artist_id",
  told_image_url: "image_url",
}

type Row = Readonly<Record<string, unknown>>

/** A row with the values that its unknown columns stand for. */
export const completed = (row: Row): Row => {
  if (!("told_name" in row)) return row
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, value ?? row[asShown[column] ?? column] ?? null]),
  )
}

/** A row as a line of an export: the same bytes for the same values, on every database. */
export const lineOf =
  (columns: TableForm) =>
  (row: Row): string => {
    const whole = completed(row)
    const members = Object.keys(columns).map(
      (column) => `${JSON.stringify(column)}:${canonical(whole[column] ?? null)}`,
    )
    return `{${members.join(",")}}`
  }
