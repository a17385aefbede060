import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import {
  type BatchStore,
  type FileImport,
  importFile,
  readHere,
  StorageRoom,
  StorageUnavailable,
} from "../../src/index.ts"
import { makeStore, items, importRows } from "./importedNumbers.ts"

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

describe("an import", () => {
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
