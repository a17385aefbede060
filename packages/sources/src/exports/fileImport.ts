import { type BatchStore, importRecords, type ImportSummary, type StorageUnavailable } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Formats } from "./formats.ts"
import { readExport, type UnknownFormat } from "./readExport.ts"

/** A file of records, and where its progress is told. */
export interface RecordFile<E> {
  /** The same for the same content, whatever the file is called. */
  readonly fingerprint: string
  readonly bytes: Stream.Stream<Uint8Array, E>
  /** Told of records as they are read, which runs ahead of the storing. */
  readonly onRead: (records: number) => void
  /** Told after each batch that was stored. */
  readonly report: (summary: ImportSummary) => Effect.Effect<void>
}

/** A domain's store for the records of exports. */
export interface RecordImport<R = unknown> {
  readonly kind: "records"
  /** The formats in words, for `--help`. */
  readonly formats: ReadonlyArray<string>
  /** The items in words: `plays`. */
  readonly things: string
  readonly run: <E>(
    file: RecordFile<E>,
  ) => Effect.Effect<ImportSummary, E | UnknownFormat | StorageUnavailable, R>
}

/** The end of an import that asks for each entry. */
export interface EntriesImported {
  /** In words, for one line. */
  readonly outcome: string
  /** A line for each entry that was not stored. */
  readonly problems: ReadonlyArray<string>
}

/** A domain's store for entries that a person has written down, each looked up at a service. */
export interface EntryImport<R = unknown> {
  readonly kind: "entries"
  readonly formats: ReadonlyArray<string>
  /** Told in `--help` after the domain's name. */
  readonly note: string
  readonly run: (
    text: string,
    report: (done: number, all: number) => Effect.Effect<void>,
  ) => Effect.Effect<EntriesImported, { readonly message: string }, R>
}

/** A domain's import of files. */
export type FileImport<R = unknown> = RecordImport<R> | EntryImport<R>

/** Imports files of these formats: zip and gzip are unpacked, and a file that was cut short carries on. */
export const recordImport = <Item, R>(
  formats: Formats<Item>,
  things: string,
  store: Effect.Effect<BatchStore<Item>, never, R>,
): RecordImport<R> => ({
  kind: "records",
  formats: formats.names,
  things,
  run: Effect.fnUntraced(function* ({ bytes, onRead, ...file }) {
    const rows = Stream.mapArray(readExport(formats, bytes), (some) => {
      onRead(some.length)
      return some
    })
    return yield* importRecords({ ...file, rows, store: yield* store })
  }),
})
