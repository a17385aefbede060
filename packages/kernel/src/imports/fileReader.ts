import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { EpochMillis } from "../dates/calendar.ts"
import { byContent, chosenBy, couldBeIn, type FileChoice, importersFor } from "./chosenFormat.ts"
import { GrowingBytes } from "./growingBytes.ts"
import {
  type EntriesRead,
  type EntryReading,
  type ExportRow,
  type ChosenFormat,
  type FileHead,
  type FilePiece,
  type FormatsOfDomain,
  headLength,
  type RecordReading,
} from "./importedFile.ts"
import { storableName } from "../text/storableText.ts"
import type { DomainName } from "../syncs/syncRuns.ts"
import { describeUnknownFile } from "./describeUnknownFile.ts"

// Half of it makes a store of plays work half as much again, since each batch recounts rollups; twice as much gains
// nothing. A killed import repeats less than a second of work.
export const batchSize = 20_000

// The first batch of a part is small, so that somebody who watches soon sees how it goes.
const firstBatchSize = 2_000

// With gigabytes between two rows, as among the heartbeats of a health export, a killed import repeats at most these.
const batchBytes = 32 << 20

// Entries are written by people; the manual import over HTTP takes as much.
const maxEntriesBytes = 8 << 20

/** A part of a file: itself, or a file of an archive. */
interface FoundPart {
  /** Its place in the archive, from 0. */
  readonly place: number
  readonly name: string
}

/** Something that a file holds: a part, and after it its rows in batches, or its entries. All of it is plain data. */
export type Found =
  | (FoundPart & {
      readonly kind: "records"
      readonly domain: DomainName
      readonly format: string
      readonly version: number
      /** True if the user named the format. */
      readonly named: boolean
      /** True for a file in an archive. */
      readonly packed: boolean
    })
  | (FoundPart & { readonly kind: "entries"; readonly domain: DomainName; readonly format: string })
  | (FoundPart & { readonly kind: "unknown"; readonly reason: string })
  | { readonly kind: "rows"; readonly rows: ReadonlyArray<ExportRow<unknown>>; readonly last: boolean }
  | ({ readonly kind: "entries read" } & EntriesRead)

/** A part that is being read. */
type OpenPart = { readonly place: number } & (
  | { readonly kind: "records"; readonly rows: RecordReading["rows"] }
  | { readonly kind: "entries"; readonly text: GrowingBytes; readonly read: EntryReading["entries"] }
  | { readonly kind: "passed over" }
)

/** A name that a terminal shows as it is, and every store keeps. */
const shownName = (name: string): string => storableName(name.replaceAll(/\p{Cc}/gu, " "))

/** Finds out the formats of the files in a file, and reads them piece by piece. */
export class FileReader {
  readonly #name: string
  readonly #formats: ReadonlyArray<FormatsOfDomain>
  readonly #choice: FileChoice
  readonly #chosen: ChosenFormat | undefined
  #head = new GrowingBytes()
  #part: OpenPart | undefined
  #rows: Array<ExportRow<unknown>> = []
  #size = firstBatchSize
  #nextSize = batchSize
  #passed = 0
  #places = 0
  #packed = false

  /** The first domain that knows a part has it, among those that the choice leaves. */
  constructor(name: string, formats: ReadonlyArray<FormatsOfDomain>, choice: FileChoice) {
    this.#name = name
    this.#formats = importersFor(formats, choice)
    this.#choice = choice
    this.#chosen = chosenBy(choice, this.#formats)
  }

  /** Skips the rest of a file. */
  skip(place: number): void {
    if (this.#part?.place === place) this.#part = { place, kind: "passed over" }
  }

  /** True if the rest is useless: the file is not an archive, and is skipped. */
  get done(): boolean {
    return this.#part?.kind === "passed over" && !this.#packed
  }

  /** Makes the next batches so large at most. */
  fit(rows: number): void {
    this.#nextSize = Math.min(batchSize, rows)
  }

  take(piece: FilePiece, now: EpochMillis): ReadonlyArray<Found> {
    const last = piece.last || piece.problem !== undefined
    const found: Array<Found> = []
    let { bytes } = piece
    if (this.#part === undefined) {
      this.#head.append(bytes)
      if (this.#head.length < headLength && !last) return []
      bytes = this.#head.bytes
      found.push(this.#open({ ...piece, last }, bytes, now))
      this.#head = new GrowingBytes()
    }
    const part = this.#part
    if (part?.kind === "records") this.#readRows(part.rows, { ...piece, bytes, last }, found)
    if (part?.kind === "entries") {
      if (part.text.length <= maxEntriesBytes) part.text.append(bytes)
      if (last) found.push({ kind: "entries read", ...entriesIn(part.text, part.read) })
    }
    if (!last) return found
    this.#rows = []
    this.#size = firstBatchSize
    this.#passed = 0
    this.#part = undefined
    return found
  }

  #open({ last, part: path, problem }: FilePiece, bytes: Uint8Array, now: EpochMillis): Found {
    const place = this.#places++
    const packed = (this.#packed = path !== "")
    const name = packed ? path : this.#name
    const text = new TextDecoder().decode(bytes, { stream: !last })
    const head: FileHead = { bytes, text, whole: last, name, packed, now }
    const part = { place, name: shownName(name) }
    for (const { domain, imports } of this.#formats) {
      const reading = imports.recognise(head, this.#chosen)
      if (reading === undefined) continue
      const { format } = reading
      if (reading.kind === "entries") {
        this.#part = { place, kind: "entries", text: new GrowingBytes(), read: reading.entries }
        return { ...part, kind: "entries", domain, format }
      }
      this.#part = { place, kind: "records", rows: reading.rows }
      const named = this.#choice.format !== ""
      return { ...part, kind: "records", domain, format, version: reading.version ?? 1, named, packed }
    }
    this.#part = { place, kind: "passed over" }
    const why = describeUnknownFile(head, this.#choice.format, couldBeIn(this.#formats, head))
    return { ...part, kind: "unknown", reason: problem ?? why }
  }

  #readRows(read: RecordReading["rows"], { bytes, last, problem }: FilePiece, found: Array<Found>): void {
    const endBatch = (last: boolean) => {
      found.push({ kind: "rows", rows: this.#rows, last })
      this.#rows = []
      this.#passed = 0
    }
    for (const row of read(bytes, last)) {
      this.#rows.push(row)
      if (this.#rows.length < this.#size) continue
      endBatch(false)
      this.#size = this.#nextSize
    }
    this.#passed += bytes.length
    if (this.#passed >= batchBytes && this.#rows.length > 0 && !last) endBatch(false)
    if (problem !== undefined)
      this.#rows.push({ line: 0, problem: `it cannot be unpacked from here on: ${problem}` })
    if (last) endBatch(true)
  }
}

const entriesIn = (text: GrowingBytes, read: EntryReading["entries"]): EntriesRead =>
  text.length > maxEntriesBytes
    ? { problem: "it is longer than 8 MiB" }
    : read(new TextDecoder().decode(text.bytes))

/** A file being read, here or in a thread: its contents, and control over the next read. */
export interface FileBeingRead<E = never, R = never> extends Pick<FileReader, "fit" | "skip"> {
  readonly found: Stream.Stream<Found, E, R>
}

/** Reads a file in this thread, one batch ahead. Without a choice its content decides whose it is. */
export const readHere = <E, R>(
  name: string,
  formats: ReadonlyArray<FormatsOfDomain>,
  pieces: Stream.Stream<FilePiece, E, R>,
  choice: FileChoice = byContent,
): FileBeingRead<E, R> => {
  const reader = new FileReader(name, formats, choice)
  return {
    fit: (rows) => reader.fit(rows),
    skip: (place) => reader.skip(place),
    found: pieces.pipe(
      Stream.mapEffect((piece) => Effect.map(Clock.currentTimeMillis, (now) => reader.take(piece, now))),
      Stream.takeUntil(() => reader.done),
      Stream.flattenIterable,
      // One batch at a time waits for the store.
      Stream.rechunk(1),
      Stream.buffer({ capacity: 1 }),
    ),
  }
}
