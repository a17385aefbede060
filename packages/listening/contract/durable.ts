import { type DataVersions, everything } from "@daybook/kernel"
import { durableSearchContract, versionOf } from "@daybook/kernel/contract"
import { ListeningStore } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { listeningSearch } from "./search.ts"
import { albumIds, playAt, ranking, topAlbums } from "./scrobbles.ts"

type OpenStore = (zone: string) => Layer.Layer<ListeningStore | DataVersions>

/** Half past two at night in UTC is still the previous day, month and year in New York. */
const nights = ["2024-01-01T02:30:00Z", "2024-01-02T02:30:00Z"]

const daysAndMonths = Effect.gen(function* () {
  const store = yield* ListeningStore
  const id = (yield* albumIds)({ artist: "Low", name: "Hey What" })
  const starts: Array<string> = []
  for (const granularity of ["day", "month"] as const) {
    const buckets = yield* store.lists.buckets("album", [id], everything, granularity)
    starts.push(...buckets.map((bucket) => `${bucket.start}: ${bucket.plays}`))
  }
  return starts
})

/**
 * The contract of a durable `ListeningStore`, next to `listeningStoreContract`. `make` returns a function that opens one
 * new and empty store: each layer that it returns is the same store, built again.
 */
export const durableListeningStoreContract = (adapter: string, make: () => OpenStore): void => {
  describe(`${adapter}: scrobbles that outlive the process`, () => {
    durableSearchContract(listeningSearch, make)

    it.effect("plays, ids, cursors and versions survive a restart", () => {
      const open = make()
      const first = Effect.gen(function* () {
        const store = yield* ListeningStore
        const plays = nights.map((time) => playAt(time))
        yield* store.storeScrobbles(plays, { source: "lastfm", cursor: "night" })
        return { newest: yield* store.newest, version: yield* versionOf("listening") }
      })
      return Effect.gen(function* () {
        const before = yield* Effect.provide(first, open("UTC"))
        const second = Effect.gen(function* () {
          const store = yield* ListeningStore
          assert.deepStrictEqual(yield* ranking, ["Low / Hey What: 2"])
          assert.deepStrictEqual(yield* store.newest, before.newest)
          assert.strictEqual(Option.getOrUndefined(yield* store.cursor("lastfm")), "night", "the cursor")
          assert.isAtLeast(yield* versionOf("listening"), before.version, "the version went back")
          assert.strictEqual(yield* store.storeScrobbles(nights.map((time) => playAt(time))), 0)
        })
        yield* Effect.provide(second, open("UTC"))
      })
    })

    it.effect("in another time zone all plays count by that zone's days, and the version has moved", () => {
      const open = make()
      const before = Effect.gen(function* () {
        const store = yield* ListeningStore
        yield* store.storeScrobbles(nights.map((time) => playAt(time)))
        assert.deepStrictEqual(yield* daysAndMonths, ["2024-01-01: 1", "2024-01-02: 1", "2024-01-01: 2"])
        return yield* versionOf("listening")
      })
      return Effect.gen(function* () {
        const version = yield* Effect.provide(before, open("UTC"))
        const after = Effect.gen(function* () {
          assert.isAbove(yield* versionOf("listening"), version, "the version in another zone")
          assert.deepStrictEqual(yield* daysAndMonths, [
            "2023-12-31: 1",
            "2024-01-01: 1",
            "2023-12-01: 1",
            "2024-01-01: 1",
          ])
          const range = { from: Date.parse("2024-01-01T02:30:00.001Z"), until: undefined }
          const { items } = yield* topAlbums(range, { page: 1, limit: 10 })
          assert.deepStrictEqual(
            items.map((album) => album.plays),
            [1],
          )
        })
        yield* Effect.provide(after, open("America/New_York"))
      })
    })
  })
}
