import { watchedShows, watching, WatchingStore } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import { Reviews, WatchedShows, WatchingGroup } from "./group.ts"
import { handlersOf, pageOf, rememberedReads, journalHandlers, refused } from "../forRoutes.ts"
import { ItemImages, withImageVersions } from "../itemImages.ts"
import { byHandHandlers } from "./manual/handlers.ts"
import { watchEdits } from "./edits.ts"
import { listHandlers } from "./lists/handlers.ts"
import { YearReview } from "./review.ts"
import { withImage } from "./wire.ts"

export const layer = handlersOf(WatchingGroup, function* (handlers) {
  const itemImages = yield* ItemImages
  const store = yield* WatchingStore
  const remembered = yield* rememberedReads<WatchingStore | DateTime.CurrentTimeZone>(
    withImageVersions(watching.dataVersions),
  )

  return handlers.handleAll({
    ...(yield* listHandlers),
    ...(yield* journalHandlers(watching, YearReview)),
    ...(yield* byHandHandlers),
    ...(yield* watchEdits),

    reviews: remembered(Reviews, function* ({ query }) {
      const page = pageOf(query)
      const { items, total } = yield* store.reviews(page)
      const imageOf = yield* itemImages.of(items.map(({ film }) => film.imageUrl))
      const shown = items.map((review) => ({ ...review, film: withImage(review.film, imageOf) }))
      return { ...page, items: shown, total }
    }),

    watchedShows: remembered(WatchedShows, function* ({ query }) {
      const shows = yield* watchedShows({ ...query, limit: query.limit ?? 20 }).pipe(refused)
      const imageOf = yield* itemImages.of(shows.map(({ imageUrl }) => imageUrl))
      return { data: shows.map((show) => withImage(show, imageOf)) }
    }),
  })
})
