import { searchableOf } from "@daybook/kernel"
import type { Kept } from "./kept.ts"
import { performersOf } from "./seen.ts"

/** Events, venues, performers and players as items that a search finds. */
export const attendingSearch = (version: () => number, kept: () => Kept) =>
  searchableOf(version, {
    event: () => {
      const { events, performers, venues } = kept()
      return Array.from(events.values(), (event) => {
        const { day, id, startsAt, title, venueId } = event
        const names = performersOf({ performers }, event).map(({ name }) => name)
        const venue = venueId === undefined ? "" : (venues.get(venueId)?.name ?? "")
        return {
          id,
          title,
          subtitle: [venue, ...names].filter((name, at) => at > 0 || name !== "").join(", "),
          at: startsAt ?? Date.parse(`${day}T12:00:00Z`),
        }
      })
    },
    venue: () =>
      Array.from(kept().venues.values(), ({ city, id, name }) => ({ id, title: name, subtitle: city })),
    performer: () => Array.from(new Set(kept().performers.values()), ({ id, name }) => ({ id, title: name })),
    player: () => Array.from(kept().players, ([id, { name }]) => ({ id, title: name })),
  })
