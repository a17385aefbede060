import { sortOf } from "@daybook/kernel"
import {
  comparedGenres,
  movieSorts,
  showSorts,
  watchedShows,
  watching,
  watchingOverview,
  WatchingStore,
} from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Reviews, WatchedShows, WatchingGroup } from "./group.ts"
import {
  comparedShown,
  handlersOf,
  journalHandlers,
  pageOf,
  rangeOf,
  refused,
  rememberedReads,
} from "../forRoutes.ts"
import { ItemImages, withImageVersions } from "../itemImages.ts"
import { byHandHandlers } from "./manual/handlers.ts"
import { watchEdits } from "./edits.ts"
import { YearReview } from "./review.ts"
import { watchShown, withImage } from "./wire.ts"
import {
  GenresAnswer,
  MovieAnswer,
  Movies,
  OverviewAnswer,
  Ratings,
  ratingsAnswer,
  ShowAnswer,
  Shows,
  Stats,
  Watches,
} from "./lists/wire.ts"
import { showMovie, showShow } from "./lists/shown.ts"

export const layer = handlersOf(WatchingGroup, function* (handlers) {
  const store = yield* WatchingStore
  const itemImages = yield* ItemImages
  const { lists, stats } = store
  type Services = DateTime.CurrentTimeZone | ItemImages | WatchingStore
  const { dataVersions } = watching
  const remembered = yield* rememberedReads<Services>(dataVersions)
  const pictured = yield* rememberedReads<Services>(withImageVersions(dataVersions))

  return handlers.handleAll({
    ...(yield* journalHandlers(watching, YearReview)),
    ...(yield* byHandHandlers),
    ...(yield* watchEdits),

    reviews: pictured(Reviews, function* ({ query }) {
      const page = pageOf(query)
      const { items, total } = yield* store.reviews(page)
      const imageOf = yield* itemImages.of(items.map(({ film }) => film.imageUrl))
      const shown = items.map((review) => ({ ...review, film: withImage(review.film, imageOf) }))
      return { ...page, items: shown, total }
    }),

    watchedShows: pictured(WatchedShows, function* ({ query }) {
      const shows = yield* watchedShows({ ...query, limit: query.limit ?? 20 }).pipe(refused)
      const imageOf = yield* itemImages.of(shows.map(({ imageUrl }) => imageUrl))
      return { data: shows.map((show) => withImage(show, imageOf)) }
    }),

    recent: pictured(Watches, function* ({ query }) {
      const page = pageOf(query)
      const { items, total } = yield* lists.recent(yield* rangeOf(query), page)
      const imageOf = yield* itemImages.of(items.map(({ title }) => title.imageUrl))
      return { ...page, items: items.map((watch) => watchShown(watch, imageOf)), total }
    }),

    movies: pictured(Movies, function* ({ query }) {
      const page = pageOf(query)
      const asked = { ...query, ...sortOf(movieSorts, query) }
      const { items, total } = yield* lists.movies(asked, page)
      const imageOf = yield* itemImages.of(items.map(({ imageUrl }) => imageUrl))
      return { ...page, items: items.map((film) => withImage(film, imageOf)), total }
    }),

    movie: pictured(MovieAnswer, ({ params }) => showMovie(params.id)),

    shows: pictured(Shows, function* ({ query }) {
      const page = pageOf(query)
      const { q, year } = query
      const { items, total } = yield* lists.shows({ q, year, ...sortOf(showSorts, query) }, page)
      const imageOf = yield* itemImages.of(items.map(({ imageUrl }) => imageUrl))
      return { ...page, items: items.map((show) => withImage(show, imageOf)), total }
    }),

    show: pictured(ShowAnswer, ({ params }) => showShow(params.id)),

    ratings: remembered(Ratings, () => Effect.map(lists.ratings, ratingsAnswer)),

    stats: remembered(Stats, function* ({ query }) {
      return yield* stats(yield* rangeOf(query))
    }),

    genres: remembered(GenresAnswer, function* ({ query }) {
      const found = yield* refused(watchingOverview(query))
      return { ...comparedShown(found.compared), genres: comparedGenres(found) }
    }),

    overview: remembered(OverviewAnswer, function* ({ query }) {
      const { compared, previousStats, ratings, stats: totals } = yield* refused(watchingOverview(query))
      return {
        ...comparedShown(compared),
        totals,
        previousTotals: previousStats,
        ratings: ratingsAnswer(ratings),
      }
    }),
  })
})
