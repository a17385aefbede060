import {
  addDays,
  bucketsBetween,
  type DateRange,
  type Granularity,
  type LocalDate,
  nextBucket,
  startOfBucket,
  startOfDay,
} from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"

/** The ranges of statistics, as ListenBrainz names them. Those with `this` are up to today; others are whole and past. */
export const StatsRange = Schema.Literals([
  "this_week",
  "this_month",
  "this_year",
  "week",
  "month",
  "quarter",
  "half_yearly",
  "year",
  "all_time",
])
export type StatsRange = typeof StatsRange.Type

/** The day that began the month that many months before. */
const monthsBefore = (day: LocalDate, months: number): LocalDate => {
  const start = startOfBucket(day, "month")
  return months === 0 ? start : monthsBefore(addDays(start, -1), months - 1)
}

/** Days from the first up to, and without, the last. */
export interface Days {
  readonly from: LocalDate
  readonly until: LocalDate
}

const wholeMonths = (today: LocalDate, months: number): Days => {
  const until = monthsBefore(today, (Number(today.slice(5, 7)) - 1) % months)
  return { from: monthsBefore(until, months), until }
}

/** The days of a range; undefined for all time. */
export const daysOf = (range: StatsRange, today: LocalDate): Days | undefined => {
  const upToNow = (by: Granularity): Days => ({ from: startOfBucket(today, by), until: addDays(today, 1) })
  switch (range) {
    case "this_week":
      return upToNow("week")
    case "this_month":
      return upToNow("month")
    case "this_year":
      return upToNow("year")
    case "week": {
      const until = startOfBucket(today, "week")
      return { from: addDays(until, -7), until }
    }
    case "month":
      return wholeMonths(today, 1)
    case "quarter":
      return wholeMonths(today, 3)
    case "half_yearly":
      return wholeMonths(today, 6)
    case "year":
      return wholeMonths(today, 12)
    case "all_time":
      return undefined
  }
}

export const instantsOf = ({ from, until }: Days, zone: DateTime.TimeZone): DateRange => ({
  from: startOfDay(from, zone),
  until: startOfDay(until, zone),
})

const widths: Readonly<Record<StatsRange, Granularity>> = {
  this_week: "day",
  week: "day",
  this_month: "day",
  month: "day",
  quarter: "day",
  half_yearly: "month",
  this_year: "month",
  year: "month",
  all_time: "year",
}

/** The width of a bucket of activity. */
export const widthOf = (range: StatsRange): Granularity => widths[range]

const part = (day: LocalDate, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" }).format(new Date(day))

/** The name of a bucket: `2026`, `May 2026`, `05 May 2026`, or with its weekday in a week. */
export const bucketName = (start: LocalDate, range: StatsRange): string => {
  const year = start.slice(0, 4)
  const by = widths[range]
  if (by === "year") return year
  const month = part(start, { month: "long" })
  if (by === "month") return `${month} ${year}`
  const day = `${start.slice(8)} ${month} ${year}`
  return range.endsWith("week") ? `${part(start, { weekday: "long" })} ${day}` : day
}

/** The buckets of a range and of the same length before it, each from its first day up to the next one's. */
export const bucketsOf = (range: StatsRange, days: Days): ReadonlyArray<Days> => {
  const by = widths[range]
  const before =
    range === "all_time"
      ? days.from
      : range === "this_week" || range === "week"
        ? addDays(days.from, -7)
        : monthsBefore(
            days.from,
            { this_month: 1, month: 1, quarter: 3, half_yearly: 6, this_year: 12, year: 12 }[range],
          )
  return bucketsBetween(before, addDays(days.until, -1), by).map((from) => ({
    from,
    until: nextBucket(from, by),
  }))
}
