import {
  dayOf,
  type Entry,
  hourOf,
  isWithin,
  type Journal,
  type LocalDate,
  newestEntryFirst,
  startOfBucket,
  sumCounts,
} from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

const utc = DateTime.zoneMakeNamedUnsafe("UTC")

/** An entry at a time in UTC, which is also its id unless it has another. */
export const entryAt = (time: string, more: Partial<Entry> = {}): Entry => ({
  id: time,
  kind: "run",
  at: Date.parse(time),
  day: dayOf(Date.parse(time), utc),
  dayOnly: false,
  title: "Run",
  subtitle: "",
  url: "",
  imageUrl: "",
  item: { type: "run", id: time },
  count: 1,
  ...more,
})

/** A journal whose newest session before a day goes on into it: some of its plays are on that day. */
export const continuedInto = (day: LocalDate, entries: Array<Entry>): Journal => {
  const journal = journalOf(entries)
  return {
    ...journal,
    countsByDay: (range, by) =>
      Effect.map(journal.countsByDay(range, by), (days) =>
        isWithin(range, Date.parse(day))
          ? [...days, { day: startOfBucket(day, by ?? "day"), count: 3 }]
          : days,
      ),
  }
}

/** A journal of entries that a test may add to, for the owner in UTC. */
export const journalOf = (entries: Array<Entry>): Journal => ({
  entries: (range, limit, after) =>
    Effect.sync(() =>
      entries
        .filter(({ at }) => isWithin(range, at))
        .sort(newestEntryFirst)
        .filter((entry) => after === undefined || newestEntryFirst(after, entry) < 0)
        .slice(0, limit),
    ),
  entriesOn: (days) =>
    Effect.sync(() => entries.filter(({ day }) => days.includes(day)).sort(newestEntryFirst)),
  countsByDay: (range, by = "day") =>
    Effect.sync(() =>
      sumCounts(
        entries.filter(({ at }) => isWithin(range, at)),
        ({ day }) => startOfBucket(day, by),
      ).map(([day, count]) => ({ day, count })),
    ),
  countsByHour: (range) =>
    Effect.sync(() =>
      sumCounts(
        entries.filter(({ at, dayOnly }) => !dayOnly && isWithin(range, at)),
        ({ at }) => hourOf(at, utc),
      ).map(([hour, count]) => ({ hour, count })),
    ),
})
