import type { AttendingStats, EventCategory, EventType } from "../model.ts"

/** The number of events with the same category, type, year and attendance. */
export interface EventCount {
  readonly category: EventCategory
  readonly type: EventType
  readonly year: string
  readonly attended: boolean
  readonly count: number
}

const sumBy = <Key extends string>(
  counts: ReadonlyArray<EventCount>,
  keyOf: (one: EventCount) => Key,
): ReadonlyArray<readonly [Key, number]> => {
  const found = new Map<Key, number>()
  for (const one of counts) found.set(keyOf(one), (found.get(keyOf(one)) ?? 0) + one.count)
  return [...found]
}

const mostFirst = (a: readonly [string, number], b: readonly [string, number]): number =>
  b[1] - a[1] || (a[0] < b[0] ? -1 : 1)

/** Adds a store's counts into the statistics, in their order. */
export const statsOf = (counts: ReadonlyArray<EventCount>): AttendingStats => ({
  total: counts.reduce((sum, { count }) => sum + count, 0),
  attended: counts.reduce((sum, { attended, count }) => sum + (attended ? count : 0), 0),
  byCategory: sumBy(counts, ({ category }) => category)
    .toSorted(mostFirst)
    .map(([category, count]) => ({ category, count })),
  byType: sumBy(counts, ({ type }) => type)
    .toSorted(mostFirst)
    .map(([type, count]) => ({ type, count })),
  byYear: sumBy(counts, ({ year }) => year)
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([year, count]) => ({ year, count })),
})
