import type { Everything } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { createHash } from "node:crypto"
import type { FileHandle } from "node:fs/promises"
import { PassThrough } from "node:stream"
import { ZipFile } from "yazl"
import { notExported } from "./exportError.ts"
import { commentOf, formatVersion, manifestName, type WrittenManifest } from "./manifest.ts"

// yazl writes zips as streams, with 64-bit sizes if needed; fflate, which reads archives elsewhere, has neither.

/** Every file of every zip has this time, so that the same content makes the same bytes. */
const sameTime = { mtime: new Date(1980, 0, 1), mode: 0o100600, forceDosTimestamp: true }

/** Writes a piece, and waits until there is space for the next one. */
const send = (to: PassThrough, piece: string | Uint8Array) =>
  Effect.callback<void>((resume) => {
    if (to.write(piece)) resume(Effect.void)
    else to.once("drain", () => resume(Effect.void))
  })

/** The ending of a file's name, by how it begins: all images are stored as WebP. */
const endingOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(8, 12)).toString("latin1") === "WEBP" ? ".webp" : ""

/** How much an export has. */
export interface ExportCounts {
  readonly rows: number
  readonly files: number
}

/** Writes everything into a zip file, piece by piece; a failure of the file is the error that the disk gives. */
export const writeZip = Effect.fnUntraced(function* (
  { counters, files, tables }: Everything.Everything,
  file: FileHandle,
  report: (counts: ExportCounts) => void = () => {},
) {
  const zip = new ZipFile()
  const counts = { rows: 0, files: 0 }

  const addTable = Effect.fnUntraced(function* ({ columns, folder, lines, name }: (typeof tables)[number]) {
    const path = `${folder}/${name}.jsonl`
    const content = new PassThrough()
    const hash = createHash("sha256")
    zip.addReadStream(content, path, sameTime)
    let rows = 0
    yield* Stream.runForEach(lines, (some) => {
      const piece = Buffer.from(`${some.join("\n")}\n`)
      hash.update(piece)
      rows += some.length
      counts.rows += some.length
      report(counts)
      return send(content, piece)
    })
    content.end()
    return { table: name, file: path, rows, sha256: hash.digest("hex"), columns }
  })

  const addFile = Effect.fnUntraced(function* (path: string, bytes: Uint8Array) {
    const content = new PassThrough()
    // Images are compressed already.
    zip.addReadStream(content, path, { ...sameTime, compress: false, size: bytes.length })
    yield* send(content, bytes)
    content.end()
  })

  const addAll = Effect.gen(function* () {
    const added = yield* Effect.forEach(tables, addTable)
    const names: Array<string> = []
    yield* Stream.runForEach(files, ({ bytes, folder, hash }) => {
      const path = `${folder}/${hash}${endingOf(bytes)}`
      names.push(path)
      counts.files += 1
      report(counts)
      return addFile(path, bytes)
    })
    const manifest: WrittenManifest = {
      format: "daybook export",
      version: formatVersion,
      counters,
      tables: added,
      files: names,
    }
    const text = `${JSON.stringify(manifest, undefined, 1)}\n`
    zip.addBuffer(Buffer.from(text), manifestName, sameTime)
    zip.end({ forceZip64Format: false, comment: commentOf(text) })
    return counts
  })

  const written = yield* Effect.forkChild(
    Effect.tryPromise({
      try: async () => {
        for await (const piece of zip.outputStream) await file.writeFile(piece)
      },
      catch: notExported,
    }),
  )
  // If the disk fails no one reads further, and sent data would wait forever.
  yield* Effect.raceFirst(addAll, Effect.andThen(Fiber.join(written), Effect.never))
  yield* Fiber.join(written)
  return counts
})
