import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { BatchStore } from "./batches.ts"
import type { EpochMillis } from "./calendar.ts"
import { byContent, chosenBy, couldBeIn, type FileChoice, importersFor } from "./chosenFormat.ts"
import { cursorCodec } from "./cursor.ts"
import { setDoubtfulAside } from "./doubtful.ts"
import { GrowingBytes } from "./growingBytes.ts"
import { futureOf } from "./happened.ts"
import {
  type EntryReading,
  type ExportRow,
  type FileHead,
  type FilePiece,
  headLength,
  type ImportCounts,
  type Importer,
  type ImportPart,
  type PartOutcome,
  type RecordReading,
} from "./importedFile.ts"
import { ImportTally } from "./importTally.ts"
import { storageRoom } from "./storageRoom.ts"
import { storableName } from "./storableText.ts"
import { whyUnknown } from "./unknownFile.ts"

// Half of it costs a store of plays half as much work again, since sums are counted anew in each batch; twice as much
// gains nothing. A killed import repeats less than a second of work.
const batchSize = 20_000

// The first batch of a part is small, so that somebody who watches soon sees how it goes.
const firstBatchSize = 2_000

// Of gigabytes between two rows, as among the heartbeats of a health export, a killed import repeats no more than these.
const batchBytes = 32 << 20

// Where others use the store meanwhile, nobody waits for much longer than a batch of this many milliseconds, and between two
// of them all who wait have their turn.
const sharedBatchMillis = 500
const longestGap = 100
const smallestBatchSize = 500

// Entries are written by people; the manual import over HTTP takes as much.
const longestEntries = 8 << 20

const cursors = cursorCodec(
  Schema.Struct({
    rows: Schema.Natural,
    finished: Schema.Boolean,
    // The counts before the batch with this cursor; earlier versions kept neither.
    items: Schema.optionalKey(Schema.Natural),
    stored: Schema.optionalKey(Schema.Natural),
    // The import that stored the batch, where it is on record.
    by: Schema.optionalKey(Schema.Natural),
    // The version of the reader.
    version: Schema.optionalKey(Schema.Natural),
  }),
)

export interface EndedPart {
  readonly place: number
  readonly part: ImportPart
}

/** How far an import is, after each batch. */
export interface ImportReport extends ImportCounts {
  /** Records read, which runs ahead of those done. */
  readonly read: number
  /** True once this run has stored a batch, or entries. */
  readonly saved: boolean
  /** The part that has just ended, with its place in the archive, from 0. */
  readonly ended?: EndedPart
}

/** A file, and the domains that it may go to. */
export interface FileToImport<E, R> {
  /** Equal for the same content, whatever the file is called. */
  readonly fingerprint: string
  /** The file's own name. */
  readonly name: string
  readonly pieces: Stream.Stream<FilePiece, E, R>
  /** The domains that may take its parts; the first that knows a part has it. */
  readonly importers: ReadonlyArray<Importer<R>>
  /** The domain and the format that a person names; without them the content decides. */
  readonly choice?: FileChoice
  /** Its number, where it is on record: it may have been killed after a part's last batch and before the part's end was noted. */
  readonly id?: number
  /** The parts that an earlier run of this import has ended, by their places. */
  readonly endedBefore?: ReadonlyMap<number, ImportPart>
  readonly report?: (report: ImportReport) => Effect.Effect<void>
  /** True where others use the store meanwhile: batches are then as small as they need. */
  readonly shared?: boolean
}

/** The place that the records of a part go to. */
interface Target {
  readonly source: string
  /** The version of the reader of the part. */
  readonly version: number
  readonly store: BatchStore<unknown>
}

/** A part that is being read. */
interface OpenPart<R> extends Pick<ImportPart, "name" | "domain" | "format"> {
  readonly place: number
  readonly tally: ImportTally
  readonly target?: Target
  readonly rows?: (bytes: Uint8Array, last: boolean) => ReadonlyArray<ExportRow<unknown>>
  readonly entries?: { readonly text: GrowingBytes; readonly run: EntryReading<R>["run"] }
  /** Its end, where it is known from its head: nothing more of it is read. */
  readonly end?: ImportPart
}

/** Some rows of a part, in the order of the file. */
interface Batch<R> {
  readonly part: OpenPart<R>
  readonly rows: ReadonlyArray<ExportRow<unknown>>
  readonly last: boolean
}

/** The row, or a problem where its item cannot be stored or has not happened yet. */
const storableRow = (
  row: ExportRow<unknown>,
  { happened, problemOf }: Pick<BatchStore<unknown>, "happened" | "problemOf">,
  now: EpochMillis,
): ExportRow<unknown> => {
  const found = "item" in row ? { item: row.item } : "doubtful" in row ? { item: row.doubtful } : undefined
  if (found === undefined) return row
  const problem =
    problemOf?.(found.item) ?? (happened === undefined ? undefined : futureOf(happened, found.item, now))
  return problem === undefined ? row : { line: row.line, problem }
}

/** A name that a terminal shows as it is, and every store keeps. */
const shownName = (name: string): string => storableName(name.replaceAll(/\p{Cc}/gu, " "))

const endOf = (
  { domain, format, name }: Pick<ImportPart, "name" | "domain" | "format">,
  outcome: PartOutcome,
  reason: string,
  known = 0,
): ImportPart => ({ name, domain, format, outcome, stored: 0, known, reason })

/** Reads pieces of files into batches of rows; each file goes to the domain that knows its head. */
const makeReader = <E, R>({
  choice = byContent,
  endedBefore,
  fingerprint,
  id,
  importers: all,
  name: fileName,
}: FileToImport<E, R>) => {
  const importers = importersFor(all, choice)
  const chosen = chosenBy(choice, importers)
  let head = new GrowingBytes()
  let part: OpenPart<R> | undefined
  let rows: Array<ExportRow<unknown>> = []
  let size = firstBatchSize
  let nextSize = batchSize
  let passed = 0
  let places = 0
  let read = 0

  const openRecords = Effect.fnUntraced(function* (
    part: OpenPart<R>,
    source: string,
    reading: RecordReading<R>,
    things: string,
  ) {
    const store = yield* reading.store
    const { version = 1 } = reading
    const cursor = yield* cursors.read(source, yield* store.cursor(source))
    const saved = Option.getOrUndefined(Option.filter(cursor, (one) => (one.version ?? 1) >= version))
    // A part that this import finished itself is read again, so that its end tells what was stored.
    if (saved?.finished === true && (id === undefined || saved.by !== id))
      return { ...part, end: endOf(part, "known already", "imported before", saved.items ?? saved.rows) }
    return {
      ...part,
      tally: new ImportTally(things, saved),
      target: { source, version, store },
      rows: reading.rows,
    }
  })

  const open = Effect.fnUntraced(function* (
    { last, part: path, problem }: FilePiece,
    bytes: Uint8Array,
  ): Effect.fn.Return<OpenPart<R>, never, R> {
    const place = places++
    const packed = path !== ""
    const name = packed ? path : fileName
    const text = new TextDecoder().decode(bytes, { stream: !last })
    const now = yield* Clock.currentTimeMillis
    const head: FileHead = { bytes, text, whole: last, name, packed, now }
    for (const { domain, imports } of importers) {
      const reading = imports.recognise(head, chosen)
      if (reading === undefined) continue
      const tally = new ImportTally(imports.things)
      const part = { place, name: shownName(name), domain, format: reading.format, tally }
      const before = endedBefore?.get(place)
      if (before?.domain === domain) return { ...part, end: before }
      if (reading.kind === "entries")
        return { ...part, entries: { text: new GrowingBytes(), run: reading.run } }
      // A file that was read as one format may be read again as another one.
      const as = choice.format === "" ? "" : ` as ${reading.format}`
      const source = `import ${fingerprint}${packed ? ` ${place}` : ""}${as}`
      return yield* openRecords(part, source, reading, imports.things)
    }
    const part = { place, name: shownName(name), domain: "", format: "", tally: new ImportTally("") }
    const why = whyUnknown(head, choice.format, couldBeIn(importers, head))
    return { ...part, end: endOf(part, "not understood", problem ?? why) }
  })

  /** The batches that are whole after this piece. */
  const take = Effect.fnUntraced(function* (piece: FilePiece) {
    let { bytes } = piece
    const last = piece.last || piece.problem !== undefined
    if (part === undefined) {
      head.append(bytes)
      if (head.bytes.length < headLength && !last) return []
      bytes = head.bytes
      part = yield* open({ ...piece, last }, bytes)
      head = new GrowingBytes()
    }
    const of = part
    const batches: Array<Batch<R>> = []
    if (of.end === undefined && of.rows !== undefined) {
      for (const row of of.rows(bytes, last)) {
        rows.push(row)
        if (rows.length < size) continue
        batches.push({ part: of, rows, last: false })
        rows = []
        size = nextSize
        passed = 0
      }
      passed += bytes.length
      if (passed >= batchBytes && rows.length > 0 && !last) {
        batches.push({ part: of, rows, last: false })
        rows = []
        passed = 0
      }
      if (piece.problem !== undefined)
        rows.push({ line: 0, problem: `it cannot be unpacked from here on: ${piece.problem}` })
    }
    if (of.entries !== undefined && of.entries.text.length <= longestEntries) of.entries.text.append(bytes)
    if (!last) return batches
    batches.push({ part: of, rows, last })
    rows = []
    size = firstBatchSize
    passed = 0
    part = undefined
    return batches
  })

  return {
    take: (piece: FilePiece) =>
      Effect.map(take(piece), (batches) => {
        for (const { rows } of batches) read += rows.length
        return batches
      }),
    /** Records read so far. */
    read: () => read,
    /** Makes the next batches as large as may be, after one that took so long. */
    fit: (rows: number, millis: number) => {
      const fitting = Math.floor((rows * sharedBatchMillis) / Math.max(1, millis))
      nextSize = Math.min(batchSize, Math.max(smallestBatchSize, fitting))
    },
  }
}

/**
 * Imports a file, or each file of an archive, into the domains that know them, and tells of each what became of it.
 *
 * Stores the items of a part in batches, each with its place in the part in one transaction: killed anywhere, the next run of the
 * same file carries on after the last batch, and a part that this version of its reader has finished is not read again.
 * While a batch is stored the next one is read; no more than those two and the one between are held. It fails before a
 * batch for which there is no `storageRoom`.
 */
export const importFile = Effect.fn("Kernel.importFile")(function* <E, R>(file: FileToImport<E, R>) {
  const { id, pieces, report = () => Effect.void, shared = false } = file
  const by = id === undefined ? {} : { by: id }
  const reader = makeReader(file)
  const done = { rows: 0, stored: 0, known: 0, setAside: 0 }
  let told: ImportCounts = { rows: 0, stored: 0, known: 0, setAside: 0 }
  let saved = false
  const at = () => ({ ...done, read: reader.read(), saved })

  const tellEnd = (place: number, part: ImportPart) =>
    Effect.suspend(() => report({ ...at(), ended: { place, part } }))

  /** Adds what was counted of a part since the last time. */
  const count = (tally: ImportTally) => {
    done.rows += tally.rows - told.rows
    done.stored += tally.stored - told.stored
    done.known += tally.known - told.known
    done.setAside += tally.setAside - told.setAside
    const { known, rows, setAside, stored } = tally
    told = { known, rows, setAside, stored }
  }

  const save = Effect.fnUntraced(function* (
    { source, store, version }: Target,
    { last, part, rows }: Batch<R>,
  ) {
    const { tally } = part
    const now = yield* Clock.currentTimeMillis
    const storable = rows.map((row) => storableRow(row, store, now))
    const items = (yield* setDoubtfulAside(part, store, storable)).flatMap((row) => {
      const found = tally.itemOf(row)
      return found === undefined ? [] : [found.item]
    })
    if (tally.repeats && !last) return
    const { items: counted, rows: place, stored } = tally
    const cursor = cursors.write({ rows: place, finished: last, items: counted, stored, version, ...by })
    tally.stored += yield* store.store(items, { source, cursor })
    saved = true
    if (!shared) return
    const took = (yield* Clock.currentTimeMillis) - now
    reader.fit(rows.length, took)
    yield* Effect.sleep(Math.min(longestGap, took / 5))
  })

  const runEntries = Effect.fnUntraced(function* (
    { tally, ...part }: OpenPart<R>,
    { run, text }: NonNullable<OpenPart<R>["entries"]>,
  ) {
    if (text.length > longestEntries) return endOf(part, "not understood", "it is longer than 8 MiB")
    const asked = (rows: number, all: number) =>
      report({ ...at(), rows: done.rows + rows, read: done.rows + all })
    return yield* run(new TextDecoder().decode(text.bytes), asked).pipe(
      Effect.map((imported) => {
        saved = true
        tally.addEntries(imported)
        return tally.endOf(part)
      }),
      Effect.catch(({ message }) => Effect.succeed(endOf(part, "not understood", message))),
    )
  })

  const storeBatch = Effect.fnUntraced(function* (batch: Batch<R>) {
    const { end, entries, place, tally, target } = batch.part
    if (end !== undefined) {
      done.rows += end.stored + end.known
      done.stored += end.stored
      done.known += end.known
      return yield* tellEnd(place, end)
    }
    yield* storageRoom
    const ended = entries === undefined ? undefined : yield* runEntries(batch.part, entries)
    if (target !== undefined) yield* save(target, batch)
    count(tally)
    if (!batch.last) return yield* report(at())
    told = { rows: 0, stored: 0, known: 0, setAside: 0 }
    yield* tellEnd(place, ended ?? tally.endOf(batch.part))
  })

  yield* pieces.pipe(
    Stream.mapEffect(reader.take),
    Stream.flattenIterable,
    // One batch at a time waits for the store.
    Stream.rechunk(1),
    Stream.buffer({ capacity: 1 }),
    Stream.runForEach(storeBatch),
  )
  return done
})
