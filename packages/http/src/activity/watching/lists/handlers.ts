import { type DateRangeInput, type PeriodInput, sortOf } from "@daybook/kernel"
import {
  type MoviesQuery,
  movieSorts,
  showSorts,
  type ShowSort,
  TitleId,
  type TitlesQuery,
  watching,
  watchingOverview,
  WatchingStore,
} from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import {
  type Asked,
  type ById,
  comparedShown,
  notFound,
  pageOf,
  type PageQuery,
  rangeOf,
  refused,
  rememberedReads,
} from "../../forRoutes.ts"
import { ItemImages, withImageVersions } from "../../itemImages.ts"
import { watchShown, withImage } from "../wire.ts"
import {
  movieAnswer,
  MovieAnswer,
  Movies,
  OverviewAnswer,
  Ratings,
  ratingsAnswer,
  showAnswer,
  ShowAnswer,
  Shows,
  Stats,
  Watches,
} from "./wire.ts"

/** The film that an id leads to. */
export const showMovie = Effect.fnUntraced(function* (id: string | number) {
  const { lists } = yield* WatchingStore
  const found = yield* Effect.fromOption(yield* lists.movie(TitleId.make(Number(id))), () =>
    notFound(`There is no film ${id}`),
  )
  return movieAnswer(found, yield* (yield* ItemImages).of([found.imageUrl]))
})

/** The same for a show. */
export const showShow = Effect.fnUntraced(function* (id: string | number) {
  const { lists } = yield* WatchingStore
  const found = yield* Effect.fromOption(yield* lists.show(TitleId.make(Number(id))), () =>
    notFound(`There is no show ${id}`),
  )
  return showAnswer(found, yield* (yield* ItemImages).of([found.imageUrl]))
})

/** The handlers of `listEndpoints`. */
export const listHandlers = Effect.gen(function* () {
  const itemImages = yield* ItemImages
  const { lists, stats } = yield* WatchingStore
  type Services = DateTime.CurrentTimeZone | ItemImages | WatchingStore
  const { dataVersions } = watching
  const remembered = yield* rememberedReads<Services>(dataVersions)
  const pictured = yield* rememberedReads<Services>(withImageVersions(dataVersions))

  return {
    recent: pictured(Watches, function* ({ query }: Asked<DateRangeInput & PageQuery>) {
      const page = pageOf(query)
      const { items, total } = yield* lists.recent(yield* rangeOf(query), page)
      const imageOf = yield* itemImages.of(items.map(({ title }) => title.imageUrl))
      return { ...page, items: items.map((watch) => watchShown(watch, imageOf)), total }
    }),

    movies: pictured(Movies, function* ({ query }: Asked<Partial<MoviesQuery> & PageQuery>) {
      const page = pageOf(query)
      const { q, rated, year } = query
      const asked = { q, rated, year, ...sortOf(movieSorts, query) }
      const { items, total } = yield* lists.movies(asked, page)
      const imageOf = yield* itemImages.of(items.map(({ imageUrl }) => imageUrl))
      return { ...page, items: items.map((film) => withImage(film, imageOf)), total }
    }),

    movie: pictured(MovieAnswer, ({ params }: ById) => showMovie(params.id)),

    shows: pictured(Shows, function* ({ query }: Asked<Partial<TitlesQuery<ShowSort>> & PageQuery>) {
      const page = pageOf(query)
      const { q, year } = query
      const { items, total } = yield* lists.shows({ q, year, ...sortOf(showSorts, query) }, page)
      const imageOf = yield* itemImages.of(items.map(({ imageUrl }) => imageUrl))
      return { ...page, items: items.map((show) => withImage(show, imageOf)), total }
    }),

    show: pictured(ShowAnswer, ({ params }: ById) => showShow(params.id)),

    ratings: remembered(Ratings, () => Effect.map(lists.ratings, ratingsAnswer)),

    stats: remembered(Stats, function* ({ query }: Asked<DateRangeInput>) {
      return yield* stats(yield* rangeOf(query))
    }),

    overview: remembered(OverviewAnswer, function* ({ query }: Asked<PeriodInput>) {
      const { compared, previousStats, ratings, stats: totals } = yield* refused(watchingOverview(query))
      return {
        ...comparedShown(compared),
        totals,
        previousTotals: previousStats,
        ratings: ratingsAnswer(ratings),
      }
    }),
  }
})
