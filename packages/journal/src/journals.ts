import {
  type DateRange,
  everything,
  type Granularity,
  type Journal,
  type LocalDate,
  untilToday,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"

/** The journal of a domain. */
export interface DomainJournal {
  readonly domain: string
  readonly journal: Journal
}

/** The count of each domain, those without any too. */
export type CountByDomain = Readonly<Record<string, number>>

/** The counts of a day or another stretch of time over some domains. */
export interface JournalCount {
  readonly count: number
  readonly byDomain: CountByDomain
}

/** The counts of each domain by the days of a range, or by longer buckets, as far as it has happened. */
const countsOfDomains = Effect.fnUntraced(function* (
  journals: ReadonlyArray<DomainJournal>,
  range: DateRange,
  by: Granularity = "day",
) {
  const past = yield* untilToday(range)
  return yield* Effect.forEach(
    journals,
    ({ domain, journal }) => Effect.map(journal.countsByDay(past, by), (days) => ({ domain, days })),
    { concurrency: "unbounded" },
  )
})

/** The days, or the first days of longer buckets, that have entries of any of some domains, earliest first. */
export const pastDays = Effect.fnUntraced(function* (
  journals: ReadonlyArray<DomainJournal>,
  by: Granularity = "day",
  range: DateRange = everything,
) {
  const past = new Set<LocalDate>()
  for (const { days } of yield* countsOfDomains(journals, range, by))
    for (const { day } of days) past.add(day)
  return [...past].sort()
})

/** The counts of the days of a range that have entries, over some domains; or of longer buckets, by their first days. */
export const countsByDay = Effect.fnUntraced(function* (
  journals: ReadonlyArray<DomainJournal>,
  range: DateRange,
  by?: Granularity,
) {
  const counted = yield* countsOfDomains(journals, range, by)
  const none: CountByDomain = Object.fromEntries(journals.map(({ domain }) => [domain, 0]))
  // The domains can have tens of thousands of days: each is added in place.
  const byDay = new Map<LocalDate, { count: number; readonly byDomain: Record<string, number> }>()
  for (const { days, domain } of counted) {
    for (const { count, day } of days) {
      let sum = byDay.get(day)
      if (sum === undefined) byDay.set(day, (sum = { count: 0, byDomain: { ...none } }))
      sum.count += count
      sum.byDomain[domain] = (sum.byDomain[domain] ?? 0) + count
    }
  }
  return byDay
})

/** The sum of counts of the same domains. */
export const sumOf = (
  counts: Iterable<JournalCount>,
  journals: ReadonlyArray<DomainJournal>,
): JournalCount => {
  const byDomain: Record<string, number> = Object.fromEntries(journals.map(({ domain }) => [domain, 0]))
  let total = 0
  for (const one of counts) {
    total += one.count
    for (const domain in one.byDomain)
      byDomain[domain] = (byDomain[domain] ?? 0) + (one.byDomain[domain] ?? 0)
  }
  return { count: total, byDomain }
}
