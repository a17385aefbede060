import { type DataVersions, type DateRange, everything, Granularity, LocalDate } from "@daybook/kernel"
import { AlbumId, ListeningStore, type PlayedBucket } from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { batchesOf, History, properties, rangesOf } from "./histories.ts"
import { ListeningModel } from "./model.ts"
import { playAt, topAlbums } from "./scrobbles.ts"

const hourMillis = 3_600_000

/** Plays an hour apart. */
const hourly = (from: string, hours: number) =>
  Array.from({ length: hours }, (_, hour) => ({
    ...playAt(from),
    playedAt: Date.parse(from) + hour * hourMillis,
  }))

/** Days on which a zone's clocks change, with their length in hours. */
const changes = [
  {
    zone: "America/New_York",
    what: "forward",
    around: "2024-03-09T12:00:00Z",
    day: LocalDate.make("2024-03-10"),
    hours: 23,
  },
  {
    zone: "America/New_York",
    what: "back",
    around: "2024-11-02T12:00:00Z",
    day: LocalDate.make("2024-11-03"),
    hours: 25,
  },
  {
    zone: "America/St_Johns",
    what: "back",
    around: "2024-11-02T12:00:00Z",
    day: LocalDate.make("2024-11-03"),
    hours: 25,
  },
  {
    zone: "Pacific/Chatham",
    what: "forward",
    around: "2024-09-27T12:00:00Z",
    day: LocalDate.make("2024-09-29"),
    hours: 23,
  },
  {
    zone: "Africa/Casablanca",
    what: "back",
    around: "2024-03-09T00:00:00Z",
    day: LocalDate.make("2024-03-10"),
    hours: 25,
  },
  {
    zone: "America/Sao_Paulo",
    what: "past midnight",
    around: "2018-11-03T03:00:00Z",
    day: LocalDate.make("2018-11-04"),
    hours: 23,
  },
  {
    zone: "Pacific/Apia",
    what: "past a whole day",
    around: "2011-12-28T12:00:00Z",
    day: LocalDate.make("2011-12-30"),
    hours: 0,
  },
] as const

/** Contract: plays of albums over time. */
export const albumBucketsContract = (
  fresh: (zone: string) => Layer.Layer<ListeningStore | DataVersions>,
): void => {
  const test = (name: string, body: Effect.Effect<void, never, ListeningStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh("UTC")))

  /** The buckets of a range that holds a single album, as pairs of start and plays. */
  const bucketsIn = Effect.fnUntraced(function* (range: DateRange, granularity: Granularity) {
    const store = yield* ListeningStore
    const { items } = yield* topAlbums()
    const buckets = yield* store.lists.buckets(
      "album",
      items.map((album) => album.id),
      range,
      granularity,
    )
    return buckets.map(({ start, plays }): readonly [LocalDate, number] => [start, plays])
  })

  it.effect.prop(
    "a play counts in the bucket of its day, in any zone and range and by any width",
    { history: History },
    ({ history }) =>
      Effect.gen(function* () {
        const store = yield* ListeningStore
        const model = new ListeningModel()
        const zone = DateTime.zoneMakeNamedUnsafe(history.zone)
        for (const batch of batchesOf(history)) {
          yield* store.storeScrobbles(batch)
          model.store(batch)
        }
        const { items } = yield* topAlbums()
        const ids = items.map((album) => album.id)
        for (const range of [everything, ...rangesOf(history, zone)]) {
          for (const granularity of Granularity.literals) {
            const buckets = yield* store.lists.buckets("album", ids, range, granularity)
            for (const { id, artist, name } of items) {
              assert.deepStrictEqual(
                bucketsOf(buckets, id),
                model.buckets(artist, name, range, granularity, zone),
                `${artist} / ${name} by ${granularity}`,
              )
            }
          }
        }
      }).pipe(Effect.provide(fresh(history.zone))),
    properties,
  )

  it.effect.prop(
    "the buckets of an album add up to its plays in the range",
    { history: History },
    ({ history }) =>
      Effect.gen(function* () {
        const store = yield* ListeningStore
        for (const batch of batchesOf(history)) yield* store.storeScrobbles(batch)
        for (const range of rangesOf(history, DateTime.zoneMakeNamedUnsafe(history.zone))) {
          const { items } = yield* topAlbums(range)
          const ids = items.map((album) => album.id)
          for (const granularity of Granularity.literals) {
            const buckets = yield* store.lists.buckets("album", ids, range, granularity)
            for (const { id, plays } of items) {
              const sum = bucketsOf(buckets, id).reduce((all, bucket) => all + bucket.plays, 0)
              assert.strictEqual(sum, plays, `by ${granularity}`)
            }
          }
        }
      }).pipe(Effect.provide(fresh(history.zone))),
    properties,
  )

  for (const { zone, what, around, day, hours } of changes) {
    it.effect(`the day when the clocks of ${zone} go ${what} has the plays of its ${hours} hours`, () =>
      Effect.gen(function* () {
        const store = yield* ListeningStore
        yield* store.storeScrobbles(hourly(around, 96))
        const buckets = new Map(yield* bucketsIn(everything, "day"))
        assert.strictEqual(buckets.get(day) ?? 0, hours)
        assert.isFalse([...buckets.values()].includes(0), "an empty bucket is returned")
      }).pipe(Effect.provide(fresh(zone))),
    )
  }

  test(
    "a bucket starts on its day, its week's Monday, its month's first or its year's first, even before the range",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      const times = [
        "2023-12-31T12:00:00Z",
        "2024-01-01T00:00:00Z",
        "2024-01-07T23:59:59Z",
        "2024-01-08T00:00:00Z",
      ]
      yield* store.storeScrobbles(times.map((time) => playAt(time)))
      const range: DateRange = { from: Date.parse("2023-12-31T06:00:00Z"), until: undefined }
      assert.deepStrictEqual(yield* bucketsIn(range, "day"), [
        [LocalDate.make("2023-12-31"), 1],
        [LocalDate.make("2024-01-01"), 1],
        [LocalDate.make("2024-01-07"), 1],
        [LocalDate.make("2024-01-08"), 1],
      ])
      assert.deepStrictEqual(yield* bucketsIn(range, "week"), [
        [LocalDate.make("2023-12-25"), 1],
        [LocalDate.make("2024-01-01"), 2],
        [LocalDate.make("2024-01-08"), 1],
      ])
      assert.deepStrictEqual(yield* bucketsIn(range, "month"), [
        [LocalDate.make("2023-12-01"), 1],
        [LocalDate.make("2024-01-01"), 3],
      ])
      assert.deepStrictEqual(yield* bucketsIn(range, "year"), [
        [LocalDate.make("2023-01-01"), 1],
        [LocalDate.make("2024-01-01"), 3],
      ])
    }),
  )

  test(
    "only the albums that are requested have buckets, each oldest first; unknown ones have none",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      yield* store.storeScrobbles([
        playAt("2024-03-06T12:00:00Z"),
        playAt("2024-01-06T12:00:00Z"),
        playAt("2024-02-06T12:00:00Z", { album: "Double Negative" }),
        playAt("2024-02-06T12:00:00Z", { track: "no album", album: "" }),
      ])
      const { items } = yield* topAlbums()
      const [first, second] = items.map((album) => album.id)
      if (first === undefined || second === undefined) return assert.fail("there are two albums")
      const unknown = AlbumId.make(987_654)
      assert.deepStrictEqual(yield* store.lists.buckets("album", [], everything, "day"), [])
      assert.deepStrictEqual(yield* store.lists.buckets("album", [unknown], everything, "month"), [])
      assert.deepStrictEqual(yield* store.lists.buckets("album", [first, unknown], everything, "month"), [
        { id: first, start: LocalDate.make("2024-01-01"), plays: 1 },
        { id: first, start: LocalDate.make("2024-03-01"), plays: 1 },
      ])
      const both = yield* store.lists.buckets("album", [second, first], everything, "month")
      assert.deepStrictEqual(bucketsOf(both, first), [
        { start: "2024-01-01", plays: 1 },
        { start: "2024-03-01", plays: 1 },
      ])
      assert.deepStrictEqual(bucketsOf(both, second), [{ start: "2024-02-01", plays: 1 }])
      assert.strictEqual(both.length, 3)
    }),
  )

  test(
    "plays that move to another album leave no bucket behind",
    Effect.gen(function* () {
      const store = yield* ListeningStore
      yield* store.storeScrobbles([playAt("2024-05-06T12:00:00Z"), playAt("2024-05-07T12:00:00Z")])
      const { items } = yield* topAlbums()
      const ids = items.map((album) => album.id)
      yield* store.storeScrobbles([playAt("2024-05-06T12:00:00Z", { album: "Double Negative" })])
      assert.deepStrictEqual(
        (yield* store.lists.buckets("album", ids, everything, "day")).map((bucket) => [
          bucket.start,
          bucket.plays,
        ]),
        [["2024-05-07", 1]],
      )
    }),
  )
}

/** One album's buckets, in the store's order. */
const bucketsOf = (buckets: ReadonlyArray<PlayedBucket>, id: number) =>
  buckets.filter((bucket) => bucket.id === id).map(({ start, plays }) => ({ start, plays }))
