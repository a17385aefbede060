import { images } from "@daybook/images"
import { formatInstant, paginate } from "@daybook/kernel"
import {
  type Review,
  type TitleShown,
  type WatchedShow,
  watchedShows,
  WatchingStore,
  watching,
} from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Reviews, WatchedShows, WatchingGroup } from "./group.ts"
import { badRequest, pageOf, partOfActivity, rememberedReads } from "../forRoutes.ts"
import { type ImageOf, ItemImages } from "../itemImages.ts"

const titleOf = ({ id, imageUrl, movieDbId, title, year }: TitleShown, imageOf: ImageOf) => ({
  id,
  title,
  year,
  movie_db_id: movieDbId,
  ...imageOf(imageUrl),
})

const reviewOf = (imageOf: ImageOf) => (review: Review) => ({
  movie: titleOf(review.film, imageOf),
  user_rating: review.rating,
  review: review.review,
  watched_at: formatInstant(review.watchedAt),
  source: review.source,
})

const showOf = (imageOf: ImageOf) => (show: WatchedShow) => ({
  ...titleOf(show, imageOf),
  total_episodes: show.totalEpisodes,
  episodes_watched: show.episodesWatched,
  months: show.months,
})

export const layer = HttpApiBuilder.group(
  partOfActivity(WatchingGroup),
  "watching",
  Effect.fn(function* (handlers) {
    const itemImages = yield* ItemImages
    const store = yield* WatchingStore
    const remembered = yield* rememberedReads<WatchingStore | DateTime.CurrentTimeZone>()

    return handlers.handleAll({
      reviews: remembered(
        [...watching.dataVersions, ...images.dataVersions],
        Reviews,
        Effect.fnUntraced(function* ({ query }) {
          const page = pageOf(query)
          const { items, total } = yield* store.reviews(page)
          const imageOf = yield* itemImages.of(items.map(({ film }) => film.imageUrl))
          return { data: items.map(reviewOf(imageOf)), pagination: paginate(page, total) }
        }),
      ),

      watchedShows: remembered(
        [...watching.dataVersions, ...images.dataVersions],
        WatchedShows,
        Effect.fnUntraced(function* ({ query }) {
          const shows = yield* watchedShows({ ...query, limit: query.limit ?? 20 }).pipe(
            Effect.mapError((error) => badRequest(error.message)),
          )
          const imageOf = yield* itemImages.of(shows.map(({ imageUrl }) => imageUrl))
          return { data: shows.map(showOf(imageOf)) }
        }),
      ),
    })
  }),
)
