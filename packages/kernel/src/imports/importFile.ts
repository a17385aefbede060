import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { BatchStore } from "../syncs/batches.ts"
import type { EpochMillis } from "../dates/calendar.ts"
import { cursorCodec } from "../syncs/cursor.ts"
import { setDoubtfulAside } from "./doubtful.ts"
import { futureReason } from "../syncs/rejectFuture.ts"
import type { FileBeingRead, Found } from "./fileReader.ts"
import type {
  EntriesRead,
  ExportRow,
  FileImport,
  ImportCounts,
  Importer,
  ImportPart,
  PartOutcome,
} from "./importedFile.ts"
import { ImportTally } from "./importTally.ts"
import { storageRoom } from "../storageRoom.ts"

// While others use the store, they wait little longer than a batch of this many milliseconds, and all of them get
// their turn between two batches.
const sharedBatchMillis = 100
const maxGap = 100
const smallestBatchSize = 500

const cursors = cursorCodec(
  Schema.Struct({
    rows: Schema.Natural,
    finished: Schema.Boolean,
    // The counts before the batch with this cursor; earlier versions kept neither.
    items: Schema.optionalKey(Schema.Natural),
    stored: Schema.optionalKey(Schema.Natural),
    // The import that stored the batch, if it is on record.
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
  readonly file: FileBeingRead<E, R>
  /** The domains of the formats that the file is read by. */
  readonly importers: ReadonlyArray<Importer<R>>
  /**
   * Its number, if on record: the process may have been killed after a file's last batch and before its end was
   * noted.
   */
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

/** A part that is being stored. */
interface OpenPart<R> extends Pick<ImportPart, "name" | "domain" | "format"> {
  readonly place: number
  readonly tally: ImportTally
  readonly target?: Target
  readonly storeEntries?: NonNullable<FileImport<R>["storeEntries"]>
}

type FoundRecords = Extract<Found, { readonly kind: "records" }>
type FoundRows = Extract<Found, { readonly kind: "rows" }>

/** The row, or a problem if its item cannot be stored or has not happened yet. */
const storableRow = (
  row: ExportRow<unknown>,
  { happened, problemOf }: Pick<BatchStore<unknown>, "happened" | "problemOf">,
  now: EpochMillis,
): ExportRow<unknown> => {
  const found = "item" in row ? { item: row.item } : "doubtful" in row ? { item: row.doubtful } : undefined
  if (found === undefined) return row
  const problem =
    problemOf?.(found.item) ?? (happened === undefined ? undefined : futureReason(happened, found.item, now))
  return problem === undefined ? row : { line: row.line, problem }
}

const endOf = (
  { domain, format, name }: Pick<ImportPart, "name" | "domain" | "format">,
  outcome: PartOutcome,
  reason: string,
  known = 0,
): ImportPart => ({ name, domain, format, outcome, stored: 0, known, reason })

const none: ImportCounts = { rows: 0, stored: 0, known: 0, setAside: 0 }

const sumOf = (one: ImportCounts, other: ImportCounts): ImportCounts => ({
  rows: one.rows + other.rows,
  stored: one.stored + other.stored,
  known: one.known + other.known,
  setAside: one.setAside + other.setAside,
})

/** Opens the store of a part where an earlier run ended. Returns the end of the part instead if it is known already. */
const openRecords = Effect.fnUntraced(function* <E, R>(
  { fingerprint, id }: FileToImport<E, R>,
  of: OpenPart<R>,
  { named, packed, place, version }: FoundRecords,
  { store: openStore, things }: FileImport<R>,
) {
  if (openStore === undefined) return yield* Effect.die(`${of.domain} has no store for records`)
  // A file that was read as one format may be read again as another one.
  const source = `import ${fingerprint}${packed ? ` ${place}` : ""}${named ? ` as ${of.format}` : ""}`
  const store = yield* openStore
  const cursor = yield* cursors.read(source, yield* store.cursor(source))
  const before = Option.getOrUndefined(Option.filter(cursor, (one) => (one.version ?? 1) >= version))
  // A file that this import finished itself is read again, so that its report includes what was stored.
  if (before?.finished === true && (id === undefined || before.by !== id))
    return { known: endOf(of, "known already", "imported before", before.items ?? before.rows) }
  return { part: { ...of, tally: new ImportTally(things, before), target: { source, version, store } } }
})

/** Stores rows of a part, with its position. Returns false if an earlier run did. */
const saveRows = Effect.fnUntraced(function* <E, R>(
  { file, id, shared = false }: FileToImport<E, R>,
  { source, store, version }: Target,
  part: OpenPart<R>,
  { last, rows }: FoundRows,
) {
  const { tally } = part
  const now = yield* Clock.currentTimeMillis
  const storable = rows.map((row) => storableRow(row, store, now))
  const items = (yield* setDoubtfulAside(part, store, storable)).flatMap((row) => {
    const found = tally.itemOf(row)
    return found === undefined ? [] : [found.item]
  })
  if (tally.repeats && !last) return false
  const { items: counted, rows: place, stored } = tally
  const by = id === undefined ? {} : { by: id }
  const cursor = cursors.write({ rows: place, finished: last, items: counted, stored, version, ...by })
  tally.stored += yield* store.store(items, { source, cursor })
  if (!shared) return true
  const took = (yield* Clock.currentTimeMillis) - now
  file.fit(Math.max(smallestBatchSize, Math.floor((rows.length * sharedBatchMillis) / Math.max(1, took))))
  yield* Effect.sleep(Math.min(maxGap, took / 5))
  return true
})

/**
 * Imports a file, or each file of an archive, into the domains that recognize it, and reports the outcome of each.
 *
 * Stores the items of a file in batches, each with its position in one transaction: after a kill, the next run of the
 * same file resumes after the last batch, and a file that this version of its reader has finished is not read again.
 * It fails before a batch that `storageRoom` has no space for.
 */
export const importFile = Effect.fn("Kernel.importFile")(function* <E, R>(asked: FileToImport<E, R>) {
  const { endedBefore, file, importers, report = () => Effect.void } = asked
  let ended = none
  let read = 0
  let saved = false
  let part: OpenPart<R> | undefined
  const done = () => (part === undefined ? ended : sumOf(ended, part.tally))
  const at = () => ({ ...done(), read, saved })

  const tellEnd = (place: number, part: ImportPart) =>
    Effect.suspend(() => report({ ...at(), ended: { place, part } }))

  /** Reports the end of a file that is not read, or not further. */
  const passOver = (place: number, end: ImportPart) => {
    file.skip(place)
    part = undefined
    ended = sumOf(ended, { ...none, rows: end.stored + end.known, stored: end.stored, known: end.known })
    return tellEnd(place, end)
  }

  const begin = Effect.fnUntraced(function* (found: Exclude<Found, { kind: "rows" | "entries read" }>) {
    const { name, place } = found
    if (found.kind === "unknown")
      return yield* passOver(place, endOf({ domain: "", format: "", name }, "not understood", found.reason))
    const { domain, format } = found
    const before = endedBefore?.get(place)
    if (before?.domain === domain) return yield* passOver(place, before)
    const { imports } = mustKnow(importers, domain)
    const { storeEntries, things } = imports
    const tally = new ImportTally(things)
    part = { domain, format, name, place, tally, ...(storeEntries && { storeEntries }) }
    if (found.kind !== "records") return
    const opened = yield* openRecords(asked, part, found, imports)
    if (opened.known !== undefined) return yield* passOver(place, opened.known)
    part = opened.part
  })

  const end = ({ place, tally, ...of }: OpenPart<R>, outcome: ImportPart = tally.endOf(of)) => {
    ended = sumOf(ended, tally)
    part = undefined
    return tellEnd(place, outcome)
  }

  const saveEntries = Effect.fnUntraced(function* (of: OpenPart<R>, found: EntriesRead) {
    if ("problem" in found) return yield* end(of, endOf(of, "not understood", found.problem))
    if (of.storeEntries === undefined) return yield* Effect.die(`${of.domain} has no store for entries`)
    const { rows: before } = ended
    const progress = (rows: number, all: number) =>
      report({ ...at(), rows: before + rows, read: before + all })
    of.tally.addEntries(yield* of.storeEntries(found.entries, progress))
    saved = true
    yield* end(of)
  })

  const take = Effect.fnUntraced(function* (found: Found) {
    if (found.kind === "rows") read += found.rows.length
    else if (found.kind !== "entries read") return yield* begin(found)
    // The rest of a skipped file was on its way.
    if (part === undefined) return
    yield* storageRoom
    if (found.kind === "entries read") return yield* saveEntries(part, found)
    if (part.target !== undefined && (yield* saveRows(asked, part.target, part, found))) saved = true
    if (found.last) return yield* end(part)
    yield* report(at())
  })

  yield* Stream.runForEach(file.found, take)
  return done()
})

const mustKnow = <R>(importers: ReadonlyArray<Importer<R>>, domain: string): Importer<R> => {
  const found = importers.find((importer) => importer.domain === domain)
  if (found === undefined) throw new Error(`a file was assigned to ${domain}, which takes no files`)
  return found
}
