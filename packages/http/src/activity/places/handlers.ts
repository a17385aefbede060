import { formatInstant, paginate } from "@daybook/kernel"
import { type CheckIn, type CheckInStore, recentPlaces, places } from "@daybook/places"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { RecentPlaces, PlacesGroup } from "./group.ts"
import { badRequest, pageOf, partOfActivity, rememberedReads } from "../forRoutes.ts"

const shown = (checkIn: CheckIn) => ({
  id: checkIn.id,
  venue_name: checkIn.venueName,
  category: checkIn.category,
  city: checkIn.city,
  country: checkIn.country,
  ...checkIn.position,
  checked_in_at: formatInstant(checkIn.checkedInAt),
  shout: checkIn.shout,
})

export const layer = HttpApiBuilder.group(
  partOfActivity(PlacesGroup),
  "places",
  Effect.fn(function* (handlers) {
    const remembered = yield* rememberedReads<CheckInStore | DateTime.CurrentTimeZone>()

    return handlers.handleAll({
      recent: remembered(
        places.dataVersions,
        RecentPlaces,
        Effect.fnUntraced(function* ({ query }) {
          const page = pageOf(query)
          const { items, total } = yield* recentPlaces({ ...query, ...page }).pipe(
            Effect.mapError((error) => badRequest(error.message)),
          )
          return { data: items.map(shown), pagination: paginate(page, total) }
        }),
      ),
    })
  }),
)
