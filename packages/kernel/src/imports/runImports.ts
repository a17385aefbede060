import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type { FileChoice } from "./chosenFormat.ts"
import { storageUnavailable, type StorageUnavailable } from "../errors.ts"
import type { FileBeingRead } from "./fileReader.ts"
import type { Importer, ImportPart } from "./importedFile.ts"
import { type EndedPart, importFile, type ImportReport } from "./importFile.ts"
import { ImportPace } from "./importPace.ts"
import {
  type FileUnreadable,
  type ImportId,
  type ImportRecord,
  ImportStore,
  type UploadedFile,
  type UploadStore,
} from "./imports.ts"
import { SyncRuns } from "../syncs/syncRuns.ts"

/** The parts of one import that are on record; the others are summed up in one more. */
export const maxStoredParts = 5_000

/** The means of a server to import the files that it receives. */
export interface ImportWork<R> {
  readonly files: UploadStore
  readonly importers: ReadonlyArray<Importer<R>>
  /** Reads a file of this name, as its sender chose; `onBytes` hears how many bytes of it are read. */
  readonly read: (
    file: UploadedFile,
    name: string,
    choice: FileChoice,
    onBytes: (bytes: number) => void,
  ) => FileBeingRead<FileUnreadable | StorageUnavailable>
}

/** Parts that have ended and are not on record yet, with one that stands for those past `maxStoredParts`. */
class EndedParts {
  #waiting: Array<EndedPart> = []
  #more = { parts: 0, unread: 0, stored: 0, known: 0 }

  add(ended: EndedPart): void {
    if (ended.place < maxStoredParts) {
      this.#waiting.push(ended)
      return
    }
    const { known, outcome, stored } = ended.part
    const more = this.#more
    more.parts += 1
    more.unread += outcome === "not understood" ? 1 : 0
    more.stored += stored
    more.known += known
  }

  /** The files that have ended since the last call. */
  take(): ReadonlyArray<EndedPart> {
    const waiting = this.#waiting
    this.#waiting = []
    const { known, parts, stored, unread } = this.#more
    if (parts === 0) return waiting
    const outcome = stored > 0 ? "stored" : known > 0 ? "known already" : "not understood"
    const reason = unread === 0 ? "" : `${unread.toLocaleString("en")} of them were not understood`
    const name = `and ${parts.toLocaleString("en")} more`
    const part: ImportPart = { name, domain: "", format: "", outcome, stored, known, reason }
    return [...waiting, { place: maxStoredParts, part }]
  }
}

const nothingYet: ImportReport = { rows: 0, stored: 0, known: 0, setAside: 0, read: 0, saved: false }

/** A file that was started this often, and each time ended its process, is not started again. */
const maxAttempts = 2

/** Imports a received file, notes once a second how far it is, and goes no further once it is stopped. */
const importReceived = Effect.fn("Kernel.importReceived")(function* <R>(
  { importers, read }: ImportWork<R>,
  { attempts, domain, fingerprint, format, id, name }: ImportRecord,
  file: UploadedFile,
) {
  const store = yield* ImportStore
  const before = yield* store.ended(id)
  const ended = new EndedParts()
  const pace = new ImportPace()
  let at = nothingYet
  let bytesRead = 0

  const note = Effect.gen(function* () {
    const { known, read, rows, saved, setAside, stored } = at
    const share = (bytesRead / Math.max(1, file.length)) * (read === 0 ? 1 : rows / read)
    pace.note(yield* Clock.currentTimeMillis, rows, share)
    // Recorded before the first byte is read: if it is found in this state, the process died on this file.
    const counts = {
      rows,
      stored,
      known,
      setAside,
      secondsLeft: pace.secondsLeft,
      attempts: saved ? 0 : attempts + 1,
    }
    return yield* store.progress(id, counts, ended.take())
    // The import may end meanwhile: parts that were taken and not noted would be missing from its record.
  }).pipe(Effect.uninterruptible)
  const stopped = Effect.sleep("1 second").pipe(
    Effect.andThen(note),
    Effect.repeat({ while: (goesOn) => goesOn }),
  )
  const shownName = name === "" ? "the file" : name
  const importing = importFile({
    fingerprint,
    id,
    file: read(file, shownName, { domain, format }, (bytes) => (bytesRead = bytes)),
    importers,
    shared: true,
    endedBefore: new Map(before.map(({ part, place }) => [place, part])),
    report: (report) =>
      Effect.sync(() => {
        at = report
        if (report.ended !== undefined) ended.add(report.ended)
      }),
  })
  if (attempts >= maxAttempts) {
    const error =
      `the server ended twice while it read ${shownName}, so it is not read again; ` +
      "upload its files one by one to find the one that causes it"
    return void (yield* store.end(id, { status: "failed", error }))
  }
  if (!(yield* note)) return
  const failed = yield* Effect.raceFirst(Effect.asVoid(importing), stopped).pipe(
    Effect.as(""),
    Effect.catchTag("FileUnreadable", ({ message }) => Effect.succeed(message)),
    // A process that stops in order has not ended on this file.
    Effect.onInterrupt(() =>
      store.wait(id, "").pipe(Effect.interruptible, Effect.timeoutOption("2 seconds"), Effect.ignoreCause),
    ),
  )
  yield* note
  yield* store.end(id, { status: failed === "" ? "completed" : "failed", error: failed })
})

const maxPause = 60

/** Idle seconds between two sweeps. */
const sweptEvery = 60

/** Imports a file in its turn: one import runs at a time, over all servers. */
const inTurn = Effect.fnUntraced(function* <R>(
  work: ImportWork<R>,
  record: ImportRecord,
  file: UploadedFile,
) {
  const runs = yield* SyncRuns
  const store = yield* ImportStore
  // A separate fiber, because losing the database's lock interrupts the fiber that holds the turn.
  const fiber = yield* Effect.forkChild(
    Effect.scoped(Effect.andThen(runs.take("imports"), importReceived(work, record, file))),
  )
  const exit = yield* Fiber.await(fiber)
  if (Exit.isSuccess(exit)) return
  const away = storageUnavailable(exit.cause)
  if (away !== undefined || Cause.hasInterruptsOnly(exit.cause)) {
    yield* Effect.logInfo(`import ${record.id} waits: ${away?.message ?? "it was interrupted"}`)
    // A full disk may have space for this line; a database that is down cannot take it.
    if (away !== undefined) yield* Effect.ignoreCause(store.wait(record.id, away.message))
    return yield* Effect.sleep(`${Math.min(away?.retryAfter ?? 1, maxPause)} seconds`)
  }
  yield* Effect.logError(`import ${record.id} failed`, exit.cause)
  yield* store.end(record.id, {
    status: "failed",
    error: `an internal error; the server's log has it as import ${record.id}`,
  })
})

/**
 * Imports the files that this server has received, one after the other, for as long as it runs. After a stop or a kill the
 * same file carries on. A file leaves when its import has ended.
 */
export const runImports = Effect.fnUntraced(function* <R>(work: ImportWork<R>) {
  const store = yield* ImportStore
  const { files } = work
  /** The attempts before this process, by imports that it has started: it may begin one again, when storage is back. */
  const begun = new Map<ImportId, number>()

  const next = Effect.gen(function* () {
    for (const record of yield* store.unfinished) {
      const file = yield* files.open(record.file)
      if (Option.isNone(file)) continue
      const attempts = begun.get(record.id) ?? record.attempts
      begun.set(record.id, attempts)
      yield* inTurn(work, { ...record, attempts }, file.value)
      return true
    }
    return false
  })
  const sweep = Effect.gen(function* () {
    const unfinished = yield* store.unfinished
    yield* files.sweep(new Set(unfinished.map(({ file }) => file)))
  })
  let idle = 0
  const round = Effect.gen(function* () {
    const worked = yield* next
    idle = worked ? 0 : idle + 1
    if (idle % sweptEvery === 0) yield* sweep
    if (!worked) yield* Effect.sleep("1 second")
  }).pipe(
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause as Cause.Cause<never>)
        : Effect.andThen(Effect.logWarning("imports wait for storage", cause), Effect.sleep("10 seconds")),
    ),
  )
  yield* Effect.ignoreCause(sweep)
  return yield* Effect.forever(round)
})
