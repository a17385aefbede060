import { type DateRange, isWithin } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { VisitedVenue } from "./lists.ts"
import type { Position } from "./model.ts"
import { CheckInStore } from "./ports.ts"
import type { PlacesStats } from "./stats.ts"

/** The most venues in a list of a review. */
export const topsOfReview = 10

/** A range of places in review. Venues have their check-ins of the range; those with the most come first. */
export interface PlacesReview extends Pick<PlacesStats, "checkIns" | "cities" | "countries" | "venues"> {
  /** The number of venues whose first check-in of all lies in the range. */
  readonly newVenues: number
  /** Some of them. */
  readonly newPlaces: ReadonlyArray<VisitedVenue>
  readonly mostVisited: ReadonlyArray<VisitedVenue>
  /** The venue farthest from the middle of the city with the most check-ins of the range. */
  readonly furthest: (VisitedVenue & { readonly miles: number }) | undefined
}

// The mean radius of the Earth (IUGG), in miles.
const earthRadius = 6_371_008.8 / 1_609.344

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The distance on the sphere, by the haversine formula, in miles. */
const milesBetween = (one: Position, other: Position): number => {
  const square = (angle: number): number => Math.sin(angle / 2) ** 2
  const share =
    square(radians(other.lat - one.lat)) +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * square(radians(other.lng - one.lng))
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(share)))
}

/** The position where the person was most: the middle of the check-ins of the city that has most of them. */
const homeOf = (venues: ReadonlyArray<VisitedVenue>): Position | undefined => {
  const sums = new Map<string, { visits: number; lat: number; lng: number }>()
  for (const { city, country, position, visits } of venues) {
    if (city === "" || position === undefined) continue
    const id = JSON.stringify([city, country])
    const sum = sums.get(id) ?? { visits: 0, lat: 0, lng: 0 }
    sums.set(id, {
      visits: sum.visits + visits,
      lat: sum.lat + visits * position.lat,
      lng: sum.lng + visits * position.lng,
    })
  }
  const [home] = [...sums.values()].sort((one, other) => other.visits - one.visits)
  return home && { lat: home.lat / home.visits, lng: home.lng / home.visits }
}

/** Venues by their check-ins, most first; of equal ones in the order in which they come. */
const mostFirst = (venues: ReadonlyArray<VisitedVenue>): ReadonlyArray<VisitedVenue> =>
  venues.toSorted((one, other) => other.visits - one.visits)

/** The venue farthest from home. */
const furthestOf = (venues: ReadonlyArray<VisitedVenue>): PlacesReview["furthest"] => {
  const home = homeOf(venues)
  let furthest: PlacesReview["furthest"]
  for (const venue of venues) {
    if (home === undefined || venue.position === undefined) continue
    const miles = Math.round(milesBetween(home, venue.position) * 10) / 10
    if (miles > (furthest?.miles ?? -1)) furthest = { ...venue, miles }
  }
  return furthest
}

/** The check-ins of a range in review. */
export const placesReview = Effect.fn("Places.review")(function* (range: DateRange) {
  const { lists, stats } = yield* CheckInStore
  const { checkIns, cities, countries, venues } = yield* stats(range)
  const visited = yield* lists.visited(range)
  const fresh = visited.filter(({ firstVisitedAt }) => isWithin(range, firstVisitedAt))
  const review: PlacesReview = {
    checkIns,
    venues,
    cities,
    countries,
    newVenues: fresh.length,
    newPlaces: mostFirst(fresh).slice(0, topsOfReview),
    mostVisited: mostFirst(visited).slice(0, topsOfReview),
    furthest: furthestOf(visited),
  }
  return review
})
