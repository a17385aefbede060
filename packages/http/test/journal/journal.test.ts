import { unknownOfRun } from "@daybook/running"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ByDomain, checkIn, Count, Entry, journaled, Now, Streak } from "./replies.ts"
import { assertFailure, readAs } from "../replies.ts"
import { scriptedSource } from "../scriptedSource.ts"
import { start, startServer } from "../testServer.ts"

const hour = 3_600_000

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
const Streaks = Schema.Struct({ current: Streak, longest: Streak })
const ClockAnswer = Schema.Struct({ hours: Schema.Array(Schema.Int), weekdays: Schema.Array(Schema.Int) })
const Feed = Schema.Struct({ data: Schema.Array(Entry), next_cursor: Schema.String })
const OnThisDay = Schema.Struct({
  date: Schema.String,
  years: Schema.Array(Schema.Struct({ year: Schema.Int, data: Schema.Array(Entry) })),
})

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
