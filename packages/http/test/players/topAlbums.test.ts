import { ListeningStore } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { Pagination, readAs } from "../replies.ts"
import { play, plays } from "../scriptedSource.ts"
import { type Ports, start, startServer } from "../testServer.ts"

const path = "/v1/listening/top/albums"
const day = 86_400_000

const Sparkline = Schema.Struct({
  granularity: Schema.Literals(["day", "week", "month", "year"]),
  points: Schema.Array(
    Schema.Struct({
      start: Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\d$/)),
      count: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
    }),
  ),
})

const Item = Schema.Struct({
  rank: Schema.Int,
  id: Schema.Int,
  name: Schema.String,
  detail: Schema.String,
  playcount: Schema.Int,
  image: Schema.optionalKey(Schema.Struct({ url: Schema.NonEmptyString })),
  url: Schema.String,
  catalog_music_url: Schema.String,
  preview_url: Schema.optionalKey(Schema.NonEmptyString),
  sparkline: Schema.optionalKey(Sparkline),
})

const TopAlbums = Schema.Struct({ period: Schema.String, data: Schema.Array(Item), pagination: Pagination })

const twoAlbums = [
  ...plays("Low", "Hey What", 3, start, "https://img.example/hey.jpg"),
  ...plays("Grouper", "Ruins", 2, start - day),
]

describe("top albums", () => {
  it.effect("have each field of the contract, and leave out what there is not", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles(twoAlbums)
      const { period, data, pagination } = readAs(TopAlbums, yield* server.get(path))
      assert.strictEqual(period, "7day")
      assert.deepStrictEqual(pagination, { page: 1, limit: 20, total: 2, total_pages: 1 })
      const [first, second] = data
      assert.deepStrictEqual(first, {
        rank: 1,
        id: first?.id ?? 0,
        name: "Hey What",
        detail: "Low",
        playcount: 3,
        image: { url: "https://img.example/hey.jpg" },
        url: "https://music.example/Low/Hey What",
        catalog_music_url: "",
      })
      assert.deepStrictEqual(second, {
        rank: 2,
        id: second?.id ?? 0,
        name: "Ruins",
        detail: "Grouper",
        playcount: 2,
        url: "https://music.example/Grouper/Ruins",
        catalog_music_url: "",
      })
    }),
  )

  it.effect("carry what the catalog knows of them", () =>
    Effect.gen(function* () {
      const enrich = (ports: Ports) => {
        const store = Context.get(ports, ListeningStore)
        const known = {
          catalogUrl: "https://catalog.example/1",
          previewUrl: "https://catalog.example/1.m4a",
        } as const
        return Context.add(ports, ListeningStore, {
          ...store,
          lists: {
            ...store.lists,
            played: (...asked) =>
              Effect.map(store.lists.played(...asked), ({ items, total }) => ({
                items: items.map((item) => ({ ...item, ...known })),
                total,
              })),
          },
        })
      }
      const server = yield* startServer({ storage: enrich })
      yield* server.store.storeScrobbles(twoAlbums)
      const [first] = readAs(TopAlbums, yield* server.get(path)).data
      assert.strictEqual(first?.catalog_music_url, "https://catalog.example/1")
      assert.strictEqual(first?.preview_url, "https://catalog.example/1.m4a")
    }),
  )

  it.effect("are empty, and zero, on an instance without data", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const query of ["", "?period=overall&include_sparklines=true", "?date=2026-07-01"]) {
        const { data, pagination } = readAs(TopAlbums, yield* server.get(path + query))
        assert.deepStrictEqual(data, [])
        assert.deepStrictEqual(pagination, { page: 1, limit: 20, total: 0, total_pages: 0 })
      }
    }),
  )

  it.effect("say which period was sent, 7day by default, and custom for a range without one", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [query, period] of [
        ["", "7day"],
        ["?page=1&limit=5", "7day"],
        ...["7day", "1month", "3month", "6month", "12month", "overall"].map(
          (one) => [`?period=${one}`, one] as const,
        ),
        ["?date=2026-07-01", "custom"],
        ["?from=2026-07-01", "custom"],
        ["?to=2026-07-01", "custom"],
        ["?from=2026-07-01&to=2026-07-02", "custom"],
        ["?period=1month&date=2026-07-01", "1month"],
        ["?period=overall&from=2026-07-01", "overall"],
      ] as const) {
        assert.strictEqual(readAs(TopAlbums, yield* server.get(path + query)).period, period, query)
      }
    }),
  )

  it.effect("count whole days of the period in the owner's time zone, today included", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ timeZone: "America/New_York" })
      const midnight = Date.UTC(2026, 6, 15, 4)
      for (const [period, days] of [
        ["7day", 7],
        ["1month", 30],
        ["3month", 90],
        ["6month", 180],
        ["12month", 365],
      ] as const) {
        // Clocks there changed within the longest two of these, so days are counted from noon.
        const oldest = midnight - (days - 1) * day + day / 2
        yield* server.store.storeScrobbles([
          play(period, "inside", oldest - 11 * 3_600_000),
          play(period, "outside", oldest - 14 * 3_600_000),
        ])
        const { data } = readAs(TopAlbums, yield* server.get(`${path}?period=${period}&limit=100`))
        const names = data.filter((item) => item.detail === period).map((item) => item.name)
        assert.deepStrictEqual(names, ["inside"], period)
      }
    }),
  )

  it.effect("are in one order over all pages, and ranks run on", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const names = Array.from({ length: 23 }, (_, index) => `album ${index}`)
      // Some are tied in plays and latest play, so that only the id is left to tell them apart.
      yield* server.store.storeScrobbles(
        names.flatMap((name, index) => plays("Low", name, 1 + (index % 3), start)),
      )
      const whole = readAs(TopAlbums, yield* server.get(`${path}?limit=100`)).data
      assert.lengthOf(whole, 23)
      for (const [index, { playcount, id }] of whole.entries()) {
        const before = whole[index - 1]
        if (before === undefined) continue
        assert.isTrue(before.playcount > playcount || (before.playcount === playcount && before.id < id))
      }
      const paged = []
      for (let page = 1; page <= 5; page++) {
        const { data, pagination } = readAs(TopAlbums, yield* server.get(`${path}?limit=5&page=${page}`))
        assert.deepStrictEqual(pagination, { page, limit: 5, total: 23, total_pages: 5 })
        paged.push(...data)
      }
      assert.deepStrictEqual(paged, [...whole])
      assert.deepStrictEqual(
        paged.map((item) => item.rank),
        names.map((_, index) => index + 1),
      )
    }),
  )

  it.effect("have sparklines if requested, in the width of the period, never for 7day", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles([...twoAlbums, play("Low", "Hey What", Date.UTC(2024, 2, 1))])
      for (const [query, granularity, points] of [
        ["period=7day", undefined, 0],
        ["period=1month", "day", 30],
        ["period=3month", "week", 14],
        ["period=6month", "week", 27],
        ["period=12month", "month", 13],
        ["period=overall", "year", 3],
        ["from=2026-07-01&to=2026-07-15", "day", 15],
        ["date=2026-07-15", undefined, 0],
      ] as const) {
        for (const asked of ["", "&include_sparklines=false"]) {
          const { data } = readAs(TopAlbums, yield* server.get(`${path}?${query}${asked}`))
          assert.isTrue(data.every((item) => item.sparkline === undefined))
        }
        const { data } = readAs(TopAlbums, yield* server.get(`${path}?${query}&include_sparklines=true`))
        assert.isNotEmpty(data)
        assert.strictEqual(data[0]?.sparkline?.granularity, granularity, query)
        assert.lengthOf(data[0]?.sparkline?.points ?? [], points, query)
        for (const { sparkline, playcount } of data) {
          if (sparkline === undefined) continue
          assert.strictEqual(
            sparkline.points.reduce((sum, point) => sum + point.count, 0),
            playcount,
          )
          const starts = sparkline.points.map((point) => point.start)
          assert.deepStrictEqual(starts, starts.toSorted())
        }
      }
    }),
  )

  it.effect("move on with time", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles(twoAlbums)
      yield* TestClock.adjust("6 days")
      assert.deepStrictEqual(
        readAs(TopAlbums, yield* server.get(path)).data.map((item) => item.name),
        ["Hey What"],
      )
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(readAs(TopAlbums, yield* server.get(path)).data, [])
    }),
  )
})
