import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { EpochMillis } from "../dates/calendar.ts"
import type { SourceError } from "../errors.ts"
import type { Page, PageRequest } from "../page.ts"
import type { DomainName } from "./syncRuns.ts"

/** A row that did not become an item: its source's schema does not fit, or a rule of its domain refuses it. */
export const RejectedRow = Schema.Struct({
  /** The source's name in cursors, such as `lastfm`. */
  source: Schema.String,
  /** Equal for the same row: its id at the source if it has one, else its digest. */
  ref: Schema.String,
  /**
   * `row` is the source's own, and the source reads it again; `item` was read, and the domain stores it again;
   * `doubtful` is an item of a file; it is stored once the owner accepts it.
   */
  kind: Schema.Literals(["row", "item", "doubtful"]),
  /** JSON. */
  raw: Schema.String,
  /** The first fault of the row, without its values: `artist.name: Expected string`. */
  reason: Schema.String,
  /** The time of the next automatic attempt; without it only after an update, or on request. */
  tryAt: Schema.optionalKey(EpochMillis),
})
export type RejectedRow = typeof RejectedRow.Type

/** A rejected row with texts short enough for a store. */
export const BoundedRow = Schema.Struct({
  ...RejectedRow.fields,
  /** False where `raw` is cut: such a row cannot be tried again, it leaves when the source lists it again and it fits. */
  whole: Schema.Boolean,
})
export type BoundedRow = typeof BoundedRow.Type

export const RejectedRowId = Schema.Int.pipe(Schema.brand("RejectedRowId"))
export type RejectedRowId = typeof RejectedRowId.Type

/** A rejected row as it is stored. */
export const StoredRejectedRow = Schema.Struct({
  ...BoundedRow.fields,
  id: RejectedRowId,
  domain: Schema.String,
  /** The version of the program that could not read it. */
  version: Schema.String,
  firstSeenAt: EpochMillis,
  lastSeenAt: EpochMillis,
  /** The number of failed attempts. */
  tries: Schema.Int,
})
export type StoredRejectedRow = typeof StoredRejectedRow.Type

/** The most rejected rows stored of one source; further ones are counted and logged. */
export const maxRejectedRows = 1_000

/** The most UTF-16 units stored of a row. */
export const maxRejectedRowLength = 16_384

/** The most UTF-16 units stored of a doubtful item: a run with its track and splits has about 50,000. */
export const maxDoubtfulLength = 1 << 18

/**
 * Takes rejected rows from the readers of rows: the sources, by `decodeRows`, and the domains' rules. A sync stores them
 * in `RejectedRowStore`; elsewhere they are only logged.
 */
export const RejectedRows = Context.Reference<{
  /** Called before the batch whose cursor passes the rows: a kill in between loses none of them. */
  readonly keep: (rows: ReadonlyArray<RejectedRow>) => Effect.Effect<void>
  /** Reports the rows of a source that could be read. They leave once their batch is stored. */
  readonly fit: (source: string, refs: () => ReadonlyArray<string>) => Effect.Effect<void>
  /**
   * Passes the due rows of a source on in batches. The caller reads and stores them, and returns the rows it tried:
   * they leave, unless they were rejected again. A failure leaves the rest for the next sync.
   */
  readonly tryAgain: <R>(
    source: string,
    read: (
      rows: ReadonlyArray<StoredRejectedRow>,
    ) => Effect.Effect<ReadonlyArray<StoredRejectedRow>, SourceError, R>,
  ) => Effect.Effect<void, never, R>
}>("daybook/kernel/RejectedRows", {
  defaultValue: () => ({
    keep: (rows) =>
      Effect.forEach(
        rows,
        ({ reason, ref, source }) => Effect.logWarning(`${source}: a row was left out: ${reason} (${ref})`),
        { discard: true },
      ),
    fit: () => Effect.void,
    tryAgain: () => Effect.void,
  }),
})

/** A query for the due rows of one source of one domain. */
export interface DueRows {
  readonly domain: DomainName
  readonly source: string
  /** Rows that another version could not read are due. */
  readonly version: string
  /** Due rows are included. */
  readonly now: EpochMillis
  /** Leaves out rows up to this id. */
  readonly after: number
  readonly limit: number
}

/**
 * The store of rejected rows, each once by domain, source and `ref`, at most `maxRejectedRows` of a source. Storage
 * failures are defects. Without a store every row is only logged.
 */
export const RejectedRowStore = Context.Reference<{
  /**
   * Stores rows of a source. A known row takes the new raw text, reason, version and time of retry, and counts one
   * more attempt. Returns the number of rows over the limit.
   */
  readonly keep: (
    domain: DomainName,
    source: string,
    version: string,
    rows: ReadonlyArray<BoundedRow>,
  ) => Effect.Effect<number>
  /** The refs of the stored rows of a source. */
  readonly refs: (domain: DomainName, source: string) => Effect.Effect<ReadonlySet<string>>
  readonly remove: (domain: DomainName, source: string, refs: ReadonlyArray<string>) => Effect.Effect<void>
  /** Whole rows that are due, by id. Doubtful items never are. */
  readonly due: (rows: DueRows) => Effect.Effect<ReadonlyArray<StoredRejectedRow>>
  /** The doubtful items with these ids that are whole, by id. */
  readonly doubtful: (ids: ReadonlyArray<RejectedRowId>) => Effect.Effect<ReadonlyArray<StoredRejectedRow>>
  /** Marks whole rows, all or these, to be tried with the next sync of their domain. Returns their number. Doubtful items are not tried. */
  readonly retry: (ids: ReadonlyArray<RejectedRowId> | undefined) => Effect.Effect<number>
  /** All rows, latest first. */
  readonly list: (page: PageRequest) => Effect.Effect<Page<StoredRejectedRow>>
}>("daybook/kernel/RejectedRowStore", {
  defaultValue: () => ({
    keep: (_domain, _source, _version, rows) => Effect.succeed(rows.length),
    refs: () => Effect.succeed(new Set()),
    remove: () => Effect.void,
    due: () => Effect.succeed([]),
    doubtful: () => Effect.succeed([]),
    retry: () => Effect.succeed(0),
    list: () => Effect.succeed({ items: [], total: 0 }),
  }),
})

/** The version of the program that reads rows: rows that an older one could not read are tried again. */
export const ReaderVersion = Context.Reference<string>("daybook/kernel/ReaderVersion", {
  defaultValue: () => "",
})
