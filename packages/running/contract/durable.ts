import type { DataVersions } from "@daybook/kernel"
import { durableJournalContract, durableSearchContract, versionOf } from "@daybook/kernel/contract"
import { RunStore } from "@daybook/running"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { runJournal, runSearch } from "./journal.ts"
import { runAt, runsIn, totalsOf } from "./runs.ts"

type OpenStore = (zone: string) => Layer.Layer<RunStore | DataVersions>

/** Half past two in the first night of 2024 in UTC: the evening of the year before in New York. */
const night = "2024-01-01T02:30:00Z"

/**
 * The contract of a `RunStore` that outlives its layer, in addition to `runStoreContract`. `make` returns a new
 * empty store as a function that opens it: every layer from that function is the same store, built again.
 */
export const durableRunStoreContract = (adapter: string, make: () => OpenStore): void => {
  describe(`${adapter}: runs that outlive the process`, () => {
    durableJournalContract(runJournal, make)
    durableSearchContract(runSearch, make)

    it.effect("runs, cursors and versions survive a restart", () => {
      const open = make()
      const first = Effect.gen(function* () {
        const store = yield* RunStore
        const changes = { runs: [runAt(night, { isRace: true })], gone: [] }
        yield* store.storeRuns("strava", changes, { source: "strava", cursor: "night" })
        return { totals: yield* totalsOf(2024), version: yield* versionOf("running") }
      })
      return Effect.gen(function* () {
        const before = yield* Effect.provide(first, open("UTC"))
        const second = Effect.gen(function* () {
          const store = yield* RunStore
          assert.deepStrictEqual(yield* totalsOf(2024), before.totals)
          assert.deepStrictEqual(yield* store.cursor("strava"), Option.some("night"))
          assert.isAtLeast(yield* versionOf("running"), before.version)
          const again = { runs: [runAt(night, { isRace: true })], gone: [] }
          assert.strictEqual(yield* store.storeRuns("strava", again), 0)
        })
        yield* Effect.provide(second, open("UTC"))
      })
    })

    it.effect("in another time zone runs without a local day move, and the version has moved", () => {
      const open = make()
      const before = Effect.gen(function* () {
        const store = yield* RunStore
        yield* store.storeRuns("strava", { runs: [runAt(night)], gone: [] })
        const later = runAt("2024-01-01T03:30:00Z", { localDay: undefined })
        yield* store.storeRuns("other", { runs: [later], gone: [] })
        assert.deepStrictEqual([yield* runsIn(2023), yield* runsIn(2024)], [0, 2])
        return yield* versionOf("running")
      })
      return Effect.gen(function* () {
        const version = yield* Effect.provide(before, open("UTC"))
        const after = Effect.gen(function* () {
          assert.isAbove(yield* versionOf("running"), version)
          assert.deepStrictEqual([yield* runsIn(2023), yield* runsIn(2024)], [1, 1])
        })
        yield* Effect.provide(after, open("America/New_York"))
      })
    })
  })
}
