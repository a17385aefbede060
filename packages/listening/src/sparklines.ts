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
import type { AlbumBucket, Period, Sparkline } from "./model.ts"

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

/** How many calendar days a closed range touches; undefined for an open one. */
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
 * The width of a sparkline's buckets; undefined where there is to be none. A period has its own. A custom range
 * goes by its length: up to 7 days none, 31 days by day, 186 by week, three years by month, longer or open by
 * year. A period named beside a custom range keeps its promise of a sparkline (all but `7day`) however short.
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

// No scrobble is older than 1970, and a range that runs centuries ahead says no more than an open one.
const earliest = Date.UTC(1970, 0, 1)
const latest = Date.UTC(2100, 0, 2)

/**
 * Gives what fills the gaps between an album's buckets with zeros, made once for all albums of an answer. An open
 * start, or one before 1970, is the album's first play in the range; an open end, or one after 2099, is now.
 * Buckets outside of these bounds widen them, so that no play is ever left out of the sum.
 */
export const makeSparklines = (
  range: DateRange,
  granularity: Granularity,
  now: EpochMillis,
  zone: DateTime.TimeZone,
): ((buckets: ReadonlyArray<AlbumBucket>) => Sparkline) => {
  const bucketOf = (instant: EpochMillis) => startOfBucket(dayOf(instant, zone), granularity)
  const today = bucketOf(now)
  const from = range.from !== undefined && range.from >= earliest ? bucketOf(range.from) : undefined
  const until = range.until !== undefined && range.until <= latest ? bucketOf(range.until - 1) : today
  // Many albums of one answer have the same buckets.
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
