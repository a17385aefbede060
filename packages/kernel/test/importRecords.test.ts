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
  type ExportRow,
  importRecords,
  type ImportSummary,
  StorageRoom,
  StorageUnavailable,
} from "../src/index.ts"

const rowsOf = (readings: ReadonlyArray<ExportReading<number>>): ReadonlyArray<ExportRow<number>> =>
  readings.map((reading, index) => ({ ...reading, line: index + 1, part: "" }))

const items = (count: number) => rowsOf(Array.from({ length: count }, (_, item) => ({ item })))

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

const importRows = (
  { store }: ReturnType<typeof makeStore>,
  rows: ReadonlyArray<ExportRow<number>>,
  report?: (summary: ImportSummary) => Effect.Effect<void>,
  fingerprint = "f",
) =>
  importRecords({
    store,
    fingerprint,
    rows: Stream.fromIterable(rows),
    ...(report === undefined ? {} : { report }),
  })

describe("an import of events", () => {
  it.effect("names the rows that lie ahead of the clock, and stores the others", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000_000_000)
      const kept = makeStore()
      const happened = { at: (item: number) => item, ref: String, schema: Schema.Number }
      const day = 86_400_000
      const times = [5, 1_000_000_000 + day, 1_000_000_001 + day, 253_402_300_799_000]
      const rows = rowsOf(times.map((item) => ({ item })))
      const summary = yield* importRows({ ...kept, store: { ...kept.store, happened } }, rows)
      assert.deepStrictEqual([...kept.stored], times.slice(0, 2))
      assert.strictEqual(summary.bad, 2)
      const problem = "its time is more than a day ahead of the clock"
      assert.deepStrictEqual(summary.problems, [
        { line: 3, part: "", problem },
        { line: 4, part: "", problem },
      ])
    }),
  )
})

describe("an import", () => {
  it.effect("stores items in batches, and counts all other records", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      const summary = yield* importRows(
        kept,
        rowsOf([
          { item: 1 },
          { skipped: "too short" },
          { problem: "no artist" },
          { item: 1 },
          { item: 2 },
          { skipped: "too short" },
        ]),
      )
      assert.deepStrictEqual(summary, {
        finishedBefore: false,
        read: 6,
        resumedAfter: 0,
        stored: 2,
        unchanged: 1,
        skipped: new Map([["too short", 2]]),
        bad: 1,
        problems: [{ line: 3, part: "", problem: "no artist" }],
      })
    }),
  )

  it.effect("of more rows than a batch holds reports after each", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      const reported: Array<number> = []
      yield* importRows(kept, items(50_000), ({ stored }) => Effect.sync(() => void reported.push(stored)))
      assert.deepStrictEqual(reported, [20_000, 40_000, 50_000])
      assert.deepStrictEqual(kept.batches, [20_000, 20_000, 10_000, 0])
    }),
  )

  it.effect("names the first 20 bad rows and counts all", () =>
    Effect.gen(function* () {
      const bad = rowsOf(Array.from({ length: 50 }, () => ({ problem: "broken" })))
      const summary = yield* importRows(makeStore(), bad)
      assert.strictEqual(summary.bad, 50)
      assert.deepStrictEqual(
        summary.problems.map(({ line }) => line),
        Array.from({ length: 20 }, (_, at) => at + 1),
      )
    }),
  )

  it.effect("that is killed anywhere carries on after its last batch", () =>
    Effect.gen(function* () {
      for (const diesBefore of [0, 1, 2, 3]) {
        const kept = makeStore()
        const rows = items(50_000)
        kept.state.diesBefore = diesBefore
        assert.isTrue(Exit.isFailure(yield* Effect.exit(importRows(kept, rows))))
        const done = Math.min(50_000, diesBefore * 20_000)
        assert.strictEqual(kept.stored.size, done)

        kept.state.diesBefore = Infinity
        kept.batches.length = 0
        const { read, resumedAfter, stored, unchanged } = yield* importRows(kept, rows)
        assert.deepStrictEqual(
          { read, resumedAfter, stored, unchanged },
          { read: 50_000, resumedAfter: done, stored: 50_000 - done, unchanged: 0 },
        )
        assert.strictEqual(kept.stored.size, 50_000)
        assert.deepStrictEqual(kept.batches, [...[20_000, 20_000, 10_000].slice(diesBefore), 0])
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
      const { resumedAfter, unchanged } = yield* importRows(kept, rows)
      assert.deepStrictEqual(places, [40_000, 60_000, 60_000, 80_000])
      assert.deepStrictEqual({ resumedAfter, unchanged }, { resumedAfter: 80_000, unchanged: 0 })
    }),
  )

  it.effect("carries on from the very row of a place that lies inside a batch, as other sizes left it", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      kept.cursors.set("import f", JSON.stringify({ rows: 25_000, finished: false }))
      const { resumedAfter, stored } = yield* importRows(kept, items(50_000))
      assert.deepStrictEqual({ resumedAfter, stored }, { resumedAfter: 25_000, stored: 25_000 })
      assert.strictEqual(Math.min(...kept.stored), 25_000)
      assert.deepStrictEqual(kept.batches, [15_000, 10_000, 0])
    }),
  )

  it.effect("that fails in the middle keeps the batches before", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      const rows = Stream.concat(Stream.fromIterable(items(20_000)), Stream.fail("the disk is gone"))
      const error = yield* Effect.flip(importRecords({ fingerprint: "f", rows, store: kept.store }))
      assert.strictEqual(error, "the disk is gone")
      const { resumedAfter, stored } = yield* importRows(kept, items(20_001))
      assert.deepStrictEqual({ resumedAfter, stored }, { resumedAfter: 20_000, stored: 1 })
    }),
  )

  it.effect("of a file that was finished stores nothing and says so", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      yield* importRows(kept, items(3))
      const batches = kept.batches.length
      const again = yield* importRows(kept, items(3))
      assert.isTrue(again.finishedBefore)
      assert.strictEqual(again.read, 0)
      assert.strictEqual(kept.batches.length, batches)
      assert.isFalse((yield* importRows(kept, items(4), undefined, "another file")).finishedBefore)
      assert.deepStrictEqual([...kept.cursors.keys()], ["import f", "import another file"])
    }),
  )

  it.effect("whose cursor nobody can read starts over", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      kept.cursors.set("import f", "what?")
      assert.strictEqual((yield* importRows(kept, items(3))).stored, 3)
    }),
  )
})

describe("an import for which there is no room", () => {
  const full = new StorageUnavailable({ message: "Only 12 MB are free", retryAfter: 60 })

  it.effect("fails before the batch that it has no room for, and carries on from there when there is", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      const rows = items(60_000)
      let checks = 0
      const secondTime = Effect.suspend(() => (++checks === 2 ? Effect.fail(full) : Effect.void))
      const cut = importRows(kept, rows).pipe(Effect.provideService(StorageRoom, secondTime))
      assert.strictEqual(yield* Effect.flip(cut), full)
      assert.deepStrictEqual(kept.batches, [20_000])
      const { resumedAfter, stored } = yield* importRows(kept, rows)
      assert.deepStrictEqual({ resumedAfter, stored }, { resumedAfter: 20_000, stored: 40_000 })
    }),
  )
})
