import { isWithin, pageIn, titleContains } from "@daybook/kernel"
import {
  type Bounds,
  type CheckIn,
  type GroupKind,
  idOfNames,
  mostVisitedVenues,
  type PlaceGroup,
  type PlaceOrder,
  type PlacesLists,
  type Venue,
  venueIdOf,
  type VenuesQuery,
} from "@daybook/places"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { byCodePoints } from "../kernel/byCodePoints.ts"

/** Compares check-ins: newest first, then by id backwards. */
export const newestFirst = (one: CheckIn, other: CheckIn): number =>
  other.checkedInAt - one.checkedInAt || (one.id < other.id ? 1 : -1)

/** Check-ins in groups, each newest first; those of the group "" are left out. */
const grouped = (
  checkIns: Iterable<CheckIn>,
  of: (checkIn: CheckIn) => string,
): ReadonlyArray<readonly [id: string, checkIns: ReadonlyArray<CheckIn>]> =>
  [...Map.groupBy([...checkIns].sort(newestFirst), of)].filter(([id]) => id !== "")

const visitsOf = (newest: ReadonlyArray<CheckIn>) => ({
  visits: newest.length,
  firstVisitedAt: newest.at(-1)?.checkedInAt ?? 0,
  lastVisitedAt: newest[0]?.checkedInAt ?? 0,
})

/** The venues of check-ins. */
export const venuesOf = (checkIns: Iterable<CheckIn>): ReadonlyArray<Venue> =>
  grouped(checkIns, venueIdOf).flatMap(([id, newest]) => {
    const [latest] = newest
    if (latest === undefined) return []
    const { category, city, country, position, venueName: name } = latest
    return [{ id, name, category, city, country, position, ...visitsOf(newest) }]
  })

/** The names beside a venue's own. */
export const namesBeside = ({ city, country }: Venue): string =>
  [city, country].filter((name) => name !== "").join(", ")

const groupIds: Readonly<Record<GroupKind, (checkIn: CheckIn) => string>> = {
  // Two cities of one name are told apart by their countries, however long their names are.
  cities: ({ city, country }) => (city === "" ? "" : JSON.stringify([city, country])),
  countries: ({ country }) => country,
  categories: ({ category }) => category,
}

const groupOf = (kind: GroupKind, newest: ReadonlyArray<CheckIn>): ReadonlyArray<PlaceGroup> => {
  const [latest] = newest
  if (latest === undefined) return []
  const { category, city, country } = latest
  const names = {
    cities: { id: idOfNames(city, country), name: city, country },
    countries: { id: country, name: country, country: "" },
    categories: { id: category, name: category, country: "" },
  }
  const venues = new Set(newest.map(venueIdOf).filter((id) => id !== ""))
  return [{ ...names[kind], venues: venues.size, ...visitsOf(newest) }]
}

type Sorted = Pick<Venue, "firstVisitedAt" | "id" | "lastVisitedAt" | "name" | "visits">

const inOrder = <A extends Sorted>(
  items: ReadonlyArray<A>,
  { order, sort }: PlaceOrder,
): ReadonlyArray<A> => {
  const compare: Record<PlaceOrder["sort"], (one: A, other: A) => number> = {
    visits: (one, other) => one.visits - other.visits,
    name: (one, other) => byCodePoints(one.name, other.name),
    first_visited: (one, other) => one.firstVisitedAt - other.firstVisitedAt,
    last_visited: (one, other) => one.lastVisitedAt - other.lastVisitedAt,
  }
  const sign = order === "asc" ? 1 : -1
  return items.toSorted(
    (one, other) =>
      sign * compare[sort](one, other) ||
      other.lastVisitedAt - one.lastVisitedAt ||
      byCodePoints(one.id, other.id),
  )
}

const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const isNamed = (name: string, asked: string | undefined): boolean =>
  asked === undefined || (name !== "" && lower(name) === lower(asked))

const isInside = (
  { east, north, south, west }: Bounds,
  { lat, lng }: { lat: number; lng: number },
): boolean =>
  lat >= south && lat <= north && (west <= east ? lng >= west && lng <= east : lng >= west || lng <= east)

/** Lists of places in memory. */
export const listsIn = (
  counted: () => ReadonlyArray<CheckIn>,
  leadsTo: (id: string) => Effect.Effect<string>,
): PlacesLists => ({
  venues: (query: VenuesQuery, page) =>
    Effect.sync(() => {
      const found = venuesOf(counted()).filter(
        (venue) =>
          isNamed(venue.city, query.city) &&
          isNamed(venue.country, query.country) &&
          isNamed(venue.category, query.category) &&
          (query.q === undefined || titleContains(query.q, venue.name, namesBeside(venue))),
      )
      return pageIn(inOrder(found, query), page)
    }),
  venue: (id) =>
    Effect.map(leadsTo(id), (root) => {
      const venues = new Map(venuesOf(counted()).map((venue) => [venue.id, venue]))
      return Option.fromUndefinedOr(venues.get(id) ?? venues.get(root))
    }),
  groups: (kind, order, page) =>
    Effect.sync(() => {
      const all = grouped(counted(), groupIds[kind]).flatMap(([, newest]) => groupOf(kind, newest))
      return pageIn(inOrder(all, order), page)
    }),
  visited: (range, bounds) =>
    Effect.sync(() => {
      const venues = new Map(venuesOf(counted()).map((venue) => [venue.id, venue]))
      const within = counted().filter(({ checkedInAt }) => isWithin(range, checkedInAt))
      return grouped(within, venueIdOf)
        .flatMap(([id, { length: visits }]) => {
          const venue = venues.get(id)
          if (venue === undefined) return []
          const { lastVisitedAt: _last, ...found } = venue
          return [{ ...found, visits }]
        })
        .filter(
          ({ position }) => bounds === undefined || (position !== undefined && isInside(bounds, position)),
        )
        .sort((one, other) => byCodePoints(one.id, other.id))
        .slice(0, mostVisitedVenues)
    }),
})
