import {
  addDays,
  bucketsBetween,
  type DateRange,
  endsOfYear,
  everything,
  InvalidInput,
  type LocalDate,
  nextBucket,
  resolveDate,
  startOfBucket,
  today,
  untilToday,
  wholeDays,
} from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { entriesOf, type FeedEntry, newestFirst } from "./feed.ts"
import { countsByDay, type DomainJournal, type JournalCount, sumOf } from "./journals.ts"
import { longestOf, type Streak, streaksOf } from "./streaks.ts"

/** A journal, and the domain's own part of a year in review. */
export interface ReviewedJournal<R = never> extends DomainJournal {
  readonly review?: ((range: DateRange) => Effect.Effect<object, never, R>) | undefined
}

/** A day or a month with its count. */
export interface CountFrom extends JournalCount {
  /** The day, or the first day of the month. */
  readonly start: LocalDate
}

/** The day or the month with the most entries: of two with as many the later one. Without any, its count is 0. */
export interface Busiest extends JournalCount {
  readonly start: LocalDate | undefined
}

/** A stretch of time in review, as far as it follows from entries. */
interface InReview extends JournalCount {
  /** The number of entries of the stretch before. */
  readonly previousCount: number
  /** The number of days that have an entry. */
  readonly activeDays: number
  readonly busiestDay: Busiest
  readonly longestStreak: Streak
  readonly first: FeedEntry | undefined
  readonly last: FeedEntry | undefined
}

/** A year in review, as far as it follows from entries. */
export interface YearInReview extends InReview {
  readonly year: number
  /** The twelve months, those without an entry too. */
  readonly months: ReadonlyArray<CountFrom>
  readonly busiestMonth: Busiest
}

/** A month in review, as far as it follows from entries. */
export interface MonthInReview extends InReview {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  /** The days of the month, those without an entry too. */
  readonly days: ReadonlyArray<CountFrom>
}

/** One domain's part of a review. */
interface OfDomain {
  readonly domain: string
  /** The domain's own part; undefined if it has none. */
  readonly review: object | undefined
}

/** The year of one domain. */
export interface DomainYear extends YearInReview, OfDomain {}

/** The month of one domain. */
export interface DomainMonth extends MonthInReview, OfDomain {}

/** A year (1 to 9999), or one of its days. */
export interface YearInput {
  readonly year?: number | undefined
  readonly date?: string | undefined
}

/** The requested year, else this one. Fails if both parameters are set, or it is not a year of the calendar. */
export const yearOrThis = Effect.fnUntraced(function* ({ date, year: asked }: YearInput) {
  if (date !== undefined && asked !== undefined) {
    return yield* new InvalidInput({ field: "date", message: "date: send either date or year, not both" })
  }
  const day = date === undefined ? yield* today : yield* Effect.fromResult(resolveDate(date))
  const year = asked ?? Number(day.slice(0, 4))
  if (Number.isInteger(year) && year >= 1 && year <= 9999) return year
  return yield* new InvalidInput({
    field: "year",
    message: "year: must be a year from 1 to 9999, such as 2024",
  })
})

/** The years that have entries, newest first. */
export const years = Effect.fn("Journal.years")(function* (journals: ReadonlyArray<DomainJournal>) {
  const counts = yield* countsByDay(journals, everything, "year")
  return Array.from(counts, ([start, count]) => ({ year: Number(start.slice(0, 4)), ...count })).sort(
    (one, other) => other.year - one.year,
  )
})

const busiestOf = (counts: ReadonlyArray<CountFrom>, journals: ReadonlyArray<DomainJournal>): Busiest =>
  counts.reduce((busiest: Busiest, one) => (one.count > 0 && one.count >= busiest.count ? one : busiest), {
    start: undefined,
    ...sumOf([], journals),
  })

/** A stretch of days, and the first day of the stretch before it. */
interface Span {
  readonly first: LocalDate
  readonly last: LocalDate
  readonly before: LocalDate
  /** The width of its parts. */
  readonly by: "month" | "day"
}

const spanOfYear = (year: number): Span => {
  const [first, last] = endsOfYear(year)
  return { first, last, before: endsOfYear(Math.max(year - 1, 1))[0], by: "month" }
}

const spanOfMonth = (year: number, month: number): Span => {
  const [begin] = endsOfYear(year)
  const first = startOfBucket(addDays(begin, 31 * (month - 1)), "month")
  const isFirst = year === 1 && month === 1
  return {
    first,
    last: addDays(nextBucket(first, "month"), -1),
    before: isFirst ? first : startOfBucket(addDays(first, -1), "month"),
    by: "day",
  }
}

/** A stretch of some journals by the counts of its days and of those of the one before, earliest first. */
const countedSpan = (
  { before, by, first, last }: Span,
  journals: ReadonlyArray<DomainJournal>,
  counts: ReadonlyArray<CountFrom>,
) => {
  const days = counts.filter(({ count, start }) => count > 0 && start >= first)
  const byPart = Map.groupBy(days, ({ start }) => startOfBucket(start, by))
  const parts = bucketsBetween(first, last, by).map((start) => ({
    start,
    ...sumOf(byPart.get(start) ?? [], journals),
  }))
  const earlier = counts.filter(({ start }) => start >= before && start < first)
  return {
    ...sumOf(days, journals),
    previousCount: sumOf(earlier, journals).count,
    activeDays: days.length,
    parts,
    busiestDay: busiestOf(days, journals),
    busiestPart: busiestOf(parts, journals),
    longestStreak: longestOf(streaksOf(days.map(({ start }) => start))),
  }
}

/** The counts of the days of a stretch and of the one before it, earliest first. */
const countsOf = Effect.fnUntraced(function* (
  journals: ReadonlyArray<DomainJournal>,
  { before, last }: Span,
) {
  const counts = yield* countsByDay(journals, yield* wholeDays(before, last))
  return Array.from(counts, ([start, count]): CountFrom => ({ start, ...count })).sort((one, other) =>
    one.start < other.start ? -1 : 1,
  )
})

const countedDomain = Effect.fnUntraced(function* <R = never>(
  one: ReviewedJournal<R>,
  span: Span,
  counts: ReadonlyArray<CountFrom>,
) {
  const { first, last } = span
  const days = counts.filter(({ count, start }) => count > 0 && start >= first)
  const active = days.map(({ start }) => start)
  // The plays of a day may all belong to a session that started on the day before.
  const [earliest, latest] = [active.slice(0, 2), active.slice(-2)]
  const ends = [...new Set([...earliest, ...latest])]
  const entries = ends.length === 0 ? [] : yield* entriesOf([one], ({ journal }) => journal.entriesOn(ends))
  const range = yield* untilToday(yield* wholeDays(first, last))
  return {
    domain: one.domain,
    ...countedSpan(span, [one], counts),
    first: entries.findLast(({ day }) => earliest.includes(day)),
    last: entries.find(({ day }) => latest.includes(day)),
    review: yield* one.review?.(range) ?? Effect.undefined,
  }
})

/** A stretch of all domains together, so far, and of each domain. */
const reviewOf = Effect.fnUntraced(function* <R = never>(
  journals: ReadonlyArray<ReviewedJournal<R>>,
  span: Span,
) {
  const counts = yield* countsOf(journals, span)
  const domains = yield* Effect.forEach(
    journals,
    (one) => {
      const countOf = ({ byDomain }: CountFrom) => byDomain[one.domain] ?? 0
      const own = counts.map((day) => ({
        start: day.start,
        count: countOf(day),
        byDomain: { [one.domain]: countOf(day) },
      }))
      return countedDomain(one, span, own)
    },
    { concurrency: "unbounded" },
  )
  const entriesAt = (end: "first" | "last") => domains.flatMap((one) => one[end] ?? []).sort(newestFirst)
  return {
    ...countedSpan(span, journals, counts),
    first: entriesAt("first").at(-1),
    last: entriesAt("last").at(0),
    domains,
  }
})

type Counted = ReturnType<typeof countedSpan>

const ofYear =
  (year: number) =>
  <One extends Counted>({ busiestPart: busiestMonth, parts: months, ...one }: One) => ({
    ...one,
    year,
    months,
    busiestMonth,
  })

const ofMonth =
  (year: number, month: number) =>
  <One extends Counted>({ busiestPart: _day, parts: days, ...one }: One) => ({ ...one, year, month, days })

/** A year (1 to 9999) of one domain, as far as it has happened, with the domain's own part. */
export const domainYear = Effect.fn("Journal.domainYear")(function* <R = never>(
  journal: ReviewedJournal<R>,
  asked: number,
): Effect.fn.Return<DomainYear, InvalidInput, R | DateTime.CurrentTimeZone> {
  const year = yield* yearOrThis({ year: asked })
  const span = spanOfYear(year)
  return ofYear(year)(yield* countedDomain(journal, span, yield* countsOf([journal], span)))
})

/** A year (1 to 9999) of all domains together, so far, and of each domain. */
export const yearInReview = Effect.fn("Journal.yearInReview")(function* <R = never>(
  journals: ReadonlyArray<ReviewedJournal<R>>,
  asked: number,
): Effect.fn.Return<
  YearInReview & { readonly domains: ReadonlyArray<DomainYear> },
  InvalidInput,
  R | DateTime.CurrentTimeZone
> {
  const year = yield* yearOrThis({ year: asked })
  const { domains, ...all } = yield* reviewOf(journals, spanOfYear(year))
  return { ...ofYear(year)(all), domains: domains.map(ofYear(year)) }
})

/** A month (1 to 12) of a year of all domains together, so far, and of each domain. */
export const monthInReview = Effect.fn("Journal.monthInReview")(function* <R = never>(
  journals: ReadonlyArray<ReviewedJournal<R>>,
  asked: number,
  month: number,
): Effect.fn.Return<
  MonthInReview & { readonly domains: ReadonlyArray<DomainMonth> },
  InvalidInput,
  R | DateTime.CurrentTimeZone
> {
  const year = yield* yearOrThis({ year: asked })
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    return yield* new InvalidInput({ field: "month", message: "month: must be a month from 1 to 12" })
  }
  const { domains, ...all } = yield* reviewOf(journals, spanOfMonth(year, month))
  return { ...ofMonth(year, month)(all), domains: domains.map(ofMonth(year, month)) }
})
