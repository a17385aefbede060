import { type DataVersions, everything } from "@daybook/kernel"
import { raisesVersion } from "@daybook/kernel/contract"
import { type FilterKind, type FilterMatch, type FilterStore, ListeningStore } from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { hide, filteredHistoriesContract } from "./filters/filteredHistories.ts"
import { albumIds, playAt, ranking } from "./scrobbles.ts"

type Stores = FilterStore | ListeningStore | DataVersions

const newestTrack = Effect.flatMap(ListeningStore, (store) =>
  Effect.map(store.newest, (play) => Option.getOrUndefined(play)?.track),
)

/** Contract: the effect of filters on the plays shown. */
export const hidingContract = (fresh: (zone: string) => Layer.Layer<Stores>): void => {
  const test = (name: string, body: Effect.Effect<void, never, Stores>) =>
    it.effect(name, () => Effect.provide(body, fresh("America/New_York")))

  filteredHistoriesContract(fresh)

  const plays = [
    playAt("2024-05-06T07:00:00Z"),
    playAt("2024-05-06T07:04:00Z", { track: "Chapter 12", album: "A Long Book", artist: "A. Reader" }),
    playAt("2024-05-06T07:08:00Z", { track: "Chapter 13", album: "", artist: "A. Reader" }),
    playAt("2024-05-06T07:12:00Z", { track: "Blue Christmas", album: "Christmas", artist: "Low" }),
  ]

  const cases: ReadonlyArray<
    readonly [FilterKind, FilterMatch, value: string, top: ReadonlyArray<string>, newest: string]
  > = [
    ["artist", "exact", "a. reader ", ["Low / Christmas: 1", "Low / Hey What: 1"], "Blue Christmas"],
    [
      "artist",
      "exact",
      "A. Read",
      ["Low / Christmas: 1", "A. Reader / A Long Book: 1", "Low / Hey What: 1"],
      "Blue Christmas",
    ],
    ["artist", "pattern", "^l", ["A. Reader / A Long Book: 1"], "Chapter 13"],
    ["album", "exact", "CHRISTMAS", ["A. Reader / A Long Book: 1", "Low / Hey What: 1"], "Chapter 13"],
    ["album", "pattern", "christ|what", ["A. Reader / A Long Book: 1"], "Chapter 13"],
    // No album rule matches a play without an album.
    ["album", "pattern", "^", [], "Chapter 13"],
    [
      "track",
      "exact",
      "White Horses",
      ["Low / Christmas: 1", "A. Reader / A Long Book: 1"],
      "Blue Christmas",
    ],
    ["track", "pattern", "^Chapter \\d+$|christmas", ["Low / Hey What: 1"], "White Horses"],
  ]

  for (const [kind, match, value, top, track] of cases) {
    test(
      `a rule of the ${kind} by the ${match} "${value}" hides matches, and shows them again when it is removed`,
      Effect.gen(function* () {
        const store = yield* ListeningStore
        yield* store.storeScrobbles(plays)
        const before = { top: yield* ranking, newest: yield* newestTrack }
        const { remove } = yield* hide(kind, match, value)
        assert.deepStrictEqual(yield* ranking, top)
        assert.strictEqual(yield* newestTrack, track)
        yield* remove
        assert.deepStrictEqual({ top: yield* ranking, newest: yield* newestTrack }, before)
      }),
    )
  }

  test(
    "accents distinguish names, and their composition does not",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      yield* store.storeScrobbles([
        playAt("2024-05-06T07:00:00Z", { artist: "Lo\u0308w" }),
        playAt("2024-05-06T07:04:00Z", { artist: "Low" }),
      ])
      yield* hide("artist", "exact", "L\u00d6W")
      assert.deepStrictEqual(yield* ranking, ["Low / Hey What: 1"])
      yield* store.storeScrobbles([playAt("2024-05-06T07:08:00Z", { artist: "L\u00f6w" })])
      assert.deepStrictEqual(yield* ranking, ["Low / Hey What: 1"])
    }),
  )

  test(
    "a hidden play that moves to another album is shown there, and one that moves to a hidden album is not",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      const time = "2024-05-06T07:00:00Z"
      yield* hide("album", "exact", "Hey What")
      yield* store.storeScrobbles([playAt(time)])
      assert.deepStrictEqual(yield* ranking, [])
      yield* store.storeScrobbles([playAt(time, { album: "Double Negative" })])
      assert.deepStrictEqual(yield* ranking, ["Low / Double Negative: 1"])
      yield* store.storeScrobbles([playAt(time)])
      assert.deepStrictEqual(yield* ranking, [])
      assert.isUndefined(yield* newestTrack)
    }),
  )

  test(
    "a play that two rules hide is shown when both are gone",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      yield* store.storeScrobbles([playAt("2024-05-06T07:00:00Z")])
      const removals = [
        yield* hide("artist", "exact", "Low"),
        yield* hide("artist", "pattern", "low"),
        yield* hide("track", "exact", "White Horses"),
      ]
      for (const { remove } of removals) {
        assert.deepStrictEqual(yield* ranking, [])
        yield* remove
      }
      assert.deepStrictEqual(yield* ranking, ["Low / Hey What: 1"])
    }),
  )

  test(
    "a rule that matches thousands of names over years hides all of them, and its removal shows all of them again",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      const many = Array.from({ length: 2_100 }, (_, at) => ({
        ...playAt("2021-01-01T00:00:00Z", { track: `Chapter ${at}`, album: `Book ${at % 7}` }),
        playedAt: Date.UTC(2021, 0, 1) + at * 12 * 3_600_000,
      }))
      yield* store.storeScrobbles([...many, playAt("2020-05-06T07:00:00Z")])
      const before = yield* ranking
      const { remove } = yield* hide("track", "pattern", "^chapter")
      assert.deepStrictEqual(yield* ranking, ["Low / Hey What: 1"])
      yield* remove
      assert.deepStrictEqual(yield* ranking, before)
      assert.strictEqual(before.length, 8)
    }),
  )

  it.effect("an hour in which a day of the owner's begins returns its plays to both days", () =>
    Effect.gen(function* () {
      const store = yield* ListeningStore
      // Midnight in Kathmandu is at 18:15.
      yield* store.storeScrobbles([playAt("2024-05-06T18:10:00Z"), playAt("2024-05-06T18:20:00Z")])
      const id = (yield* albumIds)({ artist: "Low", name: "Hey What" })
      const days = Effect.map(store.lists.buckets("album", [id], everything, "day"), (buckets) =>
        buckets.map(({ start, plays: count }) => `${start}: ${count}`),
      )
      const { remove } = yield* hide("artist", "exact", "Low")
      assert.deepStrictEqual(yield* days, [])
      yield* remove
      assert.deepStrictEqual(yield* days, ["2024-05-06: 1", "2024-05-07: 1"])
    }).pipe(Effect.provide(fresh("Asia/Kathmandu"))),
  )

  test(
    "a play whose track is not known is hidden by its album and by its artist",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      yield* store.storeScrobbles([playAt("2024-05-06T07:00:00Z", { track: "" })])
      for (const [kind, value] of [
        ["album", "hey what"],
        ["artist", "low"],
      ] as const) {
        const { remove } = yield* hide(kind, "exact", value)
        assert.deepStrictEqual(yield* ranking, [])
        yield* remove
        assert.deepStrictEqual(yield* ranking, ["Low / Hey What: 1"])
      }
    }),
  )

  test(
    "setting and removing a rule raise the version of listening",
    Effect.gen(function* () {
      yield* Effect.flatMap(ListeningStore, (store) => store.storeScrobbles(plays))
      const { remove } = yield* raisesVersion("listening", "a rule", hide("artist", "exact", "low"))
      yield* raisesVersion("listening", "its removal", remove)
    }),
  )
}
