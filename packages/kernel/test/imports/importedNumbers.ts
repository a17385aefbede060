import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import {
  type BatchStore,
  type ExportReading,
  type FileChoice,
  type ExportRow,
  type FileImport,
  type FilePiece,
  importFile,
  readHere,
  type ImportPart,
  type ImportReport,
} from "../../src/index.ts"

/** A store that keeps each item once, and notes its batches; the process "dies" before the batch of that number. */
export const makeStore = () => {
  const stored = new Set<number>()
  const cursors = new Map<string, string>()
  const batches: Array<number> = []
  const state = { diesBefore: Infinity }
  const store: BatchStore<number> = {
    cursor: (source) => Effect.sync(() => Option.fromUndefinedOr(cursors.get(source))),
    store: (items, { cursor, source }) =>
      Effect.suspend(() => {
        if (batches.length === state.diesBefore) return Effect.die("killed")
        const before = stored.size
        for (const item of items) stored.add(item)
        batches.push(items.length)
        cursors.set(source, cursor)
        return Effect.succeed(stored.size - before)
      }),
  }
  return { store, stored, cursors, batches, state }
}

export type Kept = ReturnType<typeof makeStore>

/** Files that begin with this word, and hold a number in each line, "skip REASON", or anything else. */
export const numbers = (word: string, store: BatchStore<number>, version?: number): FileImport<never> => ({
  formats: [word],
  formatNames: [`Lines of ${word}`],
  things: "numbers",
  couldBe: ({ text }) => (text.startsWith("?") ? [`Lines of ${word}`] : []),
  recognise: ({ text }, chosen) => {
    if (chosen?.format === undefined && !text.startsWith(word)) return undefined
    let rest = ""
    let line = 0
    return {
      kind: "records",
      format: `Lines of ${word}`,
      ...(version === undefined ? {} : { version }),
      rows: (bytes, last) => {
        const lines = `${rest}${new TextDecoder().decode(bytes)}`.split("\n")
        rest = last ? "" : (lines.pop() ?? "")
        return lines.flatMap((text): ReadonlyArray<ExportRow<number>> => {
          line += 1
          if (text === word || text === "") return []
          const reading: ExportReading<number> = text.startsWith("skip ")
            ? { skipped: text.slice(5) }
            : /^\d+$/.test(text)
              ? { item: Number(text) }
              : { problem: text }
          return [{ ...reading, line }]
        })
      },
    }
  },
  store: Effect.succeed(store as BatchStore<unknown>),
})

export const bytesOf = (text: string) => new TextEncoder().encode(text)

export const piecesOf = (files: Readonly<Record<string, string>>): ReadonlyArray<FilePiece> =>
  Object.entries(files).flatMap(([part, text]) => {
    const half = text.length >> 1
    return [
      { part, bytes: bytesOf(text.slice(0, half)), last: false },
      { part, bytes: bytesOf(text.slice(half)), last: true },
    ]
  })

export const linesOf = (readings: ReadonlyArray<ExportReading<number>>): string =>
  [
    "N",
    ...readings.map((reading) =>
      "item" in reading ? reading.item : "skipped" in reading ? `skip ${reading.skipped}` : reading.problem,
    ),
  ].join("\n")

export const items = (count: number) => Array.from({ length: count }, (_, item) => ({ item }))

export interface Options {
  readonly choice?: FileChoice
  readonly report?: (report: ImportReport) => Effect.Effect<void>
  readonly fingerprint?: string
  /** The version of the reader. */
  readonly version?: number
  readonly shared?: boolean
  readonly endedBefore?: ReadonlyMap<number, ImportPart>
  readonly id?: number
}

/** Imports files, and returns the counts and the parts. */
export const importAll = (
  { store }: Kept,
  files: Readonly<Record<string, string>>,
  { choice, endedBefore, fingerprint = "f", id, report, shared = false, version }: Options = {},
) =>
  Effect.gen(function* () {
    const parts: Array<ImportPart> = []
    const importers = [
      { domain: "counting", imports: numbers("N", store, version) },
      { domain: "weighing", imports: numbers("W", store) },
    ] as const
    const counts = yield* importFile({
      fingerprint,
      shared,
      file: readHere("numbers.txt", importers, Stream.fromIterable(piecesOf(files)), choice),
      importers,
      ...(endedBefore === undefined ? {} : { endedBefore }),
      ...(id === undefined ? {} : { id }),
      report: (told) => {
        if (told.ended !== undefined) parts.push(told.ended.part)
        return report?.(told) ?? Effect.void
      },
    })
    return { ...counts, parts }
  })

export const importRows = (kept: Kept, rows: ReadonlyArray<ExportReading<number>>, options: Options = {}) =>
  importAll(kept, { "": linesOf(rows) }, options)
