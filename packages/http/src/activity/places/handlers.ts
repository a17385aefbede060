import { resolveDate } from "@daybook/kernel"
import { type CheckInStore, dayOfPlaces, recentPlaces, places } from "@daybook/places"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { PlacesGroup } from "./group.ts"
import { editsOfPlaces } from "./edits.ts"
import { listHandlers } from "./lists/handlers.ts"
import { Review } from "./review.ts"
import { DayAnswer, RecentPlaces } from "./wire.ts"
import { journalHandlers, pageOf, partOfActivity, rememberedReads, refused } from "../forRoutes.ts"

export const layer = HttpApiBuilder.group(
  partOfActivity(PlacesGroup),
  "places",
  Effect.fn(function* (handlers) {
    const remembered = yield* rememberedReads<CheckInStore | DateTime.CurrentTimeZone>()

    return handlers.handleAll({
      ...(yield* journalHandlers(places, Review)),
      ...(yield* listHandlers),
      ...(yield* editsOfPlaces),

      day: remembered(
        places.dataVersions,
        DayAnswer,
        Effect.fnUntraced(function* ({ query }) {
          const day =
            query.date === undefined ? undefined : yield* refused(Effect.fromResult(resolveDate(query.date)))
          return DayAnswer.of(yield* dayOfPlaces(day))
        }),
      ),

      recent: remembered(
        places.dataVersions,
        RecentPlaces,
        Effect.fnUntraced(function* ({ query }) {
          const page = pageOf(query)
          const { venue_id: venueId, ...range } = query
          return RecentPlaces.of({
            ...page,
            ...(yield* recentPlaces({ ...range, ...page, venueId }).pipe(refused)),
          })
        }),
      ),
    })
  }),
)
