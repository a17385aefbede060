import type { Position } from "@daybook/kernel"
import type { VisitedVenue } from "./lists.ts"

/** A venue with a known position. */
interface VenuePoint extends VisitedVenue, Position {}

/** A point of a map: a venue, or several that lie close to each other. */
export interface MapPoint {
  readonly lat: number
  readonly lng: number
  readonly visits: number
  /** The number of venues: 1 or more. */
  readonly venues: number
  /** Undefined for several venues. */
  readonly venue: VisitedVenue | undefined
}

/** The most points of a map. */
export const maxPoints = 2_000

// This many columns and rows have at most `maxPoints` cells.
const side = Math.floor(Math.sqrt(maxPoints))

/** The cell of a value between two ends. */
const cellOf = (value: number, from: number, until: number): number =>
  until === from ? 0 : Math.min(side - 1, Math.floor(((value - from) / (until - from)) * side))

const mapPointOf = (venues: ReadonlyArray<VenuePoint>): MapPoint => {
  const [first] = venues
  const visits = venues.reduce((sum, venue) => sum + venue.visits, 0)
  const mean = (of: (venue: VenuePoint) => number) =>
    venues.reduce((sum, venue) => sum + of(venue) * venue.visits, 0) / visits
  return venues.length === 1 && first !== undefined
    ? { lat: first.lat, lng: first.lng, visits, venues: 1, venue: first }
    : {
        lat: Math.round(mean(({ lat }) => lat) * 100_000) / 100_000,
        lng: Math.round(mean(({ lng }) => lng) * 100_000) / 100_000,
        visits,
        venues: venues.length,
        venue: undefined,
      }
}

/**
 * The points of a map: each venue with a position, or, beyond `maxPoints`, the venues of each cell of a grid over them
 * all, at the cell's most visited spot. One pass over the points of one response: a library such as supercluster builds
 * a tree for all zoom levels first, which pays if many tiles are read from it.
 */
export const clustered = (visited: ReadonlyArray<VisitedVenue>): ReadonlyArray<MapPoint> => {
  const points = visited.flatMap((venue) =>
    venue.position === undefined ? [] : [{ ...venue, ...venue.position }],
  )
  if (points.length <= maxPoints) return points.map((point) => mapPointOf([point]))
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const { lat, lng } of points) {
    west = Math.min(west, lng)
    east = Math.max(east, lng)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  const cells = Map.groupBy(
    points,
    ({ lat, lng }) => cellOf(lat, south, north) * side + cellOf(lng, west, east),
  )
  return [...cells].sort(([one], [other]) => one - other).map(([, venues]) => mapPointOf(venues))
}
