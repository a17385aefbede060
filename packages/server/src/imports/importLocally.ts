import {
  type FileChoice,
  importFile,
  type ImportCounts,
  type Importer,
  type ImportPart,
  type ImportReport,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Stream from "effect/Stream"
import { createHash } from "node:crypto"
import { basename } from "node:path"
import { showProgress } from "./importProgress.ts"
import { readFile } from "../readInThread.ts"

const chunkSize = 256 * 1024

/** The end of an import: its parts in order, and their totals. */
export interface ImportedFile extends ImportCounts {
  readonly parts: ReadonlyArray<ImportPart>
}

/** Imports a file in this process, and shows its progress. */
export const importLocally = Effect.fn("Server.importHere")(function* <R>(
  importers: ReadonlyArray<Importer<R>>,
  choice: FileChoice,
  path: string,
) {
  const files = yield* FileSystem.FileSystem
  const size = Math.max(1, Number((yield* files.stat(path)).size))
  const parts: Array<ImportPart> = []
  let importing = false
  let bytesRead = 0
  let at: ImportReport = { rows: 0, stored: 0, known: 0, setAside: 0, read: 0, saved: false }
  const bytes = files.stream(path, { chunkSize }).pipe(
    Stream.map((piece) => {
      bytesRead += piece.byteLength
      return piece
    }),
  )
  yield* showProgress(path, () => ({
    doing: importing ? "importing" : "looking through it",
    rows: at.rows,
    // The bytes of the stored records, as a share of all.
    share: (bytesRead / size) * (importing ? at.rows / Math.max(1, at.read) : 1),
  }))
  const hash = createHash("sha256")
  yield* Stream.runForEach(bytes, (piece) => Effect.sync(() => void hash.update(piece)))
  importing = true
  bytesRead = 0
  const counts: ImportCounts = yield* importFile({
    fingerprint: hash.digest("hex"),
    file: readFile(importers, {
      path,
      name: basename(path),
      choice,
      onBytes: (bytes) => (bytesRead = bytes),
    }),
    importers,
    report: (report) =>
      Effect.sync(() => {
        at = report
        if (report.ended !== undefined) parts.push(report.ended.part)
      }),
  })
  return { ...counts, parts } satisfies ImportedFile
}, Effect.scoped)
