import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import {
  addDays,
  bucketsBetween,
  dayOf,
  daysBetween,
  type Granularity,
  isLocalDate,
  type LocalDate,
  nextBucket,
  startOfBucket,
  startOfDay,
} from "./calendar.ts"
import { asksForRange, type DateRange, type DateRangeInput, everything } from "./dateRange.ts"
import { InvalidInput } from "../errors.ts"
import { type DayCount, type Journal, sumCounts } from "../journal.ts"
import { endsOfYear, resolveRange, today, wholeDays } from "./resolveRange.ts"

/** The days of each rolling period of the contract. */
export const daysOfPeriod = { "7day": 7, "1month": 30, "3month": 90, "6month": 180, "12month": 365 } as const

/** A requested period: a name, or a range, which overrides it. */
export interface PeriodInput extends DateRangeInput {
  /** A rolling period, `overall`, a month as YYYY-MM or a year as YYYY; this month without a name and a range. */
  readonly period?: string | undefined
}

/** The first and the last of some days. */
export interface DaysFromTo {
  readonly from: LocalDate
  readonly to: LocalDate
}

/** A bucket of a period, with the count of the same bucket of the previous one. */
export interface ComparedPoint {
  readonly start: LocalDate
  readonly count: number
  /** Undefined if the previous period has no such bucket, such as a 31st. */
  readonly previous: number | undefined
}

/** The entries of a period next to those of the one before. */
export interface ComparedPeriods {
  /** The name as requested, or of the period shown instead; `custom` for a range. */
  readonly name: string
  readonly days: DaysFromTo
  /** All of its days, or exactly the range that was requested. */
  readonly range: DateRange
  /** True if the requested period has no entries, and the newest period with entries is shown. */
  readonly isFallback: boolean
  /** As many days as have passed of the period, cut as its range is; undefined for all time, and if it would begin before the year 1. */
  readonly previous: (DaysFromTo & { readonly range: DateRange }) | undefined
  /** The width of a point; a week is counted from the first day of the period. */
  readonly granularity: Granularity
  readonly points: ReadonlyArray<ComparedPoint>
  readonly count: number
  readonly previousCount: number
}

/** The milliseconds that a range leaves out of its first and its last day. */
interface Cut {
  readonly first: number
  readonly last: number
}

/** The meaning of a name. */
type Span =
  | { readonly kind: "rolling"; readonly days: number }
  | { readonly kind: "month" | "year"; readonly start: LocalDate }
  | { readonly kind: "custom"; readonly days: DaysFromTo; readonly cut?: Cut }
  | { readonly kind: "overall" }

const namedSpan = Effect.fnUntraced(function* (name: string) {
  if (name === "overall") return { kind: "overall" } satisfies Span
  const days = new Map<string, number>(Object.entries(daysOfPeriod)).get(name)
  if (days !== undefined) return { kind: "rolling", days } satisfies Span
  const start = `${name}-01${name.length === 4 ? "-01" : ""}`
  if (/^\d{4}(-\d{2})?$/.test(name) && isLocalDate(start)) {
    return { kind: name.length === 4 ? "year" : "month", start } satisfies Span
  }
  return yield* new InvalidInput({
    field: "period",
    message: `period: must be one of ${Object.keys(daysOfPeriod).join(", ")}, overall, a month such as 2026-05 or a year such as 2026`,
  })
})

const spanOf = Effect.fnUntraced(function* (input: PeriodInput, now: LocalDate) {
  const named = yield* namedSpan(input.period ?? now.slice(0, 7))
  if (!asksForRange(input)) return named
  const { from, until } = yield* resolveRange(input)
  if (from === undefined)
    return yield* new InvalidInput({ field: "from", message: "from: send it too, or only period=overall" })
  const zone = yield* DateTime.CurrentTimeZone
  const to = until === undefined ? now : dayOf(until - 1, zone)
  const first = dayOf(from, zone)
  const days = { from: first, to: first > to ? first : to }
  const whole = yield* wholeDays(days.from, days.to)
  // The last day of all has no end.
  const last = until === undefined || whole.until === Infinity ? 0 : whole.until - until
  return { kind: "custom", days, cut: { first: from - whole.from, last } } satisfies Span
})

const earlier = (one: LocalDate, other: LocalDate) => (one < other ? one : other)

const [firstDay] = endsOfYear(1)
const [, lastDay] = endsOfYear(9999)

const endOf = (start: LocalDate, kind: "month" | "year") =>
  earlier(addDays(nextBucket(start, kind), -1), lastDay)

/** The day so many days before; the first of all if there is none. */
const daysBefore = (day: LocalDate, days: number) => {
  const before = addDays(day, -days)
  return before < firstDay ? firstDay : before
}

/** The days of a period, up to today; a rolling period ends with `end`. */
const daysIn = (span: Exclude<Span, { kind: "overall" }>, now: LocalDate, end: LocalDate): DaysFromTo => {
  switch (span.kind) {
    case "rolling":
      return { from: daysBefore(end, span.days - 1), to: end }
    case "custom":
      return span.days
    default: {
      const to = endOf(span.start, span.kind)
      return { from: span.start, to: span.start > now ? to : earlier(to, now) }
    }
  }
}

/** The same kind of period around a day. */
const around = (span: Exclude<Span, { kind: "overall" }>, day: LocalDate): typeof span => {
  switch (span.kind) {
    case "rolling":
      return span
    case "custom": {
      const length = Math.min(daysBetween(span.days.from, span.days.to), 366)
      return { kind: "custom", days: { from: daysBefore(day, length), to: day } }
    }
    default:
      return { kind: span.kind, start: startOfBucket(day, span.kind) }
  }
}

/** The days before; undefined if they would begin before the first of all. */
const previousOf = (
  span: Exclude<Span, { kind: "overall" }>,
  { from, to }: DaysFromTo,
): DaysFromTo | undefined => {
  const last = addDays(from, -1)
  const isNamed = span.kind === "month" || span.kind === "year"
  const start = isNamed ? startOfBucket(last, span.kind) : addDays(last, -daysBetween(from, to))
  if (start < firstDay) return undefined
  // A whole period is compared with a whole one; the beginning of one with the same number of days.
  const isWhole = isNamed && to === endOf(from, span.kind)
  return { from: start, to: isWhole ? last : earlier(last, addDays(start, daysBetween(from, to))) }
}

const granularityOf = (span: Span, days: number): Granularity => {
  if (span.kind === "month" || days <= 62) return "day"
  if (span.kind === "year") return "month"
  if (days <= 186) return "week"
  return days <= 3 * 366 ? "month" : "year"
}

const nameOf = (span: Span, asked: string | undefined) =>
  span.kind === "month"
    ? span.start.slice(0, 7)
    : span.kind === "year"
      ? span.start.slice(0, 4)
      : span.kind === "custom"
        ? "custom"
        : (asked ?? "overall")

const sumOf = (counts: ReadonlyArray<DayCount>) => counts.reduce((sum, { count }) => sum + count, 0)

/** The last day up to `limit` that has entries; else the last of all. Undefined without any. */
const newestDay = Effect.fnUntraced(function* (journal: Journal, limit: LocalDate, now: LocalDate) {
  const zone = yield* DateTime.CurrentTimeZone
  const months = (yield* journal.countsByDay(everything, "month")).filter(({ day }) => day <= now)
  const month = months.findLast(({ day }) => day <= limit)?.day ?? months.at(-1)?.day
  if (month === undefined) return undefined
  const range = {
    from: startOfDay(month, zone),
    until: startOfDay(addDays(earlier(endOf(month, "month"), now), 1), zone),
  }
  return (yield* journal.countsByDay(range)).at(-1)?.day
})

/** The first days of the buckets of some days; weeks are counted from the first day, so that those of two periods are as long. */
const startsOf = ({ from, to }: DaysFromTo, by: Granularity): ReadonlyArray<LocalDate> =>
  by === "week"
    ? Array.from({ length: Math.floor(daysBetween(from, to) / 7) + 1 }, (_, at) => addDays(from, 7 * at))
    : bucketsBetween(from, to, by)

/** A number for each bucket of some days. */
const bucketed = Effect.fnUntraced(function* (
  journal: Journal,
  days: DaysFromTo,
  range: DateRange,
  by: Granularity,
) {
  const counts = yield* journal.countsByDay(range, by === "week" ? "day" : by)
  const weekOf = (day: LocalDate) => addDays(day, -(daysBetween(days.from, day) % 7))
  const known = new Map<string, number>(sumCounts(counts, ({ day }) => (by === "week" ? weekOf(day) : day)))
  return {
    sum: sumOf(counts),
    buckets: startsOf(days, by).map((start) => ({ start, count: known.get(start) ?? 0 })),
  }
})

/**
 * The entries of a period by days or longer buckets, next to those of the period before. If the period has none, it is the
 * newest of the same kind that has some, if the journal has any.
 */
export const comparePeriods = Effect.fn("Kernel.comparePeriods")(function* (
  journal: Journal,
  input: PeriodInput,
) {
  const zone = yield* DateTime.CurrentTimeZone
  const now = yield* today
  const rangeOf = (span: Span, { from, to }: DaysFromTo): DateRange => {
    const cut = span.kind === "custom" ? span.cut : undefined
    const until = startOfDay(addDays(to, 1), zone) - (cut?.last ?? 0)
    // A previous day may be an hour shorter.
    return { from: Math.min(startOfDay(from, zone) + (cut?.first ?? 0), until), until }
  }
  const asked = yield* spanOf(input, now)
  const build = Effect.fnUntraced(function* (span: Span, days: DaysFromTo, isFallback: boolean) {
    const range = rangeOf(span, days)
    const granularity = granularityOf(span, daysBetween(days.from, days.to) + 1)
    const before = span.kind === "overall" ? undefined : previousOf(span, days)
    const previous = before && { ...before, range: rangeOf(span, before) }
    const current = yield* bucketed(journal, days, range, granularity)
    const last = previous && (yield* bucketed(journal, previous, previous.range, granularity))
    return {
      name: nameOf(span, input.period),
      days,
      range,
      isFallback,
      previous,
      granularity,
      points: current.buckets.map(({ count, start }, at) => ({
        start,
        count,
        previous: last?.buckets[at]?.count,
      })),
      count: current.sum,
      previousCount: last?.sum ?? 0,
    } satisfies ComparedPeriods
  })
  if (asked.kind === "overall") {
    const [first] = yield* journal.countsByDay(everything, "month")
    return yield* build(asked, { from: first === undefined ? now : earlier(first.day, now), to: now }, false)
  }
  const days = daysIn(asked, now, now)
  const isEmpty = (yield* journal.countsByDay(rangeOf(asked, days), "year")).length === 0
  const newest = isEmpty ? yield* newestDay(journal, days.to, now) : undefined
  if (newest === undefined) return yield* build(asked, days, false)
  const instead = around(asked, newest)
  return yield* build(instead, daysIn(instead, now, newest), true)
})
