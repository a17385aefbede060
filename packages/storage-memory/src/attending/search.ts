import type { AttendedEvent, PlayerId, Venue, VenueId } from "@daybook/attending"
import { searchableOf } from "@daybook/kernel"

/** The items of attending as they are now. */
interface Attended {
  readonly events: ReadonlyMap<unknown, AttendedEvent>
  readonly venues: ReadonlyMap<VenueId, Venue>
  readonly players: ReadonlyMap<PlayerId, { readonly name: string }>
  readonly performers: ReadonlyMap<string, { readonly id: number; readonly name: string }>
}

/** Events, venues, performers and players as items that a search finds. */
export const attendingSearch = (version: () => number, kept: () => Attended) =>
  searchableOf(version, {
    event: () => {
      const { events, venues } = kept()
      return Array.from(events.values(), ({ day, id, performers, startsAt, title, venueId }) => {
        const venue = venueId === undefined ? "" : (venues.get(venueId)?.name ?? "")
        return {
          id,
          title,
          subtitle: [venue, ...performers].filter((name, at) => at > 0 || name !== "").join(", "),
          at: startsAt ?? Date.parse(`${day}T12:00:00Z`),
        }
      })
    },
    venue: () =>
      Array.from(kept().venues.values(), ({ city, id, name }) => ({ id, title: name, subtitle: city })),
    performer: () => Array.from(kept().performers.values(), ({ id, name }) => ({ id, title: name })),
    player: () => Array.from(kept().players, ([id, { name }]) => ({ id, title: name })),
  })
