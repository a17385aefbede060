import { addDays, dayOf, everything, LocalDate, startOfDay } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import {
  ListeningStore,
  Period,
  type Played,
  rangeOfPeriod,
  topPlayed,
  type TopPlayedQuery,
} from "../src/index.ts"
import { makeAlbumStore, somePages, ZoneName, zoneOf } from "./listeningStore.ts"

const within = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const now = Date.parse("2026-05-06T07:08:09Z")

const album = (id: number, plays = 1): Played => ({
  id,
  name: `Album ${id}`,
  artistId: id,
  artist: `Artist ${id}`,
  genres: [],
  year: 0,
  lengthSeconds: 0,
  plays,
  firstPlayedAt: now,
  lastPlayedAt: now,
  imageUrl: "",
  catalogUrl: "",
  previewUrl: "",
})

const ask = (
  { store }: { readonly store: ListeningStore["Service"] },
  query: Partial<TopPlayedQuery> = {},
  zone = "UTC",
) =>
  Effect.andThen(
    TestClock.setTime(now),
    topPlayed("album", { page: 1, limit: 20, sparklines: false, ...query }),
  ).pipe(
    Effect.provideService(ListeningStore, store),
    Effect.provideService(DateTime.CurrentTimeZone, zoneOf(zone)),
    Effect.provide(somePages),
  )

const lengths = { "7day": 7, "1month": 30, "3month": 90, "6month": 180, "12month": 365 } as const

describe("a rolling period", () => {
  it.prop(
    "is this many whole days of the zone, and today is the last of them",
    [
      Schema.Literals(["7day", "1month", "3month", "6month", "12month"]),
      ZoneName,
      within(0, Date.UTC(2100, 0, 1)),
    ],
    ([period, name, instant]) => {
      const zone = zoneOf(name)
      const { from = 0, until = 0 } = rangeOfPeriod(period, instant, zone)
      assert.isTrue(from <= instant && instant < until)
      const first = dayOf(from, zone)
      const today = dayOf(instant, zone)
      assert.strictEqual(startOfDay(first, zone), from)
      assert.strictEqual(addDays(first, lengths[period] - 1), today)
      assert.strictEqual(startOfDay(addDays(today, 1), zone), until)
    },
    { arbitrary: { runs: 500 } },
  )

  it("is an hour shorter over the day when the clocks go forward", () => {
    const { from = 0, until = 0 } = rangeOfPeriod(
      "7day",
      Date.parse("2024-03-12T12:00:00Z"),
      zoneOf("America/New_York"),
    )
    assert.strictEqual((until - from) / 3_600_000, 7 * 24 - 1)
  })

  it("is all of time for overall", () => {
    assert.deepStrictEqual(rangeOfPeriod("overall", now, zoneOf("UTC")), everything)
  })
})

describe("the top albums", () => {
  it.effect.prop(
    "have ranks that run on over the pages, in the store's order",
    { total: within(0, 60), limit: within(1, 25) },
    ({ total, limit }) =>
      Effect.gen(function* () {
        const kept = makeAlbumStore(Array.from({ length: total }, (_, at) => album(at + 1)))
        const ranks: Array<readonly [number, number]> = []
        for (let page = 1; page <= Math.ceil(total / limit) + 1; page++) {
          const answer = yield* ask(kept, { page, limit })
          assert.strictEqual(answer.total, total)
          ranks.push(...answer.items.map(({ rank, id }) => [rank, id] as const))
        }
        assert.deepStrictEqual(
          ranks,
          Array.from({ length: total }, (_, at) => [at + 1, at + 1] as const),
        )
      }),
  )

  it.effect("cover the last 7 days by default", () =>
    Effect.gen(function* () {
      const kept = makeAlbumStore([])
      assert.deepStrictEqual(yield* ask(kept, {}, "Asia/Kathmandu"), { period: "7day", items: [], total: 0 })
      assert.deepStrictEqual(kept.asked, [
        { range: rangeOfPeriod("7day", now, zoneOf("Asia/Kathmandu")), page: { page: 1, limit: 20 } },
      ])
    }),
  )

  it.effect.prop(
    "say the period that was sent, and are of its days unless a range was sent too",
    [Period],
    ([period]) =>
      Effect.gen(function* () {
        const kept = makeAlbumStore([])
        assert.strictEqual((yield* ask(kept, { period })).period, period)
        assert.strictEqual((yield* ask(kept, { period, date: "2024-02-29" })).period, period)
        assert.deepStrictEqual(
          kept.asked.map(({ range }) => range),
          [
            rangeOfPeriod(period, now, zoneOf("UTC")),
            { from: Date.UTC(2024, 1, 29), until: Date.UTC(2024, 2, 1) },
          ],
        )
      }),
  )

  it.effect("of a range without a period are custom", () =>
    Effect.gen(function* () {
      const kept = makeAlbumStore([])
      for (const query of [{ date: "2024-02-29" }, { from: "2024-02-29" }, { to: "2024-02-29" }]) {
        assert.strictEqual((yield* ask(kept, query)).period, "custom")
      }
    }),
  )

  it.effect("of a range that makes no sense are refused before the store is called", () =>
    Effect.gen(function* () {
      const kept = makeAlbumStore([])
      assert.strictEqual((yield* Effect.flip(ask(kept, { date: "2023-02-29" }))).field, "date")
      assert.deepStrictEqual(kept.asked, [])
    }),
  )

  it.effect("link to the page of the album at the scrobbling service", () =>
    Effect.gen(function* () {
      const { items: albums } = yield* ask(makeAlbumStore([album(1)]))
      assert.strictEqual(albums[0]?.url, "https://music.example/Artist 1/Album 1")
    }),
  )
})

const buckets = [
  { id: 2, start: LocalDate.make("2026-05-04"), plays: 2 },
  { id: 1, start: LocalDate.make("2026-05-05"), plays: 4 },
  { id: 1, start: LocalDate.make("2026-05-06"), plays: 1 },
]

describe("the sparklines of the top albums", () => {
  it.effect("are there only if they are requested, and never for 7day", () =>
    Effect.gen(function* () {
      const kept = makeAlbumStore([album(1)], buckets)
      for (const query of [
        { period: "1month" },
        { sparklines: true },
        { period: "7day", sparklines: true },
        { period: "7day", from: "2020-01-01", sparklines: true },
        { from: "2026-05-01", to: "2026-05-06", sparklines: true },
      ] as const) {
        assert.isUndefined((yield* ask(kept, query)).items[0]?.sparkline)
      }
      assert.deepStrictEqual(kept.askedBuckets, [])
    }),
  )

  it.effect("are one look-up for the albums of the page, each with its own plays", () =>
    Effect.gen(function* () {
      const kept = makeAlbumStore([album(1, 5), album(2, 2), album(3)], buckets)
      const { items: albums } = yield* ask(kept, { period: "1month", limit: 2, sparklines: true })
      const range = rangeOfPeriod("1month", now, zoneOf("UTC"))
      assert.deepStrictEqual(kept.askedBuckets, [{ albums: [1, 2], range, granularity: "day" }])
      for (const { plays, sparkline } of albums) {
        const points = sparkline?.points ?? []
        assert.deepStrictEqual(
          [points.length, points[0]?.start, points.at(-1)?.start],
          [30, "2026-04-07", "2026-05-06"],
        )
        assert.strictEqual(
          points.reduce((sum, { count }) => sum + count, 0),
          plays,
        )
      }
    }),
  )

  it.effect("are not looked up for a page without albums", () =>
    Effect.gen(function* () {
      const kept = makeAlbumStore([album(1)], buckets)
      assert.deepStrictEqual((yield* ask(kept, { period: "overall", page: 2, sparklines: true })).items, [])
      assert.deepStrictEqual(kept.askedBuckets, [])
    }),
  )
})
