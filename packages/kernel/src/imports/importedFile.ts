import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { BatchStore } from "../syncs/batches.ts"
import type { EpochMillis } from "../dates/calendar.ts"
import type { DomainName } from "../syncs/syncRuns.ts"

/**
 * A record of an export: an item, or something outside the domain, or an unreadable record with its problem. A
 * skipped item is stored for the information it has on other items, and not counted. A doubtful item is rejected with
 * its reason until the owner accepts it.
 */
export type ExportReading<Item> =
  | { readonly item: Item; readonly skipped?: string }
  | { readonly skipped: string; readonly doubtful?: Item }
  | { readonly problem: string }

/** A record of an export, with its position. */
export type ExportRow<Item> = ExportReading<Item> & {
  /** The line where the record begins, from 1. */
  readonly line: number
}

/** The start of a file, which identifies its format. */
export interface FileHead {
  /** Its first bytes: all of them where the file is short, else at least `headLength`. */
  readonly bytes: Uint8Array
  /** The same bytes as text. */
  readonly text: string
  /** True if this is the whole file. */
  readonly whole: boolean
  /** Its path within an archive, else its own name. It distinguishes files that look alike. */
  readonly name: string
  /** True for a file of an archive. */
  readonly packed: boolean
  /** The time of the import: nothing in an export happened later. */
  readonly now: EpochMillis
}

/**
 * The user's choice for a file, in addition to its domain. Without a format the content decides among the domain's
 * formats.
 */
export interface ChosenFormat {
  /** A name of `formatNames`, in any case. */
  readonly format?: string | undefined
}

/** The number of bytes in which a format is looked for. */
export const headLength = 1 << 16

/** A piece of a file, or of a file in an archive: the pieces of one file follow each other. */
export interface FilePiece {
  /** The path within the archive; "" outside archives. */
  readonly part: string
  readonly bytes: Uint8Array
  /** True for the last piece of its file. */
  readonly last: boolean
  /** Why the rest of it cannot be unpacked. */
  readonly problem?: string
}

/** Reads a file of records, row by row. */
export interface RecordReading {
  readonly kind: "records"
  /** The format in words: `Letterboxd`. */
  readonly format: string
  /** The version of the reader, 1 by default: a file read by an earlier one is read again. */
  readonly version?: number
  /** The rows that end in this piece; the first piece is the head. */
  readonly rows: (bytes: Uint8Array, last: boolean) => ReadonlyArray<ExportRow<unknown>>
}

/** The end of an import that requests each entry. */
export interface EntriesImported {
  readonly stored: number
  readonly known: number
  /** A sentence for each entry that was not stored. */
  readonly problems: ReadonlyArray<string>
}

/** Entries of a file, or why it has none. */
export type EntriesRead = { readonly entries: ReadonlyArray<unknown> } | { readonly problem: string }

/** Reads a short file of entries that the owner wrote, each looked up at a service. */
export interface EntryReading {
  readonly kind: "entries"
  readonly format: string
  readonly entries: (text: string) => EntriesRead
}

export type FileReading = RecordReading | EntryReading

/**
 * The formats of the files that a domain imports. Files are read outside the serving thread: their rows and entries
 * are plain data, which can be sent between threads (https://html.spec.whatwg.org, structured clone).
 */
export interface FileFormats {
  /** The formats in words, for people. */
  readonly formats: ReadonlyArray<string>
  /**
   * The names with which the user can choose a format, such as `Last.fm`; without them only the domain can be chosen.
   */
  readonly formatNames?: ReadonlyArray<string>
  /** Follows the domain's name in `--help`. */
  readonly note?: string
  /** The items in words: `plays`. */
  readonly things: string
  /**
   * The reader of a file with this start; undefined if it is in none of these formats. `chosen` is set if the user
   * chose the domain, or there is no other.
   */
  readonly recognise: (head: FileHead, chosen?: ChosenFormat) => FileReading | undefined
  /** The names of formats that an unrecognized file could have, if the user chooses one. */
  readonly couldBe?: (head: FileHead) => ReadonlyArray<string>
}

/** The files that a domain imports, with what takes their rows and entries. */
export interface FileImport<R = unknown> extends FileFormats {
  /** The store of the items of records. */
  readonly store?: Effect.Effect<BatchStore<unknown>, never, R>
  /** Stores entries, each looked up. */
  readonly storeEntries?: (
    entries: ReadonlyArray<unknown>,
    report: (done: number, all: number) => Effect.Effect<void>,
  ) => Effect.Effect<EntriesImported, never, R>
}

/** The formats of a domain. */
export interface FormatsOfDomain {
  readonly domain: DomainName
  readonly imports: Pick<FileFormats, "couldBe" | "formatNames" | "recognise">
}

/** A domain's import, under the domain's name. */
export interface Importer<R = unknown> {
  readonly domain: DomainName
  readonly imports: FileImport<R>
}

export const PartOutcome = Schema.Literals(["stored", "known already", "not understood"])
export type PartOutcome = typeof PartOutcome.Type

/** The end of one file of an import. */
export const ImportPart = Schema.Struct({
  /** The path within the archive, or the name of the file. */
  name: Schema.String,
  /** The domain that took it; "" if none did. */
  domain: Schema.String,
  /** Its format in words; "" if unknown. */
  format: Schema.String,
  outcome: PartOutcome,
  /** Items that are new or have changed. */
  stored: Schema.Int,
  /** Items that were stored already. */
  known: Schema.Int,
  /** Why it, or something in it, was not stored; "" where all was. */
  reason: Schema.String,
})
export type ImportPart = typeof ImportPart.Type

/** How far an import is. */
export const ImportCounts = Schema.Struct({
  /** Processed records, including records that are not items. */
  rows: Schema.Int,
  stored: Schema.Int,
  known: Schema.Int,
  /** Records that could not be read, or that wait for the owner's decision. */
  setAside: Schema.Int,
})
export type ImportCounts = typeof ImportCounts.Type
