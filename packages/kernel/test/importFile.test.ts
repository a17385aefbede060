import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import {
  type BatchStore,
  type ExportReading,
  type FileChoice,
  type ExportRow,
  type FileImport,
  type FilePiece,
  importFile,
  ImportPace,
  readHere,
  type ImportPart,
  type ImportReport,
  StorageRoom,
  StorageUnavailable,
} from "../src/index.ts"

/** A store that keeps each item once, and notes its batches; the process "dies" before the batch of that number. */
const makeStore = () => {
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

type Kept = ReturnType<typeof makeStore>

/** Files that begin with this word, and hold a number in each line, "skip REASON", or anything else. */
const numbers = (word: string, store: BatchStore<number>, version?: number): FileImport<never> => ({
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

const bytesOf = (text: string) => new TextEncoder().encode(text)

const piecesOf = (files: Readonly<Record<string, string>>): ReadonlyArray<FilePiece> =>
  Object.entries(files).flatMap(([part, text]) => {
    const half = text.length >> 1
    return [
      { part, bytes: bytesOf(text.slice(0, half)), last: false },
      { part, bytes: bytesOf(text.slice(half)), last: true },
    ]
  })

const linesOf = (readings: ReadonlyArray<ExportReading<number>>): string =>
  [
    "N",
    ...readings.map((reading) =>
      "item" in reading ? reading.item : "skipped" in reading ? `skip ${reading.skipped}` : reading.problem,
    ),
  ].join("\n")

const items = (count: number) => Array.from({ length: count }, (_, item) => ({ item }))

interface Options {
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
const importAll = (
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

const importRows = (kept: Kept, rows: ReadonlyArray<ExportReading<number>>, options: Options = {}) =>
  importAll(kept, { "": linesOf(rows) }, options)

describe("an import whose domain or format the owner names", () => {
  const named = (file: string, domain: string, format = "", kept = makeStore()) =>
    Effect.map(importAll(kept, { "": file }, { choice: { domain, format } }), ({ parts: [part] }) => part)

  it.effect("calls no other domain, and no other format", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* named("N\n1\n2", "counting"), { domain: "counting", stored: 2 })
      assert.deepInclude(yield* named("N\n1\n2", "weighing"), {
        outcome: "not understood",
        reason: "it begins with: N",
      })
      assert.deepInclude(yield* named("1\n2", "", "lines OF w"), { domain: "weighing", stored: 2 })
      assert.deepInclude(yield* named("1\n2", "counting", "Lines of W"), {
        outcome: "not understood",
        reason: "it is not in the format Lines of W: it begins with: 1",
      })
    }),
  )

  it.effect("reads a file as that format that was read as another before", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      assert.deepInclude(yield* named("N\n1", "", "", kept), { stored: 1 })
      assert.deepInclude(yield* named("N\n1", "counting", "Lines of N", kept), { stored: 0, reason: "" })
      assert.include((yield* named("N\n1", "counting", "lines of n", kept))?.reason, "imported before")
    }),
  )

  it.effect("is notified of by a file that could be of several formats", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        (yield* named("?", ""))?.reason,
        "it begins with: ?. If it is an export in the format Lines of N or Lines of W, import it again and name " +
          'that format: --format "Lines of N", or ?format=Lines%20of%20N over HTTP',
      )
      assert.include((yield* named("?", "weighing"))?.reason, "in the format Lines of W, import")
    }),
  )
})

describe("an import of a large file with few rows", () => {
  it.effect("stores what it has every 32 MiB, and carries on there after a kill", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      const sparse = (): FileImport<never> => ({
        formats: ["Sparse"],
        things: "numbers",
        recognise: () => {
          let line = 0
          return {
            kind: "records",
            format: "Sparse",
            rows: (bytes) => (bytes[0] === 1 ? [{ line: ++line, item: line }] : []),
          }
        },
        store: Effect.succeed(kept.store as BatchStore<unknown>),
      })
      const [row, none] = [new Uint8Array(8 << 20), new Uint8Array(8 << 20)]
      row[0] = 1
      const piece = (bytes: Uint8Array, last = false) => ({ part: "", bytes, last })
      const some = [piece(row), piece(none), piece(none), piece(none)]
      const run = Effect.suspend(() => {
        const importers = [{ domain: "counting", imports: sparse() }] as const
        const pieces = Stream.fromIterable([...some, ...some, ...some, piece(row, true)])
        return importFile({ fingerprint: "f", file: readHere("export.xml", importers, pieces), importers })
      })
      kept.state.diesBefore = 2
      assert.isTrue(Exit.isFailure(yield* Effect.exit(run)))
      assert.deepStrictEqual(kept.batches, [1, 1])
      kept.state.diesBefore = Infinity
      yield* run
      assert.deepStrictEqual([...kept.stored], [1, 2, 3, 4])
      assert.deepStrictEqual(
        kept.batches.filter((items) => items > 0),
        [1, 1, 1, 1],
      )
    }),
  )
})

describe("an import of events", () => {
  it.effect("names the rows that lie ahead of the clock, and stores the others", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000_000_000)
      const kept = makeStore()
      const happened = { at: (item: number) => item, ref: String, schema: Schema.Number }
      const day = 86_400_000
      const times = [5, 1_000_000_000 + day, 1_000_000_001 + day, 253_402_300_799_000]
      const rows = times.map((item) => ({ item }))
      const imported = yield* importRows({ ...kept, store: { ...kept.store, happened } }, rows)
      assert.deepStrictEqual([...kept.stored], times.slice(0, 2))
      assert.strictEqual(imported.setAside, 2)
      const problem = "its time is more than a day in the future"
      assert.strictEqual(
        imported.parts[0]?.reason,
        `2 could not be read: line 4: ${problem}; line 5: ${problem}`,
      )
    }),
  )
})

describe("an import", () => {
  it.effect("stores items in batches, and reports all other records", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      const imported = yield* importRows(kept, [
        { item: 1 },
        { skipped: "too short" },
        { problem: "no artist" },
        { item: 1 },
        { item: 2 },
        { skipped: "too short" },
      ])
      assert.deepStrictEqual(imported, {
        rows: 6,
        stored: 2,
        known: 1,
        setAside: 1,
        parts: [
          {
            name: "numbers.txt",
            domain: "counting",
            format: "Lines of N",
            outcome: "stored",
            stored: 2,
            known: 1,
            reason: "2 not counted as numbers (too short); 1 could not be read: line 4: no artist",
          },
        ],
      })
    }),
  )

  it.effect("of more rows than a batch holds reports after each", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      const reported: Array<number> = []
      const report = ({ stored }: ImportReport) => Effect.sync(() => void reported.push(stored))
      yield* importRows(kept, items(50_000), { report })
      assert.deepStrictEqual(reported, [2_000, 22_000, 42_000, 50_000])
      assert.deepStrictEqual(kept.batches, [2_000, 20_000, 20_000, 8_000])
    }),
  )

  it.effect("next to other work takes the rows of a tenth of a second at once, and pauses", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      // A fifth of a millisecond for each row.
      const store: BatchStore<number> = {
        ...kept.store,
        store: (items, cursor) =>
          Effect.tap(kept.store.store(items, cursor), () => Effect.sleep(items.length / 5)),
      }
      const passing = Effect.forever(Effect.andThen(TestClock.adjust("100 millis"), Effect.yieldNow))
      const importing = importRows({ ...kept, store }, items(30_000), { shared: true })
      assert.strictEqual((yield* Effect.raceFirst(importing, passing)).stored, 30_000)
      assert.strictEqual(kept.batches[0], 2_000)
      // The reader was up to two batches ahead.
      assert.isTrue(
        kept.batches.slice(4, -1).every((rows) => rows === 500),
        kept.batches.join(),
      )
    }),
  )

  it.effect("names the first 20 bad rows and counts all; without any other it is not understood", () =>
    Effect.gen(function* () {
      const bad = Array.from({ length: 50 }, () => ({ problem: "broken" }))
      const { parts, setAside } = yield* importRows(makeStore(), bad)
      assert.strictEqual(setAside, 50)
      assert.strictEqual(parts[0]?.outcome, "not understood")
      assert.match(
        parts[0]?.reason ?? "",
        /^50 could not be read: line 2: broken; .*line 21: broken; and 30 more$/,
      )
    }),
  )

  it.effect("that is killed anywhere carries on after its last batch", () =>
    Effect.gen(function* () {
      for (const diesBefore of [0, 1, 2]) {
        const kept = makeStore()
        const rows = items(50_000)
        kept.state.diesBefore = diesBefore
        assert.isTrue(Exit.isFailure(yield* Effect.exit(importRows(kept, rows))))
        const [done = 0, doneBefore = 0] = [[0], [2_000], [22_000, 2_000]][diesBefore] ?? []
        assert.strictEqual(kept.stored.size, done)

        kept.state.diesBefore = Infinity
        kept.batches.length = 0
        const { known, rows: read, stored } = yield* importRows(kept, rows)
        assert.strictEqual(read, 50_000)
        // No one knows how many of the last batch before the kill were new.
        const told = doneBefore + 50_000 - done
        assert.deepStrictEqual({ known, stored }, { known: 50_000 - told, stored: told })
        assert.strictEqual(kept.stored.size, 50_000)
        assert.deepStrictEqual(kept.batches, [
          ...(diesBefore > 0 ? [] : [2_000]),
          ...([
            [20_000, 20_000, 8_000],
            [20_000, 20_000, 8_000],
            [20_000, 8_000],
          ][diesBefore] ?? []),
        ])
      }
    }),
  )

  it.effect("that is killed again while it carries on never goes back behind its last batch", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      const rows = items(90_000)
      const places: Array<number> = []
      for (const diesBefore of [2, 3, 3, 4]) {
        kept.state.diesBefore = diesBefore
        assert.isTrue(Exit.isFailure(yield* Effect.exit(importRows(kept, rows))))
        places.push(kept.stored.size)
      }
      kept.state.diesBefore = Infinity
      yield* importRows(kept, rows)
      assert.deepStrictEqual(places, [22_000, 42_000, 42_000, 62_000])
      assert.strictEqual(kept.stored.size, 90_000)
      assert.strictEqual(
        kept.batches.reduce((sum, one) => sum + one, 0),
        90_000,
      )
    }),
  )

  it.effect("carries on from the very row of a place that an earlier version left", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      kept.cursors.set("import f", JSON.stringify({ rows: 25_000, finished: false }))
      const { known, stored } = yield* importRows(kept, items(50_000))
      assert.deepStrictEqual({ known, stored }, { known: 25_000, stored: 25_000 })
      assert.strictEqual(Math.min(...kept.stored), 25_000)
      assert.deepStrictEqual(kept.batches, [17_000, 8_000])
    }),
  )

  it.effect("of a finished file stores nothing and says so", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      yield* importRows(kept, items(3))
      const batches = kept.batches.length
      const again = yield* importRows(kept, items(3))
      assert.deepInclude(again.parts[0], { outcome: "known already", known: 3, reason: "imported before" })
      assert.strictEqual(kept.batches.length, batches)
      const other = yield* importRows(kept, items(4), { fingerprint: "another file" })
      assert.deepInclude(other.parts[0], { outcome: "stored", stored: 1, known: 3 })
      assert.deepStrictEqual([...kept.cursors.keys()], ["import f", "import another file"])
    }),
  )

  it.effect("of a file that an earlier version of the reader has read restarts", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      yield* importRows(kept, items(3))
      const [cursor = ""] = kept.cursors.values()
      kept.cursors.set("import f", cursor.replace(',"version":1', ""))
      assert.include((yield* importRows(kept, items(3))).parts[0]?.reason, "imported before")
      kept.stored.delete(1)
      const again = yield* importRows(kept, items(3), { version: 2 })
      assert.deepInclude(again.parts[0], { outcome: "stored", stored: 1, known: 2 })
      assert.include((yield* importRows(kept, items(3), { version: 2 })).parts[0]?.reason, "imported before")
      assert.include((yield* importRows(kept, items(3))).parts[0]?.reason, "imported before")

      const half = makeStore()
      half.state.diesBefore = 1
      yield* Effect.exit(importRows(half, items(3_000)))
      half.state.diesBefore = Infinity
      const whole = yield* importRows(half, items(3_000), { version: 2 })
      assert.deepInclude(whole.parts[0], { stored: 1_000, known: 2_000 })
    }),
  )

  it.effect("whose cursor no one can read starts over", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      kept.cursors.set("import f", "what?")
      assert.strictEqual((yield* importRows(kept, items(3))).stored, 3)
    }),
  )
})

describe("an import of an archive", () => {
  const files = { "a/one.txt": "N\n1\n2", "letter.txt": "Dear you,\nhello", "w.txt": "W\n2\n3\nnone", "": "" }

  it.effect("passes each part to the domain that recognizes it, and reports every part", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      const { parts, ...counts } = yield* importAll(kept, files)
      assert.deepStrictEqual(counts, { rows: 5, stored: 3, known: 1, setAside: 1 })
      assert.deepStrictEqual(
        parts.map(({ domain, known, name, outcome, reason, stored }) =>
          [name, domain, outcome, stored, known, reason].join("|"),
        ),
        [
          "a/one.txt|counting|stored|2|0|",
          "letter.txt||not understood|0|0|a table with unknown columns: Dear you,",
          "w.txt|weighing|stored|1|1|1 could not be read: line 4: none",
          "numbers.txt||not understood|0|0|it is empty",
        ],
      )
      const again = yield* importAll(kept, files)
      assert.deepStrictEqual(
        again.parts.map(({ outcome }) => outcome),
        ["known already", "not understood", "known already", "not understood"],
      )
    }),
  )

  it.effect("carries on behind the parts that have ended, and reports them as before", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      kept.state.diesBefore = 1
      const ended = new Map<number, ImportPart>()
      const report = ({ ended: one }: ImportReport) =>
        Effect.sync(() => void (one && ended.set(one.place, one.part)))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(importAll(kept, files, { report }))))
      kept.state.diesBefore = Infinity
      const { parts, ...counts } = yield* importAll(kept, files, { endedBefore: ended })
      assert.deepStrictEqual(counts, { rows: 5, stored: 3, known: 1, setAside: 1 })
      assert.strictEqual(parts[0]?.outcome, "stored")
      assert.deepStrictEqual(kept.batches, [2, 2])
    }),
  )

  it.effect("reports a part that it stored itself as stored, though its end was not noted", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      const rows = items(5_000)
      yield* importRows(kept, rows, { id: 1 })
      const goneOn = yield* importRows(kept, rows, { id: 1 })
      assert.deepInclude(goneOn.parts[0], { outcome: "stored", stored: 2_000, known: 3_000 })
      const another = yield* importRows(kept, rows, { id: 2 })
      assert.deepInclude(another.parts[0], { outcome: "known already", stored: 0, known: 5_000 })
    }),
  )

  it.effect("names a part by text that terminals and stores take as it is", () =>
    Effect.gen(function* () {
      const { parts } = yield* importAll(makeStore(), { "\u001b[2Jevil\0\ud800.txt": "N\n1" })
      assert.strictEqual(parts[0]?.name, "[2Jevil \ufffd.txt")
    }),
  )
})

describe("an import without enough space", () => {
  const full = new StorageUnavailable({ message: "Only 12 MB are free", retryAfter: 60 })

  it.effect("fails before the batch that it has no space for, and carries on from there when there is", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      const rows = items(60_000)
      let checks = 0
      const secondTime = Effect.suspend(() => (++checks === 2 ? Effect.fail(full) : Effect.void))
      const cut = importRows(kept, rows).pipe(Effect.provideService(StorageRoom, secondTime))
      assert.strictEqual(yield* Effect.flip(cut), full)
      assert.deepStrictEqual(kept.batches, [2_000])
      yield* importRows(kept, rows)
      assert.deepStrictEqual(kept.batches, [2_000, 20_000, 20_000, 18_000])
    }),
  )
})

describe("the pace of an import", () => {
  it("is the rate of its last seconds, and reports the remaining time", () => {
    const pace = new ImportPace()
    assert.deepStrictEqual([pace.rowsPerSecond, pace.secondsLeft], [0, 0])
    pace.note(0, 0, 0)
    assert.deepStrictEqual([pace.rowsPerSecond, pace.secondsLeft], [0, 0])
    // It runs through what is done already.
    pace.note(1_000, 100_000, 0.5)
    for (let second = 2; second <= 30; second++)
      pace.note(second * 1_000, 100_000 + second * 10, 0.5 + second / 100)
    assert.closeTo(pace.rowsPerSecond, 10, 0.01)
    assert.closeTo(pace.secondsLeft, 20, 1)
    pace.note(0, 0, 0)
    assert.deepStrictEqual([pace.rowsPerSecond, pace.secondsLeft], [0, 0])
  })
})
