import {
  bucketsBetween,
  type DateRange,
  dayOf,
  daysBetween,
  type EpochMillis,
  type Granularity,
  type LocalDate,
  startOfBucket,
} from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import type { PlayedBucket } from "./lists.ts"
import type { Period, Sparkline } from "./model.ts"

const granularityOfPeriod = (period: Period): Granularity | undefined => {
  switch (period) {
    case "7day":
      return undefined
    case "1month":
      return "day"
    case "3month":
    case "6month":
      return "week"
    case "12month":
      return "month"
    case "overall":
      return "year"
  }
}

/** The number of calendar days that a closed range touches; undefined for an open one. */
const lengthInDays = (range: DateRange, zone: DateTime.TimeZone): number | undefined =>
  range.from === undefined || range.until === undefined
    ? undefined
    : daysBetween(dayOf(range.from, zone), dayOf(range.until - 1, zone)) + 1

const granularityOfLength = (days: number | undefined): Granularity | undefined => {
  if (days === undefined || days > 3 * 366) return "year"
  if (days > 186) return "month"
  if (days > 31) return "week"
  return days > 7 ? "day" : undefined
}

/**
 * The width of a sparkline's buckets; undefined for no sparkline. A period has its own. A custom range goes by its
 * length: none up to 7 days, by day up to 31, by week up to 186, by month up to three years, by year beyond and if it
 * is open. A period named in addition to a custom range always gets its sparkline (all but `7day`), however short the
 * range.
 */
export const sparklineGranularity = (
  period: Period | undefined,
  customRange: DateRange | undefined,
  zone: DateTime.TimeZone,
): Granularity | undefined => {
  if (period === "7day") return undefined
  if (customRange === undefined) return period === undefined ? undefined : granularityOfPeriod(period)
  return granularityOfLength(lengthInDays(customRange, zone)) ?? (period === undefined ? undefined : "day")
}

// No scrobble is older than 1970, and a range that runs centuries ahead means the same as an open one.
const earliest = Date.UTC(1970, 0, 1)
const latest = Date.UTC(2100, 0, 2)

/**
 * Makes the function that fills the gaps between an item's buckets with zeros, once for all items of a response. An
 * open start, or one before 1970, is the item's first play in the range; an open end, or one after 2099, is now.
 * Buckets outside these bounds widen them, so that every play is in the sum.
 */
export const makeSparklines = (
  range: DateRange,
  granularity: Granularity,
  now: EpochMillis,
  zone: DateTime.TimeZone,
): ((buckets: ReadonlyArray<Pick<PlayedBucket, "start" | "plays">>) => Sparkline) => {
  const bucketOf = (instant: EpochMillis) => startOfBucket(dayOf(instant, zone), granularity)
  const today = bucketOf(now)
  const from = range.from !== undefined && range.from >= earliest ? bucketOf(range.from) : undefined
  const until = range.until !== undefined && range.until <= latest ? bucketOf(range.until - 1) : today
  // Many items of one response share their buckets.
  const known = new Map<string, ReadonlyArray<LocalDate>>()
  const startsOf = (first: LocalDate, last: LocalDate) => {
    const key = `${first} ${last}`
    const starts = known.get(key) ?? bucketsBetween(first, last, granularity)
    known.set(key, starts)
    return starts
  }
  return (buckets) => {
    const counts = new Map<LocalDate, number>(buckets.map((bucket) => [bucket.start, bucket.plays]))
    const starts = [...counts.keys()].sort()
    const [earliestPlay] = starts
    const latestPlay = starts.at(-1)
    const opening = from ?? earliestPlay ?? today
    const first = earliestPlay !== undefined && earliestPlay < opening ? earliestPlay : opening
    const last = latestPlay !== undefined && latestPlay > until ? latestPlay : until
    const points = startsOf(first, last).map((start) => ({
      start,
      count: counts.get(start) ?? 0,
    }))
    return { granularity, points }
  }
}
