import {
  type DataVersions,
  type DateRange,
  type DateRangeInput,
  everything,
  Granularity,
  LocalDate,
  resolveDateRange,
  startOfBucket,
} from "@daybook/kernel"
import { readPages } from "@daybook/kernel/contract"
import { ListeningStore, type Played } from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { batchesOf, bucketOf, History, properties, rangesOf } from "./histories.ts"
import { ListeningModel } from "./model.ts"
import { albumIds, playAt, ranking, topAlbums } from "./scrobbles.ts"

const facts = ({ artist, name, plays, lastPlayedAt }: Played) => ({ artist, name, plays, lastPlayedAt })

/** Contract: the most played albums. */
export const topAlbumsContract = (
  fresh: (zone: string) => Layer.Layer<ListeningStore | DataVersions>,
): void => {
  const test = (name: string, body: Effect.Effect<void, never, ListeningStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh("America/New_York")))

  /** The plays of the only album in a range. */
  const playsIn = (from: string | undefined, until: string | undefined) =>
    Effect.gen(function* () {
      const range: DateRange = {
        from: from === undefined ? undefined : Date.parse(from),
        until: until === undefined ? undefined : Date.parse(until),
      }
      const { items, total } = yield* topAlbums(range, { page: 1, limit: 10 })
      assert.strictEqual(items.length, total)
      return items[0]?.plays ?? 0
    })

  it.effect.prop(
    "any plays give in any range the albums, plays, latest plays, order and total that the rules say",
    { history: History },
    ({ history }) =>
      Effect.gen(function* () {
        const store = yield* ListeningStore
        const model = new ListeningModel()
        for (const batch of batchesOf(history)) {
          assert.strictEqual(yield* store.storeScrobbles(batch), model.store(batch), "new or changed plays")
        }
        const idOf = yield* albumIds
        const zone = DateTime.zoneMakeNamedUnsafe(history.zone)
        for (const range of [everything, ...rangesOf(history, zone), bucketOf(history, zone)]) {
          const { items, total } = yield* topAlbums(range)
          const expected = model.topAlbums(range, idOf)
          assert.deepStrictEqual(items.map(facts), expected)
          assert.strictEqual(total, expected.length)
          assert.isTrue(
            items.every((album) => album.id === idOf(album)),
            "an album's id depends on the range",
          )
        }
      }).pipe(Effect.provide(fresh(history.zone))),
    properties,
  )

  it.effect.prop(
    "the pages of a list put together are the list, whatever their size",
    { history: History },
    ({ history }) =>
      Effect.gen(function* () {
        const store = yield* ListeningStore
        for (const batch of batchesOf(history)) yield* store.storeScrobbles(batch)
        for (const range of rangesOf(history, DateTime.zoneMakeNamedUnsafe(history.zone)).slice(0, 2)) {
          const { items } = yield* topAlbums(range)
          assert.deepStrictEqual(yield* readPages((page) => topAlbums(range, page), history.limit), items)
        }
      }).pipe(Effect.provide(fresh(history.zone))),
    properties,
  )

  test(
    "albums stand by plays, then by latest play, then by id",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      const album = (name: string) => ({ album: name, track: name })
      yield* store.storeScrobbles([
        playAt("2024-05-01T12:00:00Z", album("once, of old")),
        playAt("2024-05-06T12:00:00Z", album("once, tied")),
        playAt("2024-05-06T12:00:00Z", album("once, tied too")),
        playAt("2024-05-07T12:00:00Z", album("once, lately")),
        playAt("2024-05-02T12:00:00Z", album("twice")),
        playAt("2024-05-02T12:10:00Z", album("twice")),
      ])
      const { items } = yield* topAlbums(everything, { page: 1, limit: 10 })
      assert.deepStrictEqual(
        items.map((item) => item.name.replace("tied too", "tied")),
        ["twice", "once, lately", "once, tied", "once, tied", "once, of old"],
      )
      assert.isBelow(items[2]?.id ?? 0, items[3]?.id ?? 0)
    }),
  )

  test(
    "a range begins with its first millisecond and ends before its last",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      yield* store.storeScrobbles([playAt("2024-05-06T12:00:00Z"), playAt("2024-05-06T13:00:00Z")])
      const [first, last] = ["2024-05-06T12:00:00.000Z", "2024-05-06T13:00:00.000Z"]
      assert.strictEqual(yield* playsIn(first, last), 1, "from a play until a play")
      assert.strictEqual(yield* playsIn(first, "2024-05-06T13:00:00.001Z"), 2)
      assert.strictEqual(yield* playsIn("2024-05-06T12:00:00.001Z", "2024-05-06T13:00:00.001Z"), 1)
      assert.strictEqual(yield* playsIn("2024-05-06T12:00:00.001Z", last), 0)
      assert.strictEqual(yield* playsIn(first, "2024-05-06T12:00:00.001Z"), 1, "a range of one millisecond")
      assert.strictEqual(yield* playsIn("2024-05-06T11:59:59.999Z", first), 0)
    }),
  )

  test(
    "an end that is open leaves nothing out",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      const times = ["1971-02-03T04:05:06Z", "2024-05-06T12:00:00Z", "2037-12-31T23:59:59Z"]
      yield* store.storeScrobbles(times.map((time) => playAt(time)))
      assert.strictEqual(yield* playsIn(undefined, undefined), 3)
      assert.strictEqual(yield* playsIn("2024-05-06T12:00:00Z", undefined), 2)
      assert.strictEqual(yield* playsIn(undefined, "2024-05-06T12:00:00Z"), 1)
      assert.strictEqual(yield* playsIn("0000-01-01T00:00:00Z", "9999-12-31T00:00:00Z"), 3)
    }),
  )

  test(
    "a play of the last hour of all is counted, in every range that reaches it and by every bucket",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      const zone = DateTime.zoneMakeNamedUnsafe("America/New_York")
      yield* store.storeScrobbles([playAt("2024-05-06T12:00:00Z"), playAt("9999-12-31T23:00:00Z")])
      const rangeOf = (input: DateRangeInput) => Result.getOrThrow(resolveDateRange(input, zone))
      for (const [input, plays] of [
        [{ to: "9999-12-31" }, 2],
        [{ from: "2024-05-06", to: "9999-12-31" }, 2],
        [{ from: "9999-12-01" }, 1],
        [{ date: "9999-12-31" }, 1],
        [{ from: "9999-12-31", to: "9999-12-31" }, 1],
        [{ to: "9999-12-30" }, 1],
        [{ from: "0001-01-01", to: "0099-12-31" }, 0],
        [{ date: "0001-01-01" }, 0],
      ] as const) {
        const range = rangeOf(input)
        const { items } = yield* topAlbums(range, { page: 1, limit: 10 })
        assert.strictEqual(items[0]?.plays ?? 0, plays, JSON.stringify(input))
        for (const granularity of Granularity.literals) {
          const id = (yield* albumIds)({ artist: "Low", name: "Hey What" })
          const buckets = yield* store.lists.buckets("album", [id], range, granularity)
          assert.strictEqual(
            buckets.reduce((sum, bucket) => sum + bucket.plays, 0),
            plays,
            `${JSON.stringify(input)} by ${granularity}`,
          )
          const last = buckets.at(-1)?.start
          if (input.to === LocalDate.make("9999-12-31"))
            assert.strictEqual(last, startOfBucket(LocalDate.make("9999-12-31"), granularity))
        }
      }
    }),
  )

  test(
    "a range of months and years counts the parts of days at its ends to the second",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      // Every 37 hours for three years: plays fall on all times of day.
      const start = Date.parse("2022-01-01T00:00:00Z")
      const plays = Array.from({ length: 700 }, (_, index) => start + index * 37 * 3_600_000)
      yield* store.storeScrobbles(plays.map((playedAt) => ({ ...playAt("2022-01-01T00:00:00Z"), playedAt })))
      const ranges = [
        ["2022-03-04T15:16:17Z", "2024-10-11T03:04:05Z"],
        ["2022-01-31T23:59:59Z", "2022-03-01T00:00:01Z"],
        ["2022-12-31T18:00:00Z", "2024-01-01T06:00:00Z"],
        ["2023-05-01T04:00:00Z", "2023-06-01T04:00:00Z"],
        ["2023-05-06T04:00:00Z", "2023-05-07T04:00:00Z"],
        ["2023-05-06T01:00:00Z", "2023-05-08T20:00:00Z"],
      ] as const
      for (const [from, until] of ranges) {
        const expected = plays.filter((play) => play >= Date.parse(from) && play < Date.parse(until)).length
        assert.strictEqual(yield* playsIn(from, until), expected, `${from} until ${until}`)
      }
    }),
  )

  test(
    "most of a year has the albums of the year without plays outside of it, on each page",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      // A play every 11 hours of 2023, from 40 albums: the later ones on fewer days, some only in the first or last days.
      const start = Date.parse("2023-01-01T05:00:00Z")
      const plays = Array.from({ length: 796 }, (_, at) => ({
        playedAt: start + at * 11 * 3_600_000,
        album: `Album ${at < 9 ? 30 + at : at > 780 ? 40 + (at % 7) : (at * at) % 17}`,
      }))
      yield* store.storeScrobbles(plays.map((play) => ({ ...playAt("2023-01-01T05:00:00Z"), ...play })))
      const ranges = [
        ["2023-01-03T05:00:00Z", "2023-12-26T05:00:00Z"],
        ["2023-01-01T05:00:00Z", "2023-12-20T05:00:00Z"],
        ["2023-01-02T17:31:00Z", "2024-01-01T05:00:00Z"],
        ["2023-01-04T00:00:00.001Z", "2023-12-28T13:14:15Z"],
        ["2023-03-10T05:00:00Z", "2023-10-20T04:00:00Z"],
      ] as const
      for (const [first, last] of ranges) {
        const range = { from: Date.parse(first), until: Date.parse(last) }
        const expected = Map.groupBy(
          plays.filter(({ playedAt }) => playedAt >= range.from && playedAt < range.until),
          ({ album }) => album,
        )
        const listed = [...expected].map(([name, all]) => ({
          name,
          plays: all.length,
          lastPlayedAt: all.at(-1)?.playedAt ?? 0,
        }))
        listed.sort((one, other) => other.plays - one.plays || other.lastPlayedAt - one.lastPlayedAt)
        for (const limit of [1, 4, 100]) {
          const { total } = yield* topAlbums(range, { page: 1, limit })
          const items = yield* readPages((page) => topAlbums(range, page), limit)
          assert.deepStrictEqual(
            items.map(({ lastPlayedAt, name, plays: count }) => ({ name, plays: count, lastPlayedAt })),
            listed,
            `${first} until ${last}, ${limit} a page`,
          )
          assert.strictEqual(total, listed.length)
        }
        const past = yield* topAlbums(range, { page: 50, limit: 100 })
        assert.deepStrictEqual(past, { items: [], total: listed.length })
      }
    }),
  )

  test(
    "plays without an album are in no list",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      yield* store.storeScrobbles([
        playAt("2024-05-06T12:00:00Z", { album: "" }),
        playAt("2024-05-06T12:04:00Z", { album: "" }),
        playAt("2024-05-06T12:08:00Z"),
      ])
      assert.deepStrictEqual(yield* ranking, ["Low / Hey What: 1"])
      assert.strictEqual(yield* playsIn("2024-05-06T12:00:00Z", "2024-05-06T12:05:00Z"), 0)
    }),
  )

  test(
    "the same album name under two artists is two albums",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      yield* store.storeScrobbles([
        playAt("2024-05-06T12:00:00Z", { album: "Greatest Hits" }),
        playAt("2024-05-06T12:04:00Z", { album: "Greatest Hits" }),
        playAt("2024-05-06T12:04:00Z", { artist: "Queen", album: "Greatest Hits" }),
      ])
      assert.deepStrictEqual(yield* ranking, ["Low / Greatest Hits: 2", "Queen / Greatest Hits: 1"])
    }),
  )

  test(
    "an album has the image that one of its plays brought, and keeps it",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      const imageUrl = "https://img.example/hey-what.jpg"
      const album = Effect.map(topAlbums(everything, { page: 1, limit: 10 }), ({ items }) => items[0])
      yield* store.storeScrobbles([playAt("2024-05-06T12:00:00Z")])
      assert.strictEqual((yield* album)?.imageUrl, "")
      yield* store.storeScrobbles([playAt("2024-05-06T12:04:00Z", { imageUrl })])
      yield* store.storeScrobbles([playAt("2024-05-06T12:08:00Z"), playAt("2024-05-06T12:04:00Z")])
      const { catalogUrl, previewUrl, ...known } = (yield* album) ?? { catalogUrl: "?", previewUrl: "?" }
      assert.strictEqual("imageUrl" in known ? known.imageUrl : undefined, imageUrl)
      assert.deepStrictEqual([catalogUrl, previewUrl], ["", ""])
    }),
  )
}
