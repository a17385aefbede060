import { type CheckInStore, recentPlaces, places } from "@daybook/places"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { RecentPlaces, PlacesGroup } from "./group.ts"
import { journalHandlers, pageOf, partOfActivity, rememberedReads, refused } from "../forRoutes.ts"

export const layer = HttpApiBuilder.group(
  partOfActivity(PlacesGroup),
  "places",
  Effect.fn(function* (handlers) {
    const remembered = yield* rememberedReads<CheckInStore | DateTime.CurrentTimeZone>()

    return handlers.handleAll({
      ...(yield* journalHandlers(places)),

      recent: remembered(
        places.dataVersions,
        RecentPlaces,
        Effect.fnUntraced(function* ({ query }) {
          const page = pageOf(query)
          const { items, total } = yield* recentPlaces({ ...query, ...page }).pipe(refused)
          const placed = items.map((checkIn) => ({ ...checkIn, ...checkIn.position }))
          return RecentPlaces.of({ ...page, items: placed, total })
        }),
      ),
    })
  }),
)
