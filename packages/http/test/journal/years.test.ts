import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ByDomain, checkIn, Count, Entry, journaled, Now, Streak } from "./replies.ts"
import { assertFailure, readAs } from "../replies.ts"
import { startServer } from "../testServer.ts"

const spanOf = <const More extends Schema.Struct.Fields>(more: More) => ({
  year: Schema.Int,
  total: Schema.Int,
  previous_total: Schema.Int,
  active_days: Schema.Int,
  ...more,
  busiest_day: Schema.Struct({ date: Schema.String, ...Count, ...more }),
  longest_streak: Streak,
  first: Schema.optionalKey(Entry),
  last: Schema.optionalKey(Entry),
})
const yearOf = <const More extends Schema.Struct.Fields>(more: More) => ({
  ...spanOf(more),
  months: Schema.Array(Schema.Struct({ start: Schema.String, ...Count, ...more })),
  busiest_month: Schema.Struct({ start: Schema.String, ...Count, ...more }),
})
const Tallies = Schema.Array(Schema.Struct({ name: Schema.String, ...Count }))
const Review = Schema.Struct({
  records: Schema.Int,
  media: Schema.Int,
  artists: Tallies,
  formats: Tallies,
  media_formats: Tallies,
})
const YearOfPlaces = Schema.Struct({ ...yearOf({}), review: Schema.Record(Schema.String, Schema.Unknown) })
const YearOfCollecting = Schema.Struct({ ...yearOf({}), review: Review })
const YearOfAll = Schema.Struct({
  ...yearOf(ByDomain),
  domains: Schema.Struct({
    places: Schema.optionalKey(YearOfPlaces),
    collecting: Schema.optionalKey(YearOfCollecting),
  }),
})
const monthOf = <const More extends Schema.Struct.Fields>(more: More) => ({
  ...spanOf(more),
  month: Schema.Int,
  days: Schema.Array(Schema.Struct({ date: Schema.String, ...Count, ...more })),
})
const MonthOfAll = Schema.Struct({
  ...monthOf(ByDomain),
  domains: Schema.Struct({
    places: Schema.optionalKey(
      Schema.Struct({ ...monthOf({}), review: Schema.Record(Schema.String, Schema.Unknown) }),
    ),
    collecting: Schema.optionalKey(Schema.Struct({ ...monthOf({}), review: Review })),
  }),
})
const Years = Schema.Struct({
  data: Schema.Array(Schema.Struct({ year: Schema.Int, total: Schema.Int, ...ByDomain })),
})

describe("the journal", () => {
  it.effect("reviews a year of a domain: none of it if there is no entry", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const empty = readAs(YearOfCollecting, yield* server.get("/v1/collecting/years/2024"))
      const { months, ...rest } = empty
      assert.deepStrictEqual(months.map(({ count, start }) => `${start} ${count}`).slice(10), [
        "2024-11-01 0",
        "2024-12-01 0",
      ])
      assert.deepStrictEqual(rest, {
        year: 2024,
        total: 0,
        previous_total: 0,
        active_days: 0,
        busiest_day: { date: "", count: 0 },
        busiest_month: { start: "", count: 0 },
        longest_streak: { days: 0, from: "", to: "" },
        review: { records: 0, media: 0, artists: [], formats: [], media_formats: [] },
      })
      const { data } = readAs(Years, yield* server.get("/v1/years"))
      assert.deepStrictEqual(data, [])
      const all = readAs(YearOfAll, yield* server.get("/v1/years/2024"))
      assert.deepStrictEqual([all.total, all.domains, all.busiest_day.date], [0, {}, ""])
      assert.sameMembers(Object.keys(all.by_domain), journaled)
      assert.deepStrictEqual(readAs(Now, yield* server.get("/v1/now")), {})
      for (const path of ["/v1/years/0000", "/v1/years/24", "/v1/places/years/10000", "/v1/years/2024x"])
        assertFailure(yield* server.get(path), 400, /^year: must be a year of four digits/)
    }),
  )

  it.effect("reviews a year of all domains together and of each, and reports the latest of each", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const at = (time: string) => Date.parse(`${time}:00Z`)
      yield* server.places.storeCheckIns([
        checkIn("before", at("2024-12-31T23:59")),
        checkIn("a", at("2025-01-01T00:00")),
        checkIn("b", at("2025-01-02T08:00")),
        checkIn("c", at("2025-01-02T09:00")),
        checkIn("after", at("2026-01-01T00:00")),
      ])
      const copy = {
        source: "discogs",
        releaseId: 7,
        title: "Salt",
        year: 1983,
        format: "Vinyl",
        mediaCondition: "",
        sleeveCondition: "",
      }
      yield* server.collecting.storeRecords([
        {
          ...copy,
          instanceId: 1,
          artist: "Ida",
          imageUrl: "https://img.example/a.jpg",
          addedAt: at("2025-03-01T10:00"),
        },
        { ...copy, instanceId: 2, artist: "Bo", imageUrl: "", addedAt: at("2025-03-02T10:00") },
      ])
      const year = readAs(YearOfAll, yield* server.get("/v1/years/2025"))
      assert.deepInclude(year, { year: 2025, total: 5, previous_total: 1, active_days: 4 })
      assert.deepInclude(year.by_domain, { places: 3, collecting: 2, running: 0 })
      assert.deepInclude(year.busiest_day, { date: "2025-01-02", count: 2 })
      assert.deepInclude(year.busiest_month, { start: "2025-01-01", count: 3 })
      assert.deepStrictEqual(year.longest_streak, { days: 2, from: "2025-03-01", to: "2025-03-02" })
      assert.deepStrictEqual([year.first?.id, year.last?.title], ["a", "Salt"])
      assert.sameMembers(Object.keys(year.domains), ["collecting", "places"])
      assert.deepInclude(year.domains.places, { total: 3, previous_total: 1, active_days: 2 })

      const own = readAs(YearOfCollecting, yield* server.get("/v1/collecting/years/2025"))
      assert.deepStrictEqual(own, year.domains.collecting)
      assert.deepStrictEqual(own.review, {
        records: 2,
        media: 0,
        artists: [
          { name: "Bo", count: 1 },
          { name: "Ida", count: 1 },
        ],
        formats: [{ name: "Vinyl", count: 2 }],
        media_formats: [],
      })
      const month = readAs(MonthOfAll, yield* server.get("/v1/years/2025/months/1"))
      assert.deepInclude(month, { year: 2025, month: 1, total: 3, previous_total: 1, active_days: 2 })
      assert.strictEqual(month.days.length, 31)
      assert.deepStrictEqual(
        month.days.slice(0, 3).map(({ count, date }) => [date, count]),
        [
          ["2025-01-01", 1],
          ["2025-01-02", 2],
          ["2025-01-03", 0],
        ],
      )
      assert.deepInclude(month.busiest_day, { date: "2025-01-02", count: 2 })
      assert.deepStrictEqual([month.first?.id, month.last?.id], ["a", "c"])
      assert.deepStrictEqual(Object.keys(month.domains), ["places"])
      assert.deepInclude(month.domains.places?.review, { check_ins: 3 })
      const march = readAs(MonthOfAll, yield* server.get("/v1/years/2025/months/03"))
      assert.deepStrictEqual(
        [march.total, march.previous_total, march.domains.collecting?.review.records],
        [2, 0, 2],
      )
      for (const wrong of ["0", "13", "1x", "001"])
        assertFailure(yield* server.get(`/v1/years/2025/months/${wrong}`), 400, /^month: must be a month/)

      assert.deepStrictEqual(own.first?.image, { url: "https://img.example/a.jpg" })
      assert.deepStrictEqual(
        readAs(YearOfPlaces, yield* server.get("/v1/places/years/2025")),
        year.domains.places,
      )

      const { data } = readAs(Years, yield* server.get("/v1/years"))
      assert.deepStrictEqual(
        data.map(({ by_domain, total, year }) => [year, total, by_domain["places"]]),
        [
          [2026, 1, 1],
          [2025, 5, 3],
          [2024, 1, 1],
        ],
      )
      const now = readAs(Now, yield* server.get("/v1/now"))
      assert.deepStrictEqual(Object.keys(now), ["collecting", "places"])
      assert.deepInclude(now["places"], { id: "after", domain: "places", at: "2026-01-01T00:00:00.000Z" })
    }),
  )
})
