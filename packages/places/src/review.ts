import { type DateRange, farthestFromHome, isWithin } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { VisitedVenue } from "./lists.ts"
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

/** Venues by their check-ins, most first; ties stay in their order. */
const mostFirst = (venues: ReadonlyArray<VisitedVenue>): ReadonlyArray<VisitedVenue> =>
  venues.toSorted((one, other) => other.visits - one.visits)

/** A venue's check-ins as stays; cities of one name in two countries are two. */
const stayAt = ({ city, country, position, visits }: VisitedVenue) => ({
  city: city === "" ? "" : JSON.stringify([city, country]),
  position,
  times: visits,
})

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
    furthest: farthestFromHome(visited, stayAt),
  }
  return review
})
