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

/** An item that counts on its day, and at its hour where it is not known by day only. */
type Moment = Pick<Entry, "at" | "day" | "dayOnly" | "count">

/** Something of a domain in any order; a day that it does not have is the person's. */
type OfSomeDay<A> = Omit<A, "day"> & { readonly day?: LocalDate }

/**
 * The journal of a domain in memory. `all` gives its entries, `counted` the items that count where they are not the entries.
 * They are sorted when they are first asked for after a change, which `version` tells.
 */
export const journalOf = (
  zone: DateTime.TimeZone,
  version: () => number,
  all: () => Iterable<OfSomeDay<Entry>>,
  counted?: () => Iterable<OfSomeDay<Moment>>,
): Journal => {
  /** Gives items with their days, made anew after a change. */
  const kept = <A extends Moment>(make: () => ReadonlyArray<OfSomeDay<A>>) => {
    let known: { readonly version: number; readonly items: ReadonlyArray<A> } | undefined
    return (): ReadonlyArray<A> => {
      const now = version()
      if (known?.version !== now) {
        const clock = clockOf(zone)
        // A day is all that an item may lack.
        const items = make().map((item) => ({ ...item, day: item.day ?? clock(item.at).day }) as A)
        known = { version: now, items }
      }
      return known.items
    }
  }
  // An entry came with the version at which it is first read. Webhooks read when they are made, and with each look.
  const cameWith = new Map<string, number>()
  const entries = kept<Entry>(() => {
    const sorted = [...all()].sort(newestEntryFirst)
    for (const { id } of sorted) if (!cameWith.has(id)) cameWith.set(id, version())
    return sorted
  })
  const moments = counted === undefined ? entries : kept<Moment>(() => [...counted()])
  const within = <A extends Moment>(items: ReadonlyArray<A>, range: DateRange) => {
    const bounds = dayBounds(range, zone)
    return items.filter((item) => isOnDays(bounds, item))
  }
  return {
    entries: (range, limit, after) =>
      Effect.sync(() =>
        within(entries(), range)
          .filter((entry) => after === undefined || newestEntryFirst(after, entry) < 0)
          .slice(0, limit),
      ),
    entriesOn: (days) => Effect.sync(() => entries().filter(({ day }) => days.includes(day))),
    countsByDay: (range) =>
      Effect.sync(() =>
        sumCounts(within(moments(), range), ({ day }) => day).map(([day, count]) => ({ day, count })),
      ),
    countsByHour: (range) =>
      Effect.sync(() => {
        const timed = within(moments(), range).filter(({ dayOnly }) => !dayOnly)
        const clock = clockOf(zone)
        return sumCounts(timed, ({ at }) => clock(at).hour).map(([hour, count]) => ({ hour, count }))
      }),
    cameAfter: (after, range, limit) =>
      Effect.sync(() =>
        within(entries(), range)
          .filter(({ id }) => (cameWith.get(id) ?? 0) > after)
          .slice(0, limit),
      ),
  }
}
