import {
  addDays,
  type DateRange,
  dayOf,
  Granularity,
  LocalDate,
  nextBucket,
  resolveDateRange,
  startOfBucket,
  startOfDay,
} from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { makeSparklines, Period, type PlayedBucket, sparklineGranularity } from "../src/index.ts"
import { ZoneName, zoneOf } from "./listeningStore.ts"

const dayMillis = 86_400_000
const within = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const now = Date.parse("2026-05-06T07:08:09Z")
const utc = zoneOf("UTC")

const rangeFrom = (from: string | undefined, to: string | undefined, zone = utc): DateRange =>
  Result.getOrThrow(resolveDateRange({ from, to }, zone))

/** Plays by bucket, as a store would give them. */
const bucketsOf = (
  days: ReadonlyArray<string>,
  granularity: Granularity,
): ReadonlyArray<Pick<PlayedBucket, "start" | "plays">> => {
  const plays = new Map<LocalDate, number>()
  for (const day of days) {
    const start = startOfBucket(LocalDate.make(day), granularity)
    plays.set(start, (plays.get(start) ?? 0) + 1)
  }
  return [...plays].map(([start, count]) => ({ start, plays: count }))
}

/** A range of days from 2000 to 2026, either end open or not, and the days inside it on which an album was played. */
const playedRange = Arbitrary.map(
  Arbitrary.schema(
    Schema.Struct({
      name: ZoneName,
      granularity: Granularity,
      first: within(0, 8_700),
      length: within(1, 900),
      openStart: Schema.Boolean,
      openEnd: Schema.Boolean,
      plays: Schema.Array(within(0, 899)),
    }),
  ),
  ({ name, granularity, first, length, openStart, openEnd, plays }) => {
    const zone = zoneOf(name)
    const from = addDays(LocalDate.make("2000-01-01"), first)
    const to = addDays(from, length - 1)
    const days = plays.map((play) => addDays(from, play % length))
    const range = rangeFrom(openStart ? undefined : from, openEnd ? undefined : to, zone)
    return { zone, granularity, range, from, to, days, openStart, openEnd }
  },
)

const many = { arbitrary: { runs: 300 } }
const starts = (points: ReadonlyArray<{ readonly start: string }>) => points.map(({ start }) => start)

describe("a sparkline", () => {
  it.prop(
    "counts every play in the range, once",
    [playedRange],
    ([{ zone, granularity, range, days }]) => {
      const { points } = makeSparklines(range, granularity, now, zone)(bucketsOf(days, granularity))
      assert.strictEqual(
        points.reduce((sum, { count }) => sum + count, 0),
        days.length,
      )
    },
    many,
  )

  it.prop(
    "has a point for each bucket, one after the other, with nothing between and nothing twice",
    [playedRange],
    ([{ zone, granularity, range, days }]) => {
      const { points } = makeSparklines(range, granularity, now, zone)(bucketsOf(days, granularity))
      let next = points[0]?.start
      for (const { start } of points) {
        if (start !== next || start !== startOfBucket(start, granularity))
          assert.fail(`${start}, not ${next}`)
        next = nextBucket(start, granularity)
      }
    },
    many,
  )

  it.prop(
    "reaches from the range's start, or the first play if it is open, to its end, or now if it is open",
    [playedRange],
    ([{ zone, granularity, range, from, to, days, openStart, openEnd }]) => {
      if (openStart && days.length === 0) return
      const { points } = makeSparklines(range, granularity, now, zone)(bucketsOf(days, granularity))
      const firstPlay = days.toSorted()[0] ?? from
      assert.strictEqual(points[0]?.start, startOfBucket(openStart ? firstPlay : from, granularity))
      const end = openEnd ? dayOf(now, zone) : to
      assert.strictEqual(points.at(-1)?.start, startOfBucket(end, granularity))
    },
    many,
  )

  it("starts its weeks on a Monday, even before the range", () => {
    const range = rangeFrom("2026-04-29", "2026-05-06")
    const { points } = makeSparklines(range, "week", now, utc)(bucketsOf(["2026-04-29"], "week"))
    assert.deepStrictEqual(points, [
      { start: LocalDate.make("2026-04-27"), count: 1 },
      { start: LocalDate.make("2026-05-04"), count: 0 },
    ])
  })

  it("is widened by a play outside of its bounds, so that the total stays right", () => {
    const range = rangeFrom("2026-05-02", "2026-05-03")
    const { points } = makeSparklines(range, "day", now, utc)(bucketsOf(["2026-05-01", "2026-05-05"], "day"))
    assert.deepStrictEqual(starts(points), [
      "2026-05-01",
      "2026-05-02",
      "2026-05-03",
      "2026-05-04",
      "2026-05-05",
    ])
  })

  it.each([
    ["0001-01-01", undefined],
    ["1969-12-27", undefined],
    [undefined, "9999-12-31"],
    ["0001-01-01", "9999-12-31"],
    ["0001-01-01T00:00:00+23:59", "2101-01-01"],
    ["0001-01-01", "9999-12-31T23:59:59-23:59"],
  ])("from %s to %s runs from the first play to now", (from, to) => {
    for (const granularity of Granularity.literals) {
      const range = rangeFrom(from, to)
      const { points } = makeSparklines(range, granularity, now, utc)(bucketsOf(["2024-02-29"], granularity))
      assert.strictEqual(points[0]?.start, startOfBucket(LocalDate.make("2024-02-29"), granularity))
      assert.strictEqual(points.at(-1)?.start, startOfBucket(LocalDate.make("2026-05-06"), granularity))
    }
  })

  it("from 1970 to 2099 covers them all", () => {
    const { points } = makeSparklines(rangeFrom("1970-01-01", "2099-12-31"), "year", now, utc)([])
    assert.deepStrictEqual(
      [points.length, points[0]?.start, points.at(-1)?.start],
      [130, "1970-01-01", "2099-01-01"],
    )
  })
})

describe("the width of a sparkline's buckets", () => {
  it.each([
    ["7day", undefined],
    ["1month", "day"],
    ["3month", "week"],
    ["6month", "week"],
    ["12month", "month"],
    ["overall", "year"],
  ] as const)("for %s is %s", (period, granularity) => {
    assert.strictEqual(sparklineGranularity(period, undefined, utc), granularity)
  })

  it.each([
    [1, undefined],
    [7, undefined],
    [8, "day"],
    [31, "day"],
    [32, "week"],
    [186, "week"],
    [187, "month"],
    [3 * 366, "month"],
    [3 * 366 + 1, "year"],
  ])(
    "for a custom range of %i days is %s, in every zone and across changes of its clocks",
    (days, granularity) => {
      for (const name of ZoneName.literals) {
        for (const from of ["2024-01-01", "2024-03-09", "2024-10-26"].map((day) => LocalDate.make(day))) {
          const range = rangeFrom(from, addDays(from, days - 1), zoneOf(name))
          assert.strictEqual(sparklineGranularity(undefined, range, zoneOf(name)), granularity)
        }
      }
    },
  )

  it("for three whole years is a month, wherever leap years fall", () => {
    for (const [from, to] of [
      ["2023-01-01", "2025-12-31"],
      ["2024-02-01", "2027-01-31"],
    ]) {
      assert.strictEqual(sparklineGranularity(undefined, rangeFrom(from, to), utc), "month")
    }
  })

  it("for a range with an open end is a year", () => {
    for (const range of [rangeFrom("2026-05-06", undefined), rangeFrom(undefined, "2026-05-06")]) {
      assert.strictEqual(sparklineGranularity(undefined, range, utc), "year")
    }
  })

  it("counts the days that a range touches, not its hours", () => {
    const eight = rangeFrom("2026-05-01T23:00:00Z", "2026-05-08T01:00:00Z")
    assert.strictEqual(sparklineGranularity(undefined, eight, utc), "day")
    assert.strictEqual(sparklineGranularity(undefined, eight, zoneOf("America/New_York")), undefined)
  })

  it.prop(
    "next to a period goes by the range, but a sparkline was promised: none for 7day only",
    [Period, within(1, 2_000)],
    ([period, days]) => {
      const range = {
        from: startOfDay(LocalDate.make("2020-01-01"), utc),
        until: startOfDay(LocalDate.make("2020-01-01"), utc) + days * dayMillis,
      }
      const expected = period === "7day" ? undefined : (sparklineGranularity(undefined, range, utc) ?? "day")
      assert.strictEqual(sparklineGranularity(period, range, utc), expected)
    },
  )
})
