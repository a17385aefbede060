import {
  clockOf,
  type DateRange,
  dayBounds,
  type Entry,
  isOnDays,
  type Journal,
  type LocalDate,
  newestEntryFirst,
  sumCounts,
} from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

/**
 * The journal of a domain in memory. `all` gives its entries in any order; a day that an entry does not have is the
 * person's. They are sorted when they are first asked for after a change, which `version` tells.
 */
export const journalOf = (
  zone: DateTime.TimeZone,
  version: () => number,
  all: () => Iterable<Omit<Entry, "day"> & { readonly day?: LocalDate }>,
): Journal => {
  let sorted: { readonly version: number; readonly entries: ReadonlyArray<Entry> } | undefined
  const entries = (): ReadonlyArray<Entry> => {
    const now = version()
    if (sorted?.version !== now) {
      const clock = clockOf(zone)
      const newestFirst = [...all()].sort(newestEntryFirst)
      sorted = {
        version: now,
        entries: newestFirst.map((entry) => ({ ...entry, day: entry.day ?? clock(entry.at).day })),
      }
    }
    return sorted.entries
  }
  const within = (range: DateRange) => {
    const bounds = dayBounds(range, zone)
    return entries().filter((entry) => isOnDays(bounds, entry))
  }
  return {
    entries: (range, limit, after) =>
      Effect.sync(() =>
        within(range)
          .filter((entry) => after === undefined || newestEntryFirst(after, entry) < 0)
          .slice(0, limit),
      ),
    entriesOn: (days) => Effect.sync(() => entries().filter(({ day }) => days.includes(day))),
    countsByDay: (range) =>
      Effect.sync(() => sumCounts(within(range), ({ day }) => day).map(([day, count]) => ({ day, count }))),
    countsByHour: (range) =>
      Effect.sync(() => {
        const timed = within(range).filter(({ dayOnly }) => !dayOnly)
        const clock = clockOf(zone)
        return sumCounts(timed, ({ at }) => clock(at).hour).map(([hour, count]) => ({ hour, count }))
      }),
  }
}
