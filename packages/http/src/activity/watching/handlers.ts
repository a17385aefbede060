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
  pagedWith,
  rangeOf,
  refused,
  rememberedReads,
} from "../forRoutes.ts"
import { ItemImages, withImageVersions } from "../itemImages.ts"
import { byHandHandlers } from "./manual/handlers.ts"
import { watchEdits } from "./edits.ts"
import { YearReview } from "./review.ts"
import { watchShown } from "./wire.ts"
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

    reviews: pictured(Reviews, ({ query }) => pagedWith(query, store.reviews, itemImages.shown)),

    watchedShows: pictured(WatchedShows, function* ({ query }) {
      return {
        data: yield* itemImages.shown(yield* refused(watchedShows({ ...query, limit: query.limit ?? 20 }))),
      }
    }),

    recent: pictured(Watches, function* ({ query }) {
      const range = yield* rangeOf(query)
      return yield* pagedWith(
        query,
        (page) => lists.recent(range, page),
        (watches) => itemImages.shown(watches.map(watchShown)),
      )
    }),

    movies: pictured(Movies, ({ query }) => {
      const asked = { ...query, ...sortOf(movieSorts, query) }
      return pagedWith(query, (page) => lists.movies(asked, page), itemImages.shown)
    }),

    movie: pictured(MovieAnswer, ({ params }) => showMovie(params.id)),

    shows: pictured(Shows, ({ query }) => {
      const asked = { q: query.q, year: query.year, ...sortOf(showSorts, query) }
      return pagedWith(query, (page) => lists.shows(asked, page), itemImages.shown)
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
