import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import {
  comparePeriods,
  type DateRange,
  dayBounds,
  type Granularity,
  isOnDays,
  type Journal,
  LocalDate,
  type PeriodInput,
  startOfBucket,
  startOfDay,
  sumCounts,
} from "../src/index.ts"

const zone = DateTime.zoneMakeNamedUnsafe("Europe/Lisbon")

/** A journal that only counts: these numbers on these days. */
const journalOf = (counts: Readonly<Record<string, number>>): Journal => ({
  entries: () => Effect.succeed([]),
  entriesOn: () => Effect.succeed([]),
  countsByHour: () => Effect.succeed([]),
  countsByDay: (range: DateRange, by: Granularity = "day") =>
    Effect.sync(() => {
      const bounds = dayBounds(range, zone)
      const inside = Object.entries(counts).flatMap(([text, count]) => {
        const day = LocalDate.make(text)
        return isOnDays(bounds, { day, at: startOfDay(day, zone) }) ? [{ day, count }] : []
      })
      return sumCounts(inside, ({ day }) => startOfBucket(day, by)).map(([day, count]) => ({ day, count }))
    }),
})

const life = {
  "2024-03-02": 1,
  "2026-09-30": 4,
  "2026-10-01": 2,
  "2026-10-28": 3,
  "2026-10-29": 50,
  "2026-11-01": 5,
  "2026-11-20": 7,
}

const compared = (input: PeriodInput, counts: Readonly<Record<string, number>> = life) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.parse("2026-11-28T09:00:00Z"))
    return yield* comparePeriods(journalOf(counts), input)
  }).pipe(Effect.provideService(DateTime.CurrentTimeZone, zone))

const brief = (input: PeriodInput, counts?: Readonly<Record<string, number>>) =>
  Effect.map(compared(input, counts), ({ count, days, isFallback, name, previous, previousCount }) => [
    name,
    `${days.from} to ${days.to}`,
    count,
    previous === undefined ? "" : `${previous.from} to ${previous.to}`,
    previousCount,
    isFallback,
  ])

describe("comparePeriods", () => {
  it.effect("compares what has passed of this month with the same number of days of the last", () =>
    Effect.gen(function* () {
      const november = yield* compared({})
      assert.deepStrictEqual(yield* brief({}), [
        "2026-11",
        "2026-11-01 to 2026-11-28",
        12,
        "2026-10-01 to 2026-10-28",
        5,
        false,
      ])
      assert.strictEqual(november.points.length, 28)
      assert.deepStrictEqual(november.points[0], {
        start: LocalDate.make("2026-11-01"),
        count: 5,
        previous: 2,
      })
    }),
  )

  it.effect("compares a whole month with a whole one, and a year with the year before", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* brief({ period: "2026-10" }), [
        "2026-10",
        "2026-10-01 to 2026-10-31",
        55,
        "2026-09-01 to 2026-09-30",
        4,
        false,
      ])
      const { points } = yield* compared({ period: "2026-10" })
      assert.deepStrictEqual([points.length, points.at(-1)?.previous], [31, undefined])
      const year = yield* compared({ period: "2026" })
      assert.deepStrictEqual(
        [year.granularity, year.points.length, year.previous?.from, year.previous?.to],
        ["month", 11, "2025-01-01", "2025-11-28"],
      )
    }),
  )

  it.effect("compares rolling periods and ranges with the same number of days before them", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* brief({ period: "1month" }), [
        "1month",
        "2026-10-30 to 2026-11-28",
        12,
        "2026-09-30 to 2026-10-29",
        59,
        false,
      ])
      assert.deepStrictEqual(yield* brief({ from: "2026-10-28", to: "2026-10-29" }), [
        "custom",
        "2026-10-28 to 2026-10-29",
        53,
        "2026-10-26 to 2026-10-27",
        0,
        false,
      ])
      assert.deepStrictEqual(yield* brief({ period: "overall" }), [
        "overall",
        "2024-03-01 to 2026-11-28",
        72,
        "",
        0,
        false,
      ])
    }),
  )

  it.effect("is of a range that comes with a name", () =>
    Effect.gen(function* () {
      const range = { from: "2026-10-28", to: "2026-10-29" }
      for (const period of ["7day", "overall", "2024"])
        assert.deepStrictEqual(yield* compared({ ...range, period }), yield* compared(range))
      for (const [field, invalid] of [
        ["date", { period: "7day", date: "nonsense" }],
        ["from", { period: "overall", to: "2026-10-29" }],
        ["period", { ...range, period: "fortnight" }],
      ] as const)
        assert.strictEqual((yield* Effect.flip(compared(invalid))).field, field)
    }),
  )

  it.effect("compares a part of some days with the same part of those before", () =>
    Effect.gen(function* () {
      const counts = { "2026-10-24": 2, "2026-10-25": 3, "2026-10-26": 50, "2026-10-27": 7 }
      // The clocks go back on the 25th.
      const { days, points, previous, range } = yield* compared(
        { from: "2026-10-26T12:00:00Z", to: "2026-10-27T08:29:59.999Z" },
        counts,
      )
      assert.deepStrictEqual([days.from, days.to], ["2026-10-26", "2026-10-27"])
      assert.deepStrictEqual(range, {
        from: Date.parse("2026-10-26T12:00:00Z"),
        until: Date.parse("2026-10-27T08:30:00Z"),
      })
      assert.deepStrictEqual(previous, {
        from: LocalDate.make("2026-10-24"),
        to: LocalDate.make("2026-10-25"),
        range: { from: Date.parse("2026-10-24T11:00:00Z"), until: Date.parse("2026-10-25T08:30:00Z") },
      })
      assert.deepStrictEqual(
        points.map(({ count, previous }) => [count, previous]),
        [
          [0, 0],
          [7, 3],
        ],
      )
      // The 29th of March had no last half hour of a day of 24.
      const late = yield* compared({ from: "2026-03-30T23:30:00", to: "2026-03-30" }, {})
      const end = Date.parse("2026-03-29T23:00:00Z")
      assert.deepStrictEqual(late.previous?.range, { from: end, until: end })
      // An hour without anything: then it is the newest day that has something.
      assert.deepStrictEqual(
        (yield* brief({ from: "2026-10-26T12:00:00Z", to: "2026-10-26T13:00:00Z" }, counts)).slice(1),
        ["2026-10-27 to 2026-10-27", 7, "2026-10-26 to 2026-10-26", 50, true],
      )
      for (const to of ["9999-12-31T12:00:00Z", "9999-12-31"]) {
        const last = yield* compared({ from: "9999-12-31T10:00:00Z", to }, {})
        assert.strictEqual(last.range.until, Infinity)
        assert.strictEqual(last.previous?.range.until, startOfDay(last.days.from, zone))
      }
    }),
  )

  it.effect("counts the weeks of a longer period from its first day", () =>
    Effect.gen(function* () {
      const { granularity, points } = yield* compared({ period: "3month" })
      assert.deepStrictEqual([granularity, points.length], ["week", 13])
      assert.deepStrictEqual(
        points.filter(({ count }) => count > 0).map(({ count, start }) => [start, count]),
        [
          ["2026-09-28", 6],
          ["2026-10-26", 58],
          ["2026-11-16", 7],
        ],
      )
    }),
  )

  it.effect("shows the newest period that has something instead of an empty one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* brief({ period: "7day" }), [
        "7day",
        "2026-11-14 to 2026-11-20",
        7,
        "2026-11-07 to 2026-11-13",
        0,
        true,
      ])
      const shown = (input: PeriodInput, counts: Readonly<Record<string, number>> = life) =>
        Effect.map(compared(input, counts), ({ count, days, isFallback, name }) => [
          name,
          days.from,
          count,
          isFallback,
        ])
      const old = { "2024-03-02": 1 }
      assert.deepStrictEqual(yield* shown({}, old), ["2024-03", "2024-03-01", 1, true])
      assert.deepStrictEqual(yield* shown({ period: "2026" }, old), ["2024", "2024-01-01", 1, true])
      // Before the first entry there is nothing: then it is the newest of all.
      assert.deepStrictEqual(yield* shown({ period: "2020-01" }), ["2026-11", "2026-11-01", 12, true])
      assert.deepStrictEqual(yield* shown({ period: "2025-02" }), ["2024-03", "2024-03-01", 1, true])
      assert.deepStrictEqual(yield* shown({ from: "2025-01-01", to: "2025-01-03" }), [
        "custom",
        "2024-02-29",
        1,
        true,
      ])
    }),
  )

  it.effect("has only zeros for an empty journal", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* brief({}, {}))[2], 0)
      assert.deepStrictEqual((yield* brief({ period: "overall" }, {}))[2], 0)
    }),
  )

  it.effect("ends with the year 9999, and has no previous period before the year 1", () =>
    Effect.gen(function* () {
      const shown = Effect.fnUntraced(function* (input: PeriodInput, counts = {}) {
        const [, days, , previous] = yield* brief(input, counts)
        return [days, previous]
      })
      assert.deepStrictEqual(yield* shown({ period: "9999" }), [
        "9999-01-01 to 9999-12-31",
        "9998-01-01 to 9998-12-31",
      ])
      assert.deepStrictEqual(yield* shown({ period: "9999-12" }), [
        "9999-12-01 to 9999-12-31",
        "9999-11-01 to 9999-11-30",
      ])
      assert.deepStrictEqual(yield* shown({ period: "0001" }), ["0001-01-01 to 0001-12-31", ""])
      assert.deepStrictEqual(yield* shown({ period: "0001-02" }), [
        "0001-02-01 to 0001-02-28",
        "0001-01-01 to 0001-01-31",
      ])
      assert.deepStrictEqual(yield* shown({ from: "0001-01-01", to: "0001-01-05" }), [
        "0001-01-01 to 0001-01-05",
        "",
      ])
      const old = { "0001-01-05": 1 }
      assert.deepStrictEqual(yield* shown({ period: "7day" }, old), ["0001-01-01 to 0001-01-05", ""])
      assert.deepStrictEqual(yield* shown({ from: "2020-01-01", to: "2020-02-01" }, old), [
        "0001-01-01 to 0001-01-05",
        "",
      ])
    }),
  )

  it.effect("refuses names other than periods, and ranges without a start", () =>
    Effect.gen(function* () {
      for (const period of ["", "2026-13", "26", "week", "0000"]) {
        const { field } = yield* Effect.flip(compared({ period }))
        assert.strictEqual(field, "period", period)
      }
      const { field } = yield* Effect.flip(compared({ to: "2026-01-01" }))
      assert.strictEqual(field, "from")
    }),
  )
})
