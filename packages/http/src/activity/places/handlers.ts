import { type RequestedSort, resolveDate, sortOf } from "@daybook/kernel"
import {
  CheckInStore,
  clustered,
  dayOfPlaces,
  type GroupKind,
  places,
  type PlaceSort,
  placeSorts,
  recentPlaces,
} from "@daybook/places"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { PlacesGroup } from "./group.ts"
import { editsOfPlaces } from "./edits.ts"
import { Review } from "./review.ts"
import { DayAnswer, RecentPlaces } from "./wire.ts"
import {
  handlersOf,
  journalHandlers,
  paged,
  type PageQuery,
  rangeOf,
  refused,
  rememberedReads,
  textOf,
} from "../forRoutes.ts"
import { boundsOf } from "../../wire/position.ts"
import { Cities, Groups, MapAnswer, StatsAnswer, VenueAnswer, Venues } from "./lists/wire.ts"
import { showVenue } from "./lists/shown.ts"

interface PlaceQuery extends PageQuery, RequestedSort<PlaceSort> {}

export const layer = handlersOf(PlacesGroup, function* (handlers) {
  const remembered = yield* rememberedReads<CheckInStore | DateTime.CurrentTimeZone>(places.dataVersions)

  const { lists } = yield* CheckInStore

  const groups = (kind: GroupKind, query: PlaceQuery) =>
    paged(query, (page) => lists.groups(kind, sortOf(placeSorts, query), page))

  return handlers.handleAll({
    ...(yield* journalHandlers(places, Review)),
    ...(yield* editsOfPlaces),

    day: remembered(DayAnswer, function* ({ query }) {
      const day =
        query.date === undefined ? undefined : yield* refused(Effect.fromResult(resolveDate(query.date)))
      return yield* dayOfPlaces(day)
    }),

    recent: remembered(RecentPlaces, ({ query: { venue_id: venueId, ...query } }) =>
      paged(query, (page) => refused(recentPlaces({ ...query, ...page, venueId }))),
    ),
    stats: remembered(StatsAnswer, function* ({ query }) {
      const { stats } = yield* CheckInStore
      return yield* stats(yield* rangeOf(query))
    }),
    venues: remembered(Venues, ({ query }) => {
      const { category, city, country } = query
      const asked = { ...sortOf(placeSorts, query), category, city, country, q: textOf(query.q) }
      return paged(query, (page) => lists.venues(asked, page))
    }),
    venue: remembered(VenueAnswer, ({ params: { id } }) => showVenue(id)),
    cities: remembered(Cities, ({ query }) => groups("cities", query)),
    countries: remembered(Groups, ({ query }) => groups("countries", query)),
    categories: remembered(Groups, ({ query }) => groups("categories", query)),
    map: remembered(MapAnswer, function* ({ query }) {
      const range = yield* rangeOf(query)
      const bounds = query.bbox === undefined ? undefined : yield* boundsOf(query.bbox)
      return clustered(yield* lists.visited(range, bounds))
    }),
  })
})
