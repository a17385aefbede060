import { watchedShows, watching, WatchingStore } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Reviews, WatchedShows, WatchingGroup } from "./group.ts"
import { pageOf, partOfActivity, rememberedReads, journalHandlers, refused } from "../forRoutes.ts"
import { ItemImages, withImageVersions } from "../itemImages.ts"
import { byHandHandlers } from "./manual/handlers.ts"
import { watchEdits } from "./edits.ts"
import { listHandlers } from "./lists/handlers.ts"
import { YearReview } from "./review.ts"
import { withImage } from "./wire.ts"

export const layer = HttpApiBuilder.group(
  partOfActivity(WatchingGroup),
  "watching",
  Effect.fn(function* (handlers) {
    const itemImages = yield* ItemImages
    const store = yield* WatchingStore
    const remembered = yield* rememberedReads<WatchingStore | DateTime.CurrentTimeZone>()

    return handlers.handleAll({
      ...(yield* listHandlers),
      ...(yield* journalHandlers(watching, YearReview)),
      ...(yield* byHandHandlers),
      ...(yield* watchEdits),

      reviews: remembered(
        withImageVersions(watching.dataVersions),
        Reviews,
        Effect.fnUntraced(function* ({ query }) {
          const page = pageOf(query)
          const { items, total } = yield* store.reviews(page)
          const imageOf = yield* itemImages.of(items.map(({ film }) => film.imageUrl))
          const shown = items.map((review) => ({ ...review, film: withImage(review.film, imageOf) }))
          return Reviews.of({ ...page, items: shown, total })
        }),
      ),

      watchedShows: remembered(
        withImageVersions(watching.dataVersions),
        WatchedShows,
        Effect.fnUntraced(function* ({ query }) {
          const shows = yield* watchedShows({ ...query, limit: query.limit ?? 20 }).pipe(refused)
          const imageOf = yield* itemImages.of(shows.map(({ imageUrl }) => imageUrl))
          return WatchedShows.of({ data: shows.map((show) => withImage(show, imageOf)) })
        }),
      ),
    })
  }),
)
