import {
  bucketsBetween,
  type DateRange,
  endsOfYear,
  everything,
  InvalidInput,
  type LocalDate,
  resolveDate,
  startOfBucket,
  today,
  untilToday,
  wholeYears,
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

/** A year in review, as far as it follows from entries. */
export interface YearInReview extends JournalCount {
  readonly year: number
  /** The number of entries of the year before. */
  readonly previousCount: number
  /** The number of days that have an entry. */
  readonly activeDays: number
  /** The twelve months, those without an entry too. */
  readonly months: ReadonlyArray<CountFrom>
  readonly busiestDay: Busiest
  readonly busiestMonth: Busiest
  readonly longestStreak: Streak
  readonly first: FeedEntry | undefined
  readonly last: FeedEntry | undefined
}

/** The year of one domain. */
export interface DomainYear extends YearInReview {
  readonly domain: string
  /** The domain's part; undefined if it has none. */
  readonly review: object | undefined
}

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

/** A year of some journals by the counts of two years' days, earliest first. */
const countedYear = (
  year: number,
  journals: ReadonlyArray<DomainJournal>,
  counts: ReadonlyArray<CountFrom>,
): Omit<YearInReview, "first" | "last"> => {
  const [begin, end] = endsOfYear(year)
  const days = counts.filter(({ count, start }) => count > 0 && start >= begin)
  const byMonth = Map.groupBy(days, ({ start }) => startOfBucket(start, "month"))
  const months = bucketsBetween(begin, end, "month").map((start) => ({
    start,
    ...sumOf(byMonth.get(start) ?? [], journals),
  }))
  const before = counts.filter(({ start }) => start < begin)
  return {
    year,
    ...sumOf(days, journals),
    previousCount: sumOf(before, journals).count,
    activeDays: days.length,
    months,
    busiestDay: busiestOf(days, journals),
    busiestMonth: busiestOf(months, journals),
    longestStreak: longestOf(streaksOf(days.map(({ start }) => start))),
  }
}

/** The counts of the days of a year and of the year before it, earliest first. */
const countsOfTwoYears = Effect.fnUntraced(function* (journals: ReadonlyArray<DomainJournal>, year: number) {
  const counts = yield* countsByDay(journals, yield* wholeYears(Math.max(year - 1, 1), year))
  return Array.from(counts, ([start, count]): CountFrom => ({ start, ...count })).sort((one, other) =>
    one.start < other.start ? -1 : 1,
  )
})

const countedDomain = Effect.fnUntraced(function* <R = never>(
  one: ReviewedJournal<R>,
  year: number,
  counts: ReadonlyArray<CountFrom>,
) {
  const days = counts.filter(({ count, start }) => count > 0 && start >= endsOfYear(year)[0])
  const ends = new Set([...days.slice(0, 1), ...days.slice(-1)].map(({ start }) => start))
  const entries =
    ends.size === 0 ? [] : yield* entriesOf([one], ({ journal }) => journal.entriesOn([...ends]))
  const domainYear: DomainYear = {
    domain: one.domain,
    ...countedYear(year, [one], counts),
    first: entries.at(-1),
    last: entries.at(0),
    review: yield* one.review?.(yield* untilToday(yield* wholeYears(year))) ?? Effect.undefined,
  }
  return domainYear
})

/** A year (1 to 9999) of one domain, as far as it has happened, with the domain's own part. */
export const domainYear = Effect.fn("Journal.domainYear")(function* <R = never>(
  journal: ReviewedJournal<R>,
  asked: number,
): Effect.fn.Return<DomainYear, InvalidInput, R | DateTime.CurrentTimeZone> {
  const year = yield* yearOrThis({ year: asked })
  return yield* countedDomain(journal, year, yield* countsOfTwoYears([journal], year))
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
  const counts = yield* countsOfTwoYears(journals, year)
  const domains = yield* Effect.forEach(
    journals,
    (one) => {
      const countOf = ({ byDomain }: CountFrom) => byDomain[one.domain] ?? 0
      const own = counts.map((day) => ({
        start: day.start,
        count: countOf(day),
        byDomain: { [one.domain]: countOf(day) },
      }))
      return countedDomain(one, year, own)
    },
    { concurrency: "unbounded" },
  )
  const entriesAt = (end: "first" | "last") => domains.flatMap((one) => one[end] ?? []).sort(newestFirst)
  return {
    ...countedYear(year, journals, counts),
    first: entriesAt("first").at(-1),
    last: entriesAt("last").at(0),
    domains,
  }
})
