import { Exporting, StorageUnavailable } from "@daybook/kernel"
import { Everything } from "@daybook/storage-sql"
import { DataFolder } from "@daybook/storage-sqlite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import { randomUUID } from "node:crypto"
import { access, open, readdir, rename, rm, stat } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { syncNames } from "../fsync.ts"
import { ExportFailed, notExported } from "./exportError.ts"
import { type ExportCounts, writeZip } from "./writeZip.ts"

const attempt = <A>(work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: notExported })

/** A file open for writing and reading, accessible only to its owner; it is closed with the scope. */
const openFile = (path: string) =>
  Effect.acquireRelease(
    attempt(() => open(path, "wx+", 0o600)),
    (file) => Effect.ignore(Effect.tryPromise(() => file.close())),
  )

/** Milliseconds after which a temporary file has no writer any more. */
const abandoned = 24 * 60 * 60 * 1_000

/** Removes temporary files that processes left when they were killed. */
const sweep = Effect.fnUntraced(function* (folder: string) {
  const now = yield* Clock.currentTimeMillis
  for (const name of yield* attempt(() => readdir(folder))) {
    if (!/^\.[0-9a-f-]{36}\.part$/.test(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = yield* attempt(() => stat(path))
    if (now - mtimeMs > abandoned) yield* attempt(() => rm(path, { force: true }))
  }
})

/**
 * Writes a temporary file, and renames it once all of it is on disk: a partial file never has the final name. An
 * existing file stays, and the work fails.
 */
export const writeWhole = <A, E, R>(
  path: string,
  write: (file: Effect.Success<ReturnType<typeof openFile>>) => Effect.Effect<A, E, R>,
) =>
  Effect.gen(function* () {
    const there = yield* Effect.option(Effect.tryPromise(() => stat(path)))
    if (there._tag === "Some")
      return yield* new ExportFailed({ message: `${path} already exists: choose another file` })
    const folder = dirname(resolve(path))
    yield* Effect.mapError(
      Effect.tryPromise(() => access(folder)),
      () =>
        new ExportFailed({ message: `There is no folder ${folder}: make it first, or choose another one` }),
    )
    yield* Effect.ignore(sweep(folder))
    const part = join(folder, `.${randomUUID()}.part`)
    yield* Effect.addFinalizer(() => Effect.ignore(Effect.tryPromise(() => rm(part, { force: true }))))
    const file = yield* openFile(part)
    const result = yield* write(file)
    yield* attempt(() => file.sync())
    yield* attempt(() => rename(part, path))
    syncNames(folder)
    return result
  }).pipe(Effect.scoped)

/** Writes everything stored into a new file. */
export const exportTo = Effect.fn("Server.exportTo")(function* (
  path: string,
  report?: (counts: ExportCounts) => void,
) {
  const rows = yield* Everything.StoredRows
  return yield* writeWhole(path, (file) =>
    rows.read((everything) =>
      everything.tables.length === 0
        ? Effect.fail(
            notExported(
              "the store was never started, so there is nothing to export: check DATA_DIR or DATABASE_URL",
            ),
          )
        : writeZip(everything, file, report),
    ),
  ).pipe(Effect.mapError(notExported))
})

const unavailable = (cause: unknown) =>
  Effect.andThen(
    Effect.logWarning("an export cannot be written to DATA_DIR", cause),
    Effect.fail(
      new StorageUnavailable({
        message: "Cannot write the export to DATA_DIR. Free some space there; the log has the reason",
        retryAfter: 60,
      }),
    ),
  )

/**
 * Exports for clients. One is made at a time, in a file of the folder that has no name from the start on, so that none
 * is left behind; a slow client reads from the file, and keeps no one waiting.
 */
export const layer = (dataDir: string) =>
  Layer.effect(
    Exporting,
    Effect.gen(function* () {
      const stored = yield* Everything.StoredRows
      const turns = yield* Semaphore.make(1)
      const make = Effect.gen(function* () {
        const path = join(dataDir, `export-${randomUUID()}.part`)
        yield* attempt(async () => DataFolder.makeFolder(dataDir))
        const file = yield* openFile(path)
        // Windows keeps the name until the file is closed.
        const remove = Effect.ignore(Effect.tryPromise(() => rm(path, { force: true })))
        yield* remove
        yield* Effect.addFinalizer(() => remove)
        yield* turns.withPermits(1)(stored.read((everything) => writeZip(everything, file)))
        const { size } = yield* attempt(() => file.stat())
        return {
          length: size,
          bytes: Stream.suspend(() =>
            Stream.fromAsyncIterable<Uint8Array, StorageUnavailable>(
              file.createReadStream({ start: 0, autoClose: false, highWaterMark: 256 * 1024 }),
              () => new StorageUnavailable({ message: "The export cannot be read again", retryAfter: 60 }),
            ),
          ),
        }
      })
      return Effect.catch(make, unavailable)
    }),
  )
