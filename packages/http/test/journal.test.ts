import type { CheckIn } from "@daybook/places"
import { unknownOfRun } from "@daybook/running"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assertFailure, Instant, InstantOrEmpty, readAs } from "./replies.ts"
import { scriptedSource } from "./scriptedSource.ts"
import { start, startServer } from "./testServer.ts"

const hour = 3_600_000

const checkIn = (id: string, checkedInAt: number): CheckIn => ({
  id,
  venueName: `Venue ${id}`,
  category: "",
  city: "Eastport",
  country: "Sealand",
  position: undefined,
  checkedInAt,
  shout: "",
  venueRef: "",
})

const run = (ref: string, startedAt: number) => ({
  ...unknownOfRun,
  ref,
  startedAt,
  localDay: undefined,
  distanceMm: 5_000_000,
  climbMm: 0,
  movingSeconds: 1_800,
  isRace: false,
})

const Count = { count: Schema.Int }
const ByDomain = { by_domain: Schema.Record(Schema.String, Schema.Int) }
const calendarOf = <const More extends Schema.Struct.Fields>(more: More) =>
  Schema.Struct({
    year: Schema.Int,
    total: Schema.Int,
    max: Schema.Int,
    ...more,
    days: Schema.Array(Schema.Struct({ date: Schema.String, ...Count, ...more })),
  })
const trendsOf = <const More extends Schema.Struct.Fields>(more: More) =>
  Schema.Struct({
    granularity: Schema.Literals(["day", "week", "month", "year"]),
    total: Schema.Int,
    ...more,
    points: Schema.Array(Schema.Struct({ start: Schema.String, ...Count, ...more })),
  })
const Streak = Schema.Struct({ days: Schema.Int, from: Schema.String, to: Schema.String })
const Streaks = Schema.Struct({ current: Streak, longest: Streak })
const ClockAnswer = Schema.Struct({ hours: Schema.Array(Schema.Int), weekdays: Schema.Array(Schema.Int) })
const Entry = Schema.Struct({
  id: Schema.String,
  domain: Schema.String,
  kind: Schema.String,
  at: Instant,
  day_only: Schema.Boolean,
  title: Schema.String,
  subtitle: Schema.String,
  url: Schema.String,
  image: Schema.optionalKey(Schema.Struct({ url: Schema.String })),
  item: Schema.Struct({ type: Schema.String, id: Schema.String }),
  ...Count,
})
const Feed = Schema.Struct({ data: Schema.Array(Entry), next_cursor: Schema.String })
const OnThisDay = Schema.Struct({
  date: Schema.String,
  years: Schema.Array(Schema.Struct({ year: Schema.Int, data: Schema.Array(Entry) })),
})

const yearOf = <const More extends Schema.Struct.Fields>(more: More) => ({
  year: Schema.Int,
  total: Schema.Int,
  previous_total: Schema.Int,
  active_days: Schema.Int,
  ...more,
  months: Schema.Array(Schema.Struct({ start: Schema.String, ...Count, ...more })),
  busiest_day: Schema.Struct({ date: Schema.String, ...Count, ...more }),
  busiest_month: Schema.Struct({ start: Schema.String, ...Count, ...more }),
  longest_streak: Streak,
  first: Schema.optionalKey(Entry),
  last: Schema.optionalKey(Entry),
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
  year: Schema.Int,
  month: Schema.Int,
  total: Schema.Int,
  previous_total: Schema.Int,
  active_days: Schema.Int,
  ...more,
  days: Schema.Array(Schema.Struct({ date: Schema.String, ...Count, ...more })),
  busiest_day: Schema.Struct({ date: Schema.String, ...Count, ...more }),
  longest_streak: Streak,
  first: Schema.optionalKey(Entry),
  last: Schema.optionalKey(Entry),
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
const { at: _, ...fieldsOfEntry } = Entry.fields
const LatestEntry = Schema.Struct({ ...fieldsOfEntry, at: InstantOrEmpty })
const Now = Schema.Record(Schema.String, LatestEntry)

const journaled = ["listening", "attending", "collecting", "running", "watching", "reading", "places"]

describe("the journal", () => {
  it.effect("of a domain has a calendar, streaks, trends and a clock", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.places.storeCheckIns([checkIn("a", start), checkIn("b", start - 24 * hour)])
      const year = readAs(calendarOf({}), yield* server.get("/v1/places/calendar"))
      assert.deepStrictEqual([year.year, year.total, year.max, year.days.length], [2026, 2, 1, 365])
      const empty = readAs(calendarOf({}), yield* server.get("/v1/places/calendar?year=2024"))
      assert.deepStrictEqual([empty.year, empty.total, empty.days.length], [2024, 0, 366])
      const { current } = readAs(Streaks, yield* server.get("/v1/places/streaks"))
      assert.deepStrictEqual(current, { days: 2, from: "2026-07-14", to: "2026-07-15" })
      const trends = readAs(trendsOf({}), yield* server.get("/v1/places/trends?by=day"))
      assert.deepStrictEqual(trends, {
        granularity: "day",
        total: 2,
        points: [
          { start: "2026-07-14", count: 1 },
          { start: "2026-07-15", count: 1 },
        ],
      })
      const { hours, weekdays } = readAs(ClockAnswer, yield* server.get("/v1/places/clock?date=2026-07-15"))
      assert.strictEqual(hours[12], 1)
      assert.deepStrictEqual(weekdays, [0, 0, 1, 0, 0, 0, 0])
    }),
  )

  it.effect("of several domains has the counts of each next to the total", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.places.storeCheckIns([checkIn("a", start)])
      yield* server.runs.storeRuns("strava", { runs: [run("r", start)], gone: [] })
      const all = readAs(calendarOf(ByDomain), yield* server.get("/v1/calendar"))
      assert.deepStrictEqual([all.total, all.by_domain["places"], all.by_domain["running"]], [2, 1, 1])
      assert.sameMembers(Object.keys(all.by_domain), journaled)
      const some = readAs(trendsOf(ByDomain), yield* server.get("/v1/trends?domains=running&by=year"))
      assert.deepStrictEqual(some.points, [{ start: "2026-01-01", count: 1, by_domain: { running: 1 } }])
      assert.strictEqual(readAs(Streaks, yield* server.get("/v1/streaks")).current.days, 1)
    }),
  )

  it.effect("is a feed, page by page to its end", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.places.storeCheckIns([checkIn("a", start - 2 * hour), checkIn("b", start)])
      yield* server.runs.storeRuns("strava", { runs: [run("r", start - hour)], gone: [] })
      const first = readAs(Feed, yield* server.get("/v1/feed?limit=2"))
      assert.deepStrictEqual(first.data[0], {
        id: "b",
        domain: "places",
        kind: "check-in",
        at: "2026-07-15T12:00:00.000Z",
        day_only: false,
        title: "Venue b",
        subtitle: "Eastport, Sealand",
        url: "",
        item: { type: "check-in", id: "b" },
        count: 1,
      })
      assert.deepInclude(first.data[1], {
        id: "strava:r",
        domain: "running",
        title: "Run",
        subtitle: "3.11 mi",
      })
      const cursor = encodeURIComponent(first.next_cursor)
      const rest = readAs(Feed, yield* server.get(`/v1/feed?limit=2&cursor=${cursor}`))
      assert.deepStrictEqual([rest.data.map(({ id }) => id), rest.next_cursor], [["a"], ""])
      assertFailure(yield* server.get(`/v1/feed?limit=2&domains=places&cursor=${cursor}`), 400)
    }),
  )

  it.effect("reports this day in other years", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.places.storeCheckIns([
        checkIn("a", Date.parse("2020-07-15T09:00:00Z")),
        checkIn("b", Date.parse("2021-07-16T09:00:00Z")),
      ])
      const { date, years } = readAs(OnThisDay, yield* server.get("/v1/feed/on-this-day"))
      assert.strictEqual(date, "2026-07-15")
      assert.deepStrictEqual(
        years.map(({ data, year }) => [year, data.map(({ id }) => id)]),
        [[2020, ["a"]]],
      )
    }),
  )

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

  it.effect("reports the track that plays among the latest", () =>
    Effect.gen(function* () {
      const listen = { track: "Tide", artist: "Ida", album: "Salt", imageUrl: "" as const }
      const source = scriptedSource("scripted", {
        latest: Effect.succeedSome({ listen, playedAt: undefined }),
      })
      const server = yield* startServer({ sources: [source] })
      const { listening } = readAs(Now, yield* server.get("/v1/now"))
      assert.deepInclude(listening, { id: "", kind: "play", at: "", title: "Tide", subtitle: "Ida" })
    }),
  )

  it.effect("reports the last play under the id of its session in the feed", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const play = { artist: "Ida", album: "Salt", imageUrl: "" as const }
      yield* server.store.storeScrobbles([
        { ...play, track: "Tide", playedAt: start - 600_000 },
        { ...play, track: "Ebb", playedAt: start - 300_000 },
      ])
      const { listening } = readAs(Now, yield* server.get("/v1/now"))
      const { text } = yield* server.get("/v1/feed?domains=listening")
      assert.deepInclude(listening, { title: "Ebb", at: new Date(start - 300_000).toISOString() })
      assert.include(text, `"id":"${listening?.id}"`)
      assert.isNotEmpty(listening?.id)
    }),
  )

  it.effect("states what to send if a query does not fit", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [query, message] of [
        ["/v1/calendar?domains=running,nothing", /^domains: there is no "nothing"; send some of /],
        ["/v1/calendar?year=0000", /^year: must be a year of four digits/],
        ["/v1/places/calendar?year=12345", /^year: must be a year of four digits/],
        ["/v1/places/trends?by=hour", /^by: must be day, week, month or year/],
        ["/v1/places/calendar?year=2024&date=2024-05-06", /^date: send either date or year, not both/],
        ["/v1/calendar?date=2024-02-30", /^date: "2024-02-30" is not a calendar day/],
        ["/v1/streaks?domains=", /^domains: there is no ""; send some of /],
        ["/v1/trends?domains=Running", /^domains: there is no "Running"; send some of /],
        ["/v1/feed?domains=listening%00", /^domains: there is no /],
        ["/v1/feed/on-this-day?domains=nothing", /^domains: there is no "nothing"/],
        ["/v1/feed?limit=0", /^limit: must be a whole number from 1/],
        ["/v1/feed?from=2024-05-07&to=2024-05-06", /^from: must not be after to/],
        ["/v1/places/clock?date=2026-02-30", /^date: /],
        ["/v1/feed?cursor=x", /^cursor: must be the next_cursor of the same list/],
        ["/v1/feed/on-this-day?date=2023-02-29", /^date: /],
      ] as const) {
        assertFailure(yield* server.get(query), 400, message)
      }
      assertFailure(yield* server.get("/v1/nothing/calendar"), 404)
    }),
  )
})
