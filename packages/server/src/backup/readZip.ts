import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { createHash } from "node:crypto"
import type { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { type Entry, openPromise, type ZipFile } from "yauzl"
import { AnyManifest, commentOf, formatVersion, hashInName, Manifest, manifestName } from "./manifest.ts"

// yauzl reads a zip by its directory, with 64-bit sizes: a file cut short is seen at once, and files are read in any order.

/** A file is not a complete export. The message says why. */
export class InvalidExport extends Schema.TaggedError<InvalidExport>()("NoExport", {
  message: Schema.String,
}) {}

const refuse = (message: string) => Effect.fail(new InvalidExport({ message }))

/** The longest manifest that is read: ten times the size with a hundred thousand images. */
const maxManifestBytes = 100 << 20

/** The longest file that is kept in memory as a whole: an image. */
const maxFileBytes = 256 << 20

/** A disk that fails, or a file that is not there, says so with the call that failed; a damaged zip has none. */
const damaged = (cause: unknown) => {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new InvalidExport({
    message:
      cause instanceof Error && "syscall" in cause
        ? `It cannot be read (${reason})`
        : `Not a ZIP file, or part of it is missing or damaged (${reason})`,
  })
}

const attempt = <A>(work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: damaged })

const decodeAny = Schema.decodeUnknownEffect(AnyManifest)
const decodeManifest = Schema.decodeUnknownEffect(Schema.fromJsonString(Manifest))

/** An export whose every part was found to be whole. */
export interface OpenedExport {
  readonly manifest: Manifest
  /** The content of a table's file, piece by piece. */
  readonly read: (file: string) => Stream.Stream<Uint8Array, InvalidExport>
  /** The file of this SHA-256. */
  readonly find: (hash: string) => Effect.Effect<Uint8Array, InvalidExport>
}

const entriesOf = Effect.fnUntraced(function* (zip: ZipFile) {
  const entries = new Map<string, Entry>()
  yield* attempt(async () => {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  })
  return entries
})

const readManifest = Effect.fnUntraced(function* (zip: ZipFile, entry: Entry | undefined) {
  const foreign = "It is a zip file, but not an export of Daybook: it has no manifest"
  if (entry === undefined || entry.uncompressedSize > maxManifestBytes) return yield* refuse(foreign)
  const text = (yield* attempt(() => zip.openReadStreamPromise(entry).then(buffer))).toString()
  const { version } = yield* Effect.mapError(decodeAny(text), () => new InvalidExport({ message: foreign }))
  if (version > formatVersion)
    return yield* refuse(
      `It is of version ${version} of the format, and this version of Daybook reads up to ${formatVersion}: restore it with a newer one`,
    )
  if (zip.comment !== commentOf(text)) return yield* refuse("Its manifest is damaged: its checksum differs")
  return yield* Effect.mapError(
    decodeManifest(text),
    ({ message }) => new InvalidExport({ message: `Its manifest cannot be read: ${message}` }),
  )
})

/**
 * Opens an export, and checks all of it against the checksums of its manifest before returning anything. `report`
 * receives the share that is checked.
 */
export const openExport = Effect.fn("Server.openExport")(function* (
  path: string,
  report: (share: number) => void = () => {},
) {
  const zip = yield* Effect.acquireRelease(
    attempt(() => openPromise(path, { lazyEntries: true, autoClose: false })),
    (zip) => Effect.sync(() => zip.close()),
  )
  const entries = yield* entriesOf(zip)
  const manifest = yield* readManifest(zip, entries.get(manifestName))
  const byHash = new Map(manifest.files.map((name) => [hashInName(name), name]))

  const read = (file: string): Stream.Stream<Uint8Array, InvalidExport> =>
    Stream.unwrap(
      Effect.gen(function* () {
        const entry = entries.get(file)
        if (entry === undefined) return yield* refuse(`${file} is missing in it`)
        const content: Readable = yield* attempt(() => zip.openReadStreamPromise(entry))
        return Stream.fromAsyncIterable<Uint8Array, InvalidExport>(content, damaged)
      }),
    )

  const find = Effect.fnUntraced(function* (hash: string) {
    const entry = entries.get(byHash.get(hash) ?? "")
    if (entry === undefined || entry.uncompressedSize > maxFileBytes)
      return yield* refuse(`The file ${hash} is missing in it`)
    return yield* attempt(() => zip.openReadStreamPromise(entry).then(buffer))
  })

  const all = [...entries.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  let checked = 0
  const check = Effect.fnUntraced(function* (file: string, expected: string, rows?: number) {
    const hash = createHash("sha256")
    let lines = 0
    yield* Stream.runForEach(read(file), (piece) =>
      Effect.sync(() => {
        hash.update(piece)
        checked += piece.length
        report(checked / Math.max(1, all))
        if (rows !== undefined) for (const byte of piece) if (byte === lineBreak) lines += 1
      }),
    )
    if (hash.digest("hex") !== expected || (rows !== undefined && lines !== rows))
      return yield* refuse(`${file} in it is damaged: its checksum differs`)
  })
  for (const { file, rows, sha256: expected } of manifest.tables) yield* check(file, expected, rows)
  for (const file of manifest.files) yield* check(file, hashInName(file))
  return { manifest, read, find } satisfies OpenedExport
})

const lineBreak = 10

/** The lines of a file, in batches of about this number of bytes. */
export const linesOf = (
  content: Stream.Stream<Uint8Array, InvalidExport>,
  bytes = 1 << 20,
): Stream.Stream<ReadonlyArray<string>, InvalidExport> =>
  Stream.suspend(() => {
    let kept: Array<Uint8Array> = []
    let length = 0
    const taken = (): ReadonlyArray<ReadonlyArray<string>> => {
      const whole = Buffer.concat(kept)
      const end = whole.lastIndexOf(lineBreak)
      const rest = whole.subarray(end + 1)
      kept = [rest]
      length = rest.length
      return end < 0 ? [] : [whole.subarray(0, end).toString().split("\n")]
    }
    const pieces = Stream.flatMap(content, (piece) => {
      kept.push(piece)
      length += piece.length
      return length < bytes || !piece.includes(lineBreak) ? Stream.empty : Stream.fromIterable(taken())
    })
    return Stream.concat(
      pieces,
      Stream.suspend(() => Stream.fromIterable(taken())),
    )
  })
