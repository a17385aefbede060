import { durableJournalContract, durableSearchContract, versionOf } from "@daybook/kernel/contract"
import { WatchingStore } from "@daybook/watching"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { watchJournal, watchSearch } from "./journal.ts"
import { allReviews, allShows, episode, film, type FreshStore, reviewed, store, watched } from "./records.ts"

/** Four in the morning in UTC is the evening before in New York, and the month before. */
const night = "2024-03-01T04:00:00Z"

/**
 * The contract of a `WatchingStore` that outlives its layer, in addition to `watchingStoreContract`. `make` returns a new
 * empty store as a function that opens it: every layer from that function is the same store, built again.
 */
export const durableWatchingStoreContract = (adapter: string, make: () => FreshStore): void => {
  describe(`${adapter}: watches that outlive the process`, () => {
    durableJournalContract(watchJournal, make)
    durableSearchContract(watchSearch, make)

    it.effect("watches, ids and cursors survive a restart", () => {
      const open = make()
      const records = [
        reviewed(film("Salt Roads"), "2024-03-01", "Fine."),
        watched(episode("Night Bus", 1, 1), night),
      ]
      const first = Effect.gen(function* () {
        const watching = yield* WatchingStore
        yield* watching.store(records, { source: "trakt", cursor: "night" })
        return { reviews: yield* allReviews, shows: yield* allShows }
      })
      return Effect.gen(function* () {
        const before = yield* Effect.provide(first, open("UTC"))
        const second = Effect.gen(function* () {
          assert.deepStrictEqual({ reviews: yield* allReviews, shows: yield* allShows }, before)
          const watching = yield* WatchingStore
          assert.deepStrictEqual(yield* watching.cursor("trakt"), Option.some("night"))
          assert.strictEqual(yield* store(...records), 0)
        })
        yield* Effect.provide(second, open("UTC"))
      })
    })

    it.effect("in another time zone days and months are that zone's, and the version has moved", () => {
      const open = make()
      const shown = Effect.gen(function* () {
        const reviews = (yield* allReviews).map(({ watchedAt }) =>
          new Date(watchedAt ?? assert.fail()).toISOString(),
        )
        return [...reviews, ...(yield* allShows).map(({ months }) => months.join())]
      })
      const before = Effect.gen(function* () {
        yield* store(
          reviewed(film("Salt Roads"), "2024-02-29", "Fine."),
          watched(film("Salt Roads"), night),
          watched(episode("Night Bus", 1, 1), night),
        )
        assert.deepStrictEqual(yield* shown, ["2024-02-29T12:00:00.000Z", "2"])
        return yield* versionOf("watching")
      })
      return Effect.gen(function* () {
        const version = yield* Effect.provide(before, open("UTC"))
        const after = Effect.gen(function* () {
          assert.isAbove(yield* versionOf("watching"), version)
          assert.deepStrictEqual(yield* shown, ["2024-03-01T04:00:00.000Z", "1"])
        })
        yield* Effect.provide(after, open("America/New_York"))
      })
    })
  })
}
