import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { BatchStore } from "./batches.ts"
import type { EpochMillis } from "./calendar.ts"
import type { DomainName } from "./syncRuns.ts"

/**
 * A record of an export: an item, or something that does not belong in the domain, or an unreadable record with its
 * problem. An item that is skipped is stored for what it says of other items, and is not counted as one. A doubtful one is set
 * aside, for the reason why it is skipped, until a person accepts it.
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

/** The beginning of a file, by which its format is known. */
export interface FileHead {
  /** Its first bytes: all of them where the file is short, else at least `headLength`. */
  readonly bytes: Uint8Array
  /** The same bytes as text. */
  readonly text: string
  /** True where this is the whole file. */
  readonly whole: boolean
  /** Its path: within an archive where it is part of one, else its own name. Files that look alike differ by it. */
  readonly name: string
  /** True for a file of an archive. */
  readonly packed: boolean
  /** The time of the import: nothing in an export happened later. */
  readonly now: EpochMillis
}

/** A person's word on a file, beside its domain. Without a format its content decides among those of the domain. */
export interface ChosenFormat {
  /** A name of `formatNames`, in any case. */
  readonly format?: string | undefined
}

/** The number of bytes in which a format is looked for. */
export const headLength = 1 << 16

/** A piece of a file, or of a file in an archive: those of one file follow each other. */
export interface FilePiece {
  /** The path within the archive; "" for a file that is none. */
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
  /** The version of the reader, 1 where it has none: a file that an earlier one has read is read again. */
  readonly version?: number
  /** The rows that end in this piece; the first piece is the head. */
  readonly rows: (bytes: Uint8Array, last: boolean) => ReadonlyArray<ExportRow<unknown>>
}

/** The end of an import that asks for each entry. */
export interface EntriesImported {
  readonly stored: number
  readonly known: number
  /** A sentence for each entry that was not stored. */
  readonly problems: ReadonlyArray<string>
}

/** Entries of a file, or why it has none. */
export type EntriesRead = { readonly entries: ReadonlyArray<unknown> } | { readonly problem: string }

/** Reads a short file of entries that a person has written down, each looked up at a service. */
export interface EntryReading {
  readonly kind: "entries"
  readonly format: string
  readonly entries: (text: string) => EntriesRead
}

export type FileReading = RecordReading | EntryReading

/**
 * The formats of the files that a domain imports. Files are read beside the thread that serves: what is found in them, rows and
 * entries, is plain data, which can be sent from thread to thread (https://html.spec.whatwg.org, structured clone).
 */
export interface FileFormats {
  /** The formats in words, for people. */
  readonly formats: ReadonlyArray<string>
  /** The names by which a person can choose a format, such as `Last.fm`; without them they can only choose the domain. */
  readonly formatNames?: ReadonlyArray<string>
  /** Told after the domain's name in `--help`. */
  readonly note?: string
  /** The items in words: `plays`. */
  readonly things: string
  /**
   * The reading of a file that begins so; undefined if it is in none of these formats. `chosen` is there if a person has
   * chosen the domain, or there is no other.
   */
  readonly recognise: (head: FileHead, chosen?: ChosenFormat) => FileReading | undefined
  /** The names of formats that a file of no known format could be in, if a person chooses one. */
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
  /** The domain that took it; "" where none did. */
  domain: Schema.String,
  /** Its format in words; "" where it is unknown. */
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
  /** Records read and done, among them those that are no items. */
  rows: Schema.Int,
  stored: Schema.Int,
  known: Schema.Int,
  /** Records that could not be read, or that wait until a person accepts them. */
  setAside: Schema.Int,
})
export type ImportCounts = typeof ImportCounts.Type
