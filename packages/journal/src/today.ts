import {
  addDays,
  type DateRangeInput,
  dayNumber,
  daysBetween,
  type InvalidInput,
  isLocalDate,
  isoWeekday,
  type LocalDate,
  nextBucket,
  resolveDate,
  resolveRange,
  startOfBucket,
  today as currentDay,
  untilToday,
} from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { entriesOf, type FeedEntry, newestFirst } from "./feed.ts"
import {
  type CountByDomain,
  countsByDay,
  type DomainJournal,
  type JournalCount,
  pastDays,
  sumOf,
} from "./journals.ts"

/** A domain's count of a week so far, and of a usual one up to the same weekday. */
export interface WeekOfDomain {
  readonly domain: string
  readonly count: number
  /** The median of the twelve weeks before. */
  readonly usual: number
  /** The time that its entries took, and that of a usual week; 0 if unknown. */
  readonly seconds: number
  readonly usualSeconds: number
}

/** A day of the owner, next to other days. */
export interface Today {
  readonly date: LocalDate
  /** Days in a row with an entry, up to the date or the day before. */
  readonly streak: number
  /** The newest day that has entries, up to the date; undefined before the first entry. */
  readonly day: LocalDate | undefined
  /** The entries of that day, earliest first. */
  readonly entries: ReadonlyArray<FeedEntry>
  /** The most notable of them, one of a domain: the rarer its domain is for this person, the more notable it is. */
  readonly headline: ReadonlyArray<FeedEntry>
  /** The week of the day, Monday first, for the domains that have anything in it or in a usual week. */
  readonly week: {
    readonly from: LocalDate
    readonly to: LocalDate
    readonly domains: ReadonlyArray<WeekOfDomain>
  }
  /** The same day in earlier years, newest first: the most notable of each. */
  readonly onThisDay: ReadonlyArray<{ readonly year: number; readonly entries: ReadonlyArray<FeedEntry> }>
  /** The month of that day: its counts, and the items with the most entries, a few of each domain. */
  readonly month:
    | (JournalCount & { readonly start: LocalDate; readonly best: ReadonlyArray<FeedEntry> })
    | undefined
  /** The newest items before that day, a few of each domain. */
  readonly lately: ReadonlyArray<FeedEntry>
}

const maxNotable = 3
const weeksBefore = 12
/** How far back the entries of a day are counted: more than those weeks, and a month. */
const yearOfDays = 365
const maxItems = 12
const maxOfDomain = 3
/** This many newest entries of a domain have enough different items. */
const newestOfDomain = 40

type Counts = ReadonlyMap<LocalDate, JournalCount>

/** The days of the year before a day on which each domain has an entry. */
const activeDays = (counts: Counts, last: LocalDate): ReadonlyMap<string, number> => {
  const days = new Map<string, number>()
  const before = addDays(last, -yearOfDays)
  for (const [day, { byDomain }] of counts) {
    if (day <= before) continue
    for (const domain in byDomain)
      if ((byDomain[domain] ?? 0) > 0) days.set(domain, (days.get(domain) ?? 0) + 1)
  }
  return days
}

/** The most notable entries, one of each domain, in order of time. */
const notableOf = (
  entries: ReadonlyArray<FeedEntry>,
  activeDaysOf: ReadonlyMap<string, number>,
): ReadonlyArray<FeedEntry> => {
  const best = new Map<string, FeedEntry>()
  for (const entry of entries) {
    const other = best.get(entry.domain)
    if (other === undefined || entry.count > other.count) best.set(entry.domain, entry)
  }
  return [...best.values()]
    .sort((one, other) => (activeDaysOf.get(one.domain) ?? 0) - (activeDaysOf.get(other.domain) ?? 0))
    .slice(0, maxNotable)
    .sort((one, other) => one.at - other.at)
}

/** The days in a row up to a date or the day before. */
const streakTo = (past: ReadonlyArray<LocalDate>, date: LocalDate): number => {
  const last = dayNumber(past.at(-1) === date ? date : addDays(date, -1))
  const before = past.toReversed().findIndex((day, days) => dayNumber(day) !== last - days)
  return before === -1 ? past.length : before
}

const medianOf = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return Math.round(((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2)
}

/** The week of a day up to it, and the median of the same days of the weeks before. */
const weekOf = Effect.fnUntraced(function* (
  counts: Counts,
  to: LocalDate,
  journals: ReadonlyArray<DomainJournal>,
): Effect.fn.Return<Today["week"], InvalidInput, DateTime.CurrentTimeZone> {
  const length = isoWeekday(to)
  const ranges = yield* Effect.forEach(
    Array.from({ length: weeksBefore + 1 }, (_, weeksAgo) => 7 * weeksAgo),
    (back) => resolveRange({ from: addDays(to, 1 - length - back), to: addDays(to, -back) }),
  )
  const sumOfWeek = (weeksAgo: number): CountByDomain =>
    sumOf(
      Array.from({ length }, (_, back) => counts.get(addDays(to, -7 * weeksAgo - back))).filter(
        (one) => one !== undefined,
      ),
      journals,
    ).byDomain
  const now = sumOfWeek(0)
  const before = Array.from({ length: weeksBefore }, (_, at) => sumOfWeek(at + 1))
  const domains = yield* Effect.forEach(
    journals,
    ({ domain, journal: { secondsIn = () => Effect.succeed(0) } }) =>
      Effect.gen(function* () {
        const [seconds = 0, ...others] = yield* Effect.forEach(ranges, secondsIn)
        return {
          domain,
          count: now[domain] ?? 0,
          usual: medianOf(before.map((week) => week[domain] ?? 0)),
          seconds,
          usualSeconds: medianOf(others),
        }
      }),
  )
  return {
    from: addDays(to, 1 - length),
    to,
    domains: domains.filter(({ count, usual }) => count > 0 || usual > 0),
  }
})

const itemKey = ({ domain, item }: FeedEntry) => `${domain} ${item.type} ${item.id}`

/** One entry of each item, in the given order, a few of each domain. */
const fewOfEach = (entries: ReadonlyArray<FeedEntry>): ReadonlyArray<FeedEntry> => {
  const seen = new Set<string>()
  const ofDomain = new Map<string, number>()
  return entries
    .filter((entry) => {
      const count = ofDomain.get(entry.domain) ?? 0
      if (seen.has(itemKey(entry)) || count >= maxOfDomain) return false
      seen.add(itemKey(entry))
      ofDomain.set(entry.domain, count + 1)
      return true
    })
    .slice(0, maxItems)
}

/** The items of entries with the most of them first, each with its total as its count. */
const bestOf = (entries: ReadonlyArray<FeedEntry>): ReadonlyArray<FeedEntry> => {
  const byItem = Map.groupBy(entries, itemKey)
  const summed = [...byItem.values()].flatMap(([newest, ...others]) =>
    newest === undefined
      ? []
      : [{ ...newest, count: others.reduce((sum, { count }) => sum + count, newest.count) }],
  )
  return fewOfEach(summed.sort((one, other) => other.count - one.count || newestFirst(one, other)))
}

/** The entries of a range, at most `limit` of each domain, newest first. */
const entriesIn = Effect.fnUntraced(function* (
  journals: ReadonlyArray<DomainJournal>,
  input: DateRangeInput,
  limit: number,
) {
  const range = yield* untilToday(yield* resolveRange(input))
  return yield* entriesOf(journals, ({ journal }) => journal.entries(range, limit))
})

/** The most entries of a domain in a month that are looked at for its best. */
const maxOfMonth = 1_000

const monthOf = Effect.fnUntraced(function* (
  journals: ReadonlyArray<DomainJournal>,
  counts: Counts,
  day: LocalDate,
) {
  const start = startOfBucket(day, "month")
  const end = addDays(nextBucket(start, "month"), -1)
  const days = [...counts].filter(([one]) => one >= start && one <= end).map(([, count]) => count)
  const entries = yield* entriesIn(journals, { from: start, to: end }, maxOfMonth)
  return { start, ...sumOf(days, journals), best: bestOf(entries) }
})

/** A month without entries makes the newest day an old one: its month is what there is to show. */
const isOld = (day: LocalDate, date: LocalDate) => daysBetween(day, date) > 31

/** A day, today by default, next to other days. Without entries on it, the newest day before it. */
export const today = Effect.fn("Journal.today")(function* (
  journals: ReadonlyArray<DomainJournal>,
  asked: string | undefined,
): Effect.fn.Return<Today, InvalidInput, DateTime.CurrentTimeZone> {
  const date = asked === undefined ? yield* currentDay : yield* Effect.fromResult(resolveDate(asked))
  const past = yield* pastDays(journals, "day", yield* resolveRange({ to: date }))
  const sameDays = past.filter((one) => one < date && one.slice(4) === date.slice(4))
  // The plays of a day may all belong to a session that started on the day before.
  const newest = past.slice(-2).toReversed()
  const days = [...new Set([...newest, ...sameDays])]
  const found = days.length === 0 ? [] : yield* entriesOf(journals, ({ journal }) => journal.entriesOn(days))
  const byDay = Map.groupBy(found, (entry) => entry.day)
  const day = newest.find((one) => byDay.has(one)) ?? newest[0]
  const from = addDays(day ?? date, -yearOfDays)
  // Other days only need to have entries or none.
  const counts = yield* countsByDay(
    journals,
    yield* resolveRange({ from: isLocalDate(from) ? from : undefined, to: date }),
  )
  const shared = { date, day, streak: streakTo(past, date) }
  const week = yield* weekOf(counts, day ?? date, journals)
  if (day === undefined)
    return { ...shared, week, entries: [], headline: [], onThisDay: [], month: undefined, lately: [] }

  const activeDaysOf = activeDays(counts, day)
  const entries = (byDay.get(day) ?? []).toReversed()
  return {
    ...shared,
    week,
    entries,
    headline: notableOf(entries, activeDaysOf),
    onThisDay: sameDays
      .filter((one) => one !== day)
      .sort()
      .toReversed()
      .map((one) => ({
        year: Number(one.slice(0, 4)),
        entries: notableOf(byDay.get(one) ?? [], activeDaysOf),
      }))
      .filter((year) => year.entries.length > 0),
    month: isOld(day, date) ? yield* monthOf(journals, counts, day) : undefined,
    lately: fewOfEach(yield* entriesIn(journals, { to: addDays(day, -1) }, newestOfDomain)),
  }
})
