import { resolveDate } from "@daybook/kernel"
import { type CheckInStore, dayOfPlaces, recentPlaces, places } from "@daybook/places"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { PlacesGroup } from "./group.ts"
import { editsOfPlaces } from "./edits.ts"
import { listHandlers } from "./lists/handlers.ts"
import { Review } from "./review.ts"
import { DayAnswer, RecentPlaces } from "./wire.ts"
import { handlersOf, journalHandlers, pageOf, rememberedReads, refused } from "../forRoutes.ts"

export const layer = handlersOf(PlacesGroup, function* (handlers) {
  const remembered = yield* rememberedReads<CheckInStore | DateTime.CurrentTimeZone>(places.dataVersions)

  return handlers.handleAll({
    ...(yield* journalHandlers(places, Review)),
    ...(yield* listHandlers),
    ...(yield* editsOfPlaces),

    day: remembered(DayAnswer, function* ({ query }) {
      const day =
        query.date === undefined ? undefined : yield* refused(Effect.fromResult(resolveDate(query.date)))
      return yield* dayOfPlaces(day)
    }),

    recent: remembered(RecentPlaces, function* ({ query }) {
      const page = pageOf(query)
      const { venue_id: venueId, ...range } = query
      return {
        ...page,
        ...(yield* recentPlaces({ ...range, ...page, venueId }).pipe(refused)),
      }
    }),
  })
})
