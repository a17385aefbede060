import {
  type AttendedEvent,
  type AttendingReview,
  reviewOf as reviewOfParts,
  topsOfReview,
} from "@daybook/attending"
import type { DateRange } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import { appearancesIn, type Kept } from "./kept.ts"
import { isIn, mostFirst, performersOf, recordsOf, seenOn } from "./seen.ts"

/** Reviews the attended events of a range. */
export const reviewOf = (kept: Kept, zone: DateTime.TimeZone, range: DateRange): AttendingReview => {
  const attended = [...kept.events.values()].filter((event) => event.attended)
  const events = attended.filter((event) => isIn(range, zone, event))

  /** The items that were seen at these events, most first. */
  const seenAt = <Item extends { readonly id: number }>(
    itemsOf: (event: AttendedEvent) => ReadonlyArray<Item>,
  ) => {
    const days = Map.groupBy(
      events.flatMap((event) => itemsOf(event).map((item) => ({ item, day: event.day }))),
      ({ item }) => item.id,
    )
    return [...days.values()]
      .flatMap(([first, ...rest]) =>
        first === undefined ? [] : [{ ...first.item, ...seenOn([first.day, ...rest.map(({ day }) => day)]) }],
      )
      .sort(mostFirst)
  }

  const venues = seenAt(({ venueId }) => {
    const venue = venueId === undefined ? undefined : kept.venues.get(venueId)
    if (venue === undefined) return []
    const { city, id, name, position, timeZone } = venue
    return [{ id, name, city, timeZone, position }]
  })
  const performers = seenAt((event) => performersOf(kept, event))
  const players = seenAt(({ id }) =>
    appearancesIn(kept, id).map(({ firstName, lastName, name, playerId }) => ({
      id: playerId,
      name,
      firstName,
      lastName,
    })),
  )
  const byType = [...Map.groupBy(events, ({ type }) => type)].map(([type, { length: count }]) => ({
    type,
    count,
  }))
  return reviewOfParts({
    byType: byType.sort((one, other) => other.count - one.count || byCodePoints(one.type, other.type)),
    venues: venues.map((venue) => ({
      ...venue,
      isNew: !attended.some(({ day, venueId }) => venueId === venue.id && day < (venue.firstDay ?? day)),
    })),
    performers: performers.length,
    topPerformers: performers.slice(0, topsOfReview),
    topPlayers: players.slice(0, topsOfReview),
    teams: recordsOf(kept, events).slice(0, topsOfReview),
  })
}
