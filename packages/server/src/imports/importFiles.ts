import {
  FileTooLong,
  ImportFiles,
  type UploadStore,
  maxImportBytes,
  StorageUnavailable,
} from "@daybook/kernel"
import { DataFolder } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { createHash, randomUUID } from "node:crypto"
import { createReadStream } from "node:fs"
import { open, readdir, rename, rm, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import { syncNames } from "../fsync.ts"

/** Free bytes that a file must leave: imports and syncs are refused with less. */
const leftFree = 64 << 20

/** Bytes between two looks at the room that is left. */
const lookedAtEvery = 64 << 20

const chunkSize = 256 * 1024

/** A file not written to for this many milliseconds belongs to a process that ended. */
const abandonedAfter = 60_000

/** The end of the name of a file that has not come to its end. */
const half = ".part"

const unavailable = (cause: unknown) => {
  const full =
    cause instanceof Error && "code" in cause && (cause.code === "ENOSPC" || cause.code === "EDQUOT")
  return new StorageUnavailable({
    message: full
      ? "The disk of DATA_DIR is full. Free some space and upload the file again"
      : "Cannot store files in DATA_DIR; the log has the reason",
    retryAfter: 60,
  })
}

const attempt = <A>(work: () => Promise<A>) =>
  Effect.tryPromise({ try: work, catch: (cause) => cause }).pipe(
    Effect.tapError((cause) => Effect.logWarning("an imported file cannot be stored or read", cause)),
    Effect.mapError(unavailable),
  )

/** The names that `receive` makes. */
const ownName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.part)?$/

/** The path of a file in the folder; undefined for a name that none has here: a name on record may be anything. */
const pathIn = (folder: string, name: string): string | undefined =>
  ownName.test(name) ? join(folder, name) : undefined

const roomFor = Effect.fnUntraced(function* (folder: string, bytes: number) {
  const { bavail, bsize } = yield* attempt(() => statfs(folder))
  if (bavail * bsize >= bytes + leftFree) return
  return yield* new StorageUnavailable({
    message: `Not enough disk space in DATA_DIR for this file. Free some space and upload it again`,
    retryAfter: 60,
  })
})

/** Writes a file of a folder. Returns the hash of its bytes. */
const write = Effect.fnUntraced(function* <E>(
  folder: string,
  name: string,
  bytes: Stream.Stream<Uint8Array, E>,
) {
  const hash = createHash("sha256")
  let length = 0
  let looked = 0
  const file = yield* Effect.acquireRelease(
    attempt(() => open(join(folder, name), "wx", 0o600)),
    (file) => Effect.ignore(Effect.tryPromise(() => file.close())),
  )
  yield* Stream.runForEach(bytes, (piece) =>
    Effect.gen(function* () {
      length += piece.length
      if (length > maxImportBytes) return yield* tooLong
      hash.update(piece)
      yield* attempt(() => file.writeFile(piece))
      if (length < looked + lookedAtEvery) return
      looked = length
      yield* roomFor(folder, 0)
    }),
  )
  yield* attempt(() => file.sync())
  return hash.digest("hex")
}, Effect.scoped)

/** Files stored in a folder, which only this process uses if it is `alone`. */
const keptIn = (folder: string, alone: boolean): UploadStore => {
  /** The names that this process has given, until their files are on record. */
  const given = new Set<string>()
  const remove = (name: string) => {
    const path = pathIn(folder, name)
    return path === undefined
      ? Effect.void
      : Effect.ignore(Effect.tryPromise(() => rm(path, { force: true })))
  }
  const look = (name: string) => {
    const path = pathIn(folder, name)
    return path === undefined
      ? Effect.succeedNone
      : Effect.option(Effect.tryPromise(async () => ({ path, found: await stat(path) })))
  }

  const receive = Effect.fnUntraced(function* <E>(
    bytes: Stream.Stream<Uint8Array, E>,
    length: number | undefined,
  ) {
    yield* attempt(async () => DataFolder.makeFolder(folder))
    yield* roomFor(folder, length ?? 0)
    const file = randomUUID()
    const part = `${file}${half}`
    given.add(file).add(part)
    const written = Effect.gen(function* () {
      const fingerprint = yield* write(folder, part, bytes)
      yield* attempt(() => rename(join(folder, part), join(folder, file)))
      syncNames(folder)
      return { file, fingerprint }
    })
    return yield* written.pipe(
      Effect.onError(() => remove(part)),
      Effect.ensuring(Effect.sync(() => given.delete(part))),
    )
  })

  const kept = Effect.fnUntraced(function* (file: string) {
    return Option.map(yield* look(file), ({ found, path }) => ({
      path,
      length: found.size,
      bytes: Stream.suspend(() =>
        Stream.fromAsyncIterable<Uint8Array, StorageUnavailable>(
          createReadStream(path, { highWaterMark: chunkSize }),
          unavailable,
        ),
      ),
    }))
  })

  /** True for a file that no one writes to, and that is on no record. */
  const isAbandoned = Effect.fnUntraced(function* (name: string, keep: ReadonlySet<string>) {
    if (keep.has(name)) given.delete(name)
    if (keep.has(name) || given.has(name)) return false
    if (alone) return true
    const file = yield* look(name)
    return Option.isSome(file) && Math.abs(Date.now() - file.value.found.mtimeMs) > abandonedAfter
  })

  const sweep = Effect.fnUntraced(function* (keep: ReadonlySet<string>) {
    const names = yield* Effect.orElseSucceed(
      Effect.tryPromise(() => readdir(folder)),
      (): ReadonlyArray<string> => [],
    )
    for (const name of names) if (yield* isAbandoned(name, keep)) yield* remove(name)
  })

  return { receive, open: kept, remove, sweep }
}

const tooLong = Effect.fail(new FileTooLong())

/**
 * Stores files that are sent to this server in DATA_DIR. Several servers may use one folder, unless this one is
 * `alone`.
 */
export const layer = (dataDir: string, alone: boolean): Layer.Layer<never> =>
  Layer.succeed(ImportFiles, keptIn(join(dataDir, "imports"), alone))
