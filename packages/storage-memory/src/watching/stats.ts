import { type DateRange, dayBounds, isEverything, isOnDays } from "@daybook/kernel"
import { statsOf, type WatchingStats } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import type { StoredTitle } from "./lists.ts"

/** The sums of all titles in a range. */
export const statsOfTitles = (
  zone: DateTime.TimeZone,
  titles: ReadonlyArray<StoredTitle>,
  range: DateRange,
): WatchingStats => {
  const bounds = dayBounds(range, zone)
  const sums = titles.flatMap(({ items, title }) => {
    const { directors, genres, kind, runtimeMinutes, year } = title
    let [watches, episodes, minutes] = [0, 0, 0]
    for (const item of items.all) {
      const times = item.watches.filter(
        ({ at, day }) => isEverything(range) || (day !== undefined && isOnDays(bounds, { at, day })),
      ).length
      if (times === 0) continue
      watches += times
      episodes += 1
      minutes += times * (items.runtimeOf(item.episode) || runtimeMinutes)
    }
    return watches === 0 ? [] : [{ kind, year, genres, directors, watches, episodes, minutes }]
  })
  return statsOf(sums)
}
