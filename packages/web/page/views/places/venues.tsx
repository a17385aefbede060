import { useMemo } from "preact/hooks"
import type { Answer } from "../../data/responses.ts"
import { askedBy, isOneOf, isText, pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Endless, firstPage, lengthOf } from "../../parts/lists/infiniteList.tsx"
import { Chosen, Filters, Find, NoMatches, Order } from "../../parts/lists/filters.tsx"
import { MapOf } from "../../parts/map.tsx"
import { Tile } from "../../parts/lists/tile.tsx"
import { Time } from "../../parts/periods/time.tsx"
import type { Address } from "../../router.tsx"
import { PlacesHead } from "./head.tsx"
import { joined } from "./paths.ts"

const { places } = messages

type Venues = Answer<"places", "venues">
type Venue = Venues["data"][number]

const sorts = [
  { value: "visits", label: places.sorts.visits, reversed: "asc" },
  { value: "last_visited", label: places.sorts.last, reversed: "asc" },
  { value: "first_visited", label: places.sorts.first, reversed: "asc" },
  { value: "name", label: places.sorts.name, reversed: "desc" },
] as const

const filters = {
  q: isText,
  city: isText,
  country: isText,
  category: isText,
  sort: isOneOf(sorts.map(({ value }) => value)),
  order: isOneOf(["asc", "desc"]),
}

const nameOf = ({ name }: Venue) => (name === "" ? places.unnamed : name)

const Line = ({ venue }: { readonly venue: Venue }) => (
  <li class="entry">
    <a href={itemPath("places", { type: "venue", id: venue.id }).slice(1)}>
      <Tile name={nameOf(venue)} />
      <span class="entry-text">
        <span class="entry-title" dir="auto">
          {nameOf(venue)}
        </span>
        <span class="quiet" dir="auto">
          {joined(venue.category, venue.city, venue.country)}
        </span>
      </span>
      <span class="entry-when">
        {places.visits(venue.visits)}
        <Time at={venue.last_visited_at} />
      </span>
    </a>
  </li>
)

/** The venues of a list's first page that have a position, on a map: a filter narrows them to one area. */
const NarrowedMap = ({ venues }: { readonly venues: ReadonlyArray<Venue> }) => {
  const points = useMemo(
    () =>
      venues.flatMap((venue) =>
        venue.lat === undefined || venue.lng === undefined
          ? []
          : [
              {
                id: venue.id,
                lat: venue.lat,
                lng: venue.lng,
                weight: venue.visits,
                name: nameOf(venue),
                to: itemPath("places", { type: "venue", id: venue.id }),
              },
            ],
      ),
    [venues],
  )
  if (points.length === 0) return undefined
  return (
    <div class="narrowed-map">
      <MapOf label={places.venuesOf(points.length)} points={points} counted={places.visits} height={320} />
    </div>
  )
}

/** All venues: by name, by city, country or kind, in several orders. */
const AllVenues = ({ query }: Address) => {
  const path = pathWithQuery("/v1/places/venues", askedBy(query, filters))
  const read = useRead<Venues>(firstPage(path))
  const isNarrowed = ["city", "country", "q"].some((name) => query.has(name))
  return (
    <div class="hue-places">
      <PlacesHead lead={lengthOf(read.data, places.venuesOf)} />
      <Find label={places.find} />
      <Filters names={["city", "country", "category", "sort", "order"]}>
        <Chosen label={places.city} name="city" />
        <Chosen label={places.country} name="country" />
        <Chosen label={places.category} name="category" />
        <Order sorts={sorts} />
      </Filters>
      {isNarrowed && read.data !== undefined ? <NarrowedMap venues={read.data.data} /> : undefined}
      <Endless<Venue> path={path} empty={<NoMatches />}>
        {(venues) => (
          <ul class="entries">
            {venues.map((venue) => (
              <Line key={venue.id} venue={venue} />
            ))}
          </ul>
        )}
      </Endless>
    </div>
  )
}

export default AllVenues
