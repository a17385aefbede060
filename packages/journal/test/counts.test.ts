import { LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { calendar, clock, streaks, trends } from "../src/index.ts"
import { entryAt, journalOf } from "./journalOf.ts"

const now = Date.parse("2024-05-06T12:00:00Z")

const test = <E>(name: string, body: Effect.Effect<void, E, DateTime.CurrentTimeZone>) =>
  it.effect(name, () =>
    Effect.andThen(TestClock.setTime(now), body).pipe(
      Effect.provideService(DateTime.CurrentTimeZone, DateTime.zoneMakeNamedUnsafe("UTC")),
    ),
  )

const running = { domain: "running", journal: journalOf([]) }
const of = (...times: ReadonlyArray<string>) => ({
  domain: "running",
  journal: journalOf(times.map((time) => entryAt(time))),
})

describe("a calendar", () => {
  test(
    "has every day of the year, and the counts of each domain next to their sum",
    Effect.gen(function* () {
      const places = {
        domain: "places",
        journal: journalOf([entryAt("2024-02-29T07:00:00Z", { count: 3 }), entryAt("2023-12-31T07:00:00Z")]),
      }
      const year = yield* calendar([of("2024-02-29T09:00:00Z", "2024-01-01T00:00:00Z"), places], {})
      assert.deepStrictEqual([year.year, year.count, year.max, year.days.length], [2024, 5, 4, 366])
      assert.deepStrictEqual(year.byDomain, { running: 2, places: 3 })
      assert.deepStrictEqual(year.days[59], {
        day: LocalDate.make("2024-02-29"),
        count: 4,
        byDomain: { running: 1, places: 3 },
      })
      assert.deepStrictEqual(year.days[365]?.byDomain, { running: 0, places: 0 })
    }),
  )

  test(
    "leaves out what lies ahead",
    Effect.gen(function* () {
      const { count } = yield* calendar([of("2024-05-06T23:59:59Z", "2024-05-07T00:00:00Z")], { year: 2024 })
      assert.strictEqual(count, 1)
    }),
  )

  test(
    "refuses a year that the calendar does not have",
    Effect.gen(function* () {
      for (const year of [0, 10_000, 2024.5]) {
        const error = yield* Effect.flip(calendar([running], { year }))
        assert.strictEqual(error.field, "year", String(year))
      }
      for (const asked of [{ date: "2023-02-29" }, { date: "2024-05-06", year: 2024 }]) {
        assert.strictEqual((yield* Effect.flip(calendar([running], asked))).field, "date")
      }
      assert.strictEqual((yield* calendar([running], { date: "2023-05-06" })).year, 2023)
    }),
  )
})

describe("streaks", () => {
  test(
    "count days in a row: the current one ends today or yesterday, of two as long the later one is the longest",
    Effect.gen(function* () {
      const days = ["2024-02-28", "2024-02-29", "2024-03-01", "2024-04-01", "2024-05-04", "2024-05-05"]
      const { current, longest } = yield* streaks([of(...days.map((day) => `${day}T07:00:00Z`))])
      assert.deepStrictEqual(current, {
        days: 2,
        from: LocalDate.make("2024-05-04"),
        to: LocalDate.make("2024-05-05"),
      })
      assert.deepStrictEqual([longest.days, String(longest.to)], [3, "2024-03-01"])
      const later = yield* streaks([of("2024-01-01T07:00:00Z", "2024-03-01T07:00:00Z")])
      assert.strictEqual(later.longest.to, "2024-03-01")
      assert.deepStrictEqual(later.current, { days: 0, from: undefined, to: undefined })
    }),
  )

  test(
    "of several domains continue where any of them has an entry",
    Effect.gen(function* () {
      const { longest } = yield* streaks([of("2024-05-01T07:00:00Z"), of("2024-05-02T07:00:00Z")])
      assert.strictEqual(longest.days, 2)
    }),
  )
})

describe("trends", () => {
  test(
    "run from the first entry to today, zeros too",
    Effect.gen(function* () {
      const { count, points } = yield* trends([of("2024-02-29T07:00:00Z", "2024-04-30T07:00:00Z")], {
        by: "month",
      })
      assert.deepStrictEqual(
        points.map((point) => [point.start, point.count]),
        [
          ["2024-02-01", 1],
          ["2024-03-01", 0],
          ["2024-04-01", 1],
          ["2024-05-01", 0],
        ],
      )
      assert.strictEqual(count, 2)
    }),
  )

  test(
    "end with their range, and have no points without an entry",
    Effect.gen(function* () {
      const times = ["2024-01-10T07:00:00Z", "2024-03-10T07:00:00Z"]
      const ended = yield* trends([of(...times)], { by: "week", to: "2024-01-21" })
      assert.deepStrictEqual(
        ended.points.map(({ start }) => start),
        ["2024-01-08", "2024-01-15"],
      )
      assert.deepStrictEqual((yield* trends([running], { by: "day" })).points, [])
    }),
  )

  test(
    "refuse more points than a chart shows, and state what to request",
    Effect.gen(function* () {
      const error = yield* Effect.flip(trends([of("2001-01-01T07:00:00Z")], { by: "day" }))
      assert.match(error.message, /^by: 8527 points are more than 4000; request week, month or year/)
    }),
  )
})

describe("a clock", () => {
  test(
    "counts hours and weekdays, Monday first, and no hour of what is known by day only",
    Effect.gen(function* () {
      const monday = entryAt("2024-05-06T07:59:00Z", { count: 2 })
      const sunday = entryAt("2024-05-05T12:00:00Z", { dayOnly: true })
      const { hours, weekdays } = yield* clock(
        [{ domain: "running", journal: journalOf([monday, sunday]) }],
        {},
      )
      assert.deepStrictEqual(weekdays, [2, 0, 0, 0, 0, 0, 1])
      assert.strictEqual(hours[7], 2)
      assert.strictEqual(
        hours.reduce((sum, count) => sum + count, 0),
        2,
      )
    }),
  )
})
