import { type RequestedSort, type DateRangeInput, everything, sortOf } from "@daybook/kernel"
import { CheckInStore, clustered, type GroupKind, places, type PlaceSort, placeSorts } from "@daybook/places"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import {
  type Asked,
  type ById,
  notFound,
  pageOf,
  type PageQuery,
  rangeOf,
  rememberedReads,
  textOf,
} from "../../forRoutes.ts"
import { boundsOf } from "../../../wire/position.ts"
import { Cities, Groups, MapAnswer, StatsAnswer, VenueAnswer, Venues } from "./wire.ts"

interface PlaceQuery extends PageQuery, RequestedSort<PlaceSort> {}

interface VenueQuery extends PlaceQuery {
  readonly q?: string
  readonly city?: string
  readonly country?: string
  readonly category?: string
}

const latestCheckIns = { page: 1, limit: 20 }

/** The venue that an id leads to, with its latest check-ins. */
export const showVenue = Effect.fnUntraced(function* (id: string) {
  const { checkIns, lists } = yield* CheckInStore
  const venue = yield* Effect.fromOption(yield* lists.venue(id), () =>
    notFound("There is no venue with this id"),
  )
  const { items } = yield* checkIns(everything, latestCheckIns, venue.id)
  return { ...venue, checkIns: items }
})

/** The handlers of `listEndpoints`. */
export const listHandlers = Effect.gen(function* () {
  const remembered = yield* rememberedReads<CheckInStore | DateTime.CurrentTimeZone>(places.dataVersions)

  const groups = Effect.fnUntraced(function* (kind: GroupKind, query: PlaceQuery) {
    const page = pageOf(query)
    const { lists } = yield* CheckInStore
    return { ...page, ...(yield* lists.groups(kind, sortOf(placeSorts, query), page)) }
  })

  return {
    stats: remembered(StatsAnswer, function* ({ query }: Asked<DateRangeInput>) {
      const { stats } = yield* CheckInStore
      return yield* stats(yield* rangeOf(query))
    }),
    venues: remembered(Venues, function* ({ query }: Asked<VenueQuery>) {
      const page = pageOf(query)
      const { category, city, country } = query
      const { lists } = yield* CheckInStore
      const found = yield* lists.venues(
        { ...sortOf(placeSorts, query), category, city, country, q: textOf(query.q) },
        page,
      )
      return { ...page, ...found }
    }),
    venue: remembered(VenueAnswer, ({ params: { id } }: ById<string>) => showVenue(id)),
    cities: remembered(Cities, ({ query }: Asked<PlaceQuery>) => groups("cities", query)),
    countries: remembered(Groups, ({ query }: Asked<PlaceQuery>) => groups("countries", query)),
    categories: remembered(Groups, ({ query }: Asked<PlaceQuery>) => groups("categories", query)),
    map: remembered(MapAnswer, function* ({ query }: Asked<DateRangeInput & { readonly bbox?: string }>) {
      const range = yield* rangeOf(query)
      const bounds = query.bbox === undefined ? undefined : yield* boundsOf(query.bbox)
      const { lists } = yield* CheckInStore
      return clustered(yield* lists.visited(range, bounds))
    }),
  }
})
