import { everything, metresBetween, type Position } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { VisitedVenue } from "./lists.ts"
import type { CheckIn } from "./model.ts"
import type { CheckInStore } from "./ports.ts"
import { venueIdOf } from "./venue.ts"

/** The farthest venue that a stay can be at. */
const reachMetres = 100

// A degree of latitude has at least 110,574 metres.
const reachDegrees = reachMetres / 110_000

/** A place without a name is called by its position: visits within about a hundred metres are at one place. */
export const nameOfPosition = ({ lat, lng }: Position): string => `${lat.toFixed(3)}, ${lng.toFixed(3)}`

type Venue = Pick<VisitedVenue, "category" | "city" | "country" | "id" | "name" | "position">

/** The nearest venue within reach; of equally near ones the lower id. */
const venueNear = (position: Position, venues: ReadonlyArray<Venue>): Venue | undefined =>
  venues
    .flatMap((venue) => {
      if (venue.position === undefined || Math.abs(venue.position.lat - position.lat) > reachDegrees)
        return []
      const metres = metresBetween(venue.position, position)
      return metres <= reachMetres ? [{ venue, metres }] : []
    })
    .sort((one, other) => one.metres - other.metres || (one.venue.id < other.venue.id ? -1 : 1))[0]?.venue

const atVenue = (stay: CheckIn, { category, city, country, id, name }: Venue): CheckIn => ({
  ...stay,
  venueName: name,
  category,
  city,
  country,
  venueRef: id,
})

/**
 * Names new stays after the nearest venue within 100 metres at which the owner has been, else after their position. A
 * stay keeps its venue, whatever venues follow later; later stays know the venues of earlier ones.
 */
export const nameStays = Effect.fnUntraced(function* (
  { checkIn, lists }: Pick<CheckInStore["Service"], "checkIn" | "lists">,
  stays: ReadonlyArray<CheckIn>,
) {
  const fresh = yield* Effect.filter(stays, ({ id }) => Effect.map(checkIn(id), Option.isNone))
  if (fresh.length === 0) return []
  const venues: Array<Venue> = [...(yield* lists.visited(everything))]
  return fresh.flatMap((stay) => {
    const { position } = stay
    if (position === undefined) return []
    const venue = venueNear(position, venues)
    if (venue !== undefined) return [atVenue(stay, venue)]
    const named = { ...stay, venueName: nameOfPosition(position) }
    venues.push({ ...named, id: venueIdOf(named), name: named.venueName })
    return [named]
  })
})
