import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { type BatchStore, ImportPace, type ImportPart, type ImportReport } from "../../src/index.ts"
import { makeStore, items, importAll, importRows } from "./importedNumbers.ts"

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
