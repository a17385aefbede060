import { type DateRange, type Journal, type LocalDate, untilToday } from "@daybook/kernel"
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

/** The counts of the days of a range that have entries, over some domains. */
export const countsByDay = Effect.fnUntraced(function* (
  journals: ReadonlyArray<DomainJournal>,
  range: DateRange,
) {
  const none: CountByDomain = Object.fromEntries(journals.map(({ domain }) => [domain, 0]))
  const past = yield* untilToday(range)
  const counted = yield* Effect.forEach(
    journals,
    ({ domain, journal }) =>
      Effect.map(journal.countsByDay(past), (days) => days.map(({ count, day }) => ({ count, day, domain }))),
    { concurrency: "unbounded" },
  )
  const days = new Map<LocalDate, JournalCount>()
  for (const { count, day, domain } of counted.flat()) {
    days.set(day, addedTo(days.get(day) ?? { count: 0, byDomain: none }, domain, count))
  }
  return days
})

const addedTo = ({ byDomain, count }: JournalCount, domain: string, more: number): JournalCount => ({
  count: count + more,
  byDomain: { ...byDomain, [domain]: (byDomain[domain] ?? 0) + more },
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
    for (const [domain, count] of Object.entries(one.byDomain))
      byDomain[domain] = (byDomain[domain] ?? 0) + count
  }
  return { count: total, byDomain }
}
