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

const withImages = withImageVersions(watching.dataVersions)

/** The handlers of `listEndpoints`. */
export const listHandlers = Effect.gen(function* () {
  const itemImages = yield* ItemImages
  const { lists, stats } = yield* WatchingStore
  const remembered = yield* rememberedReads<DateTime.CurrentTimeZone | WatchingStore>()

  return {
    recent: remembered(
      withImages,
      Watches,
      Effect.fnUntraced(function* ({ query }: Asked<DateRangeInput & PageQuery>) {
        const page = pageOf(query)
        const { items, total } = yield* lists.recent(yield* rangeOf(query), page)
        const imageOf = yield* itemImages.of(items.map(({ title }) => title.imageUrl))
        return Watches.of({ ...page, items: items.map((watch) => watchShown(watch, imageOf)), total })
      }),
    ),

    movies: remembered(
      withImages,
      Movies,
      Effect.fnUntraced(function* ({ query }: Asked<Partial<MoviesQuery> & PageQuery>) {
        const page = pageOf(query)
        const { q, rated, year } = query
        const asked = { q, rated, year, ...sortOf(movieSorts, query) }
        const { items, total } = yield* lists.movies(asked, page)
        const imageOf = yield* itemImages.of(items.map(({ imageUrl }) => imageUrl))
        return Movies.of({ ...page, items: items.map((film) => withImage(film, imageOf)), total })
      }),
    ),

    movie: remembered(
      withImages,
      MovieAnswer,
      Effect.fnUntraced(function* ({ params }: ById) {
        const found = yield* Effect.fromOption(yield* lists.movie(TitleId.make(params.id)), () =>
          notFound(`There is no film ${params.id}`),
        )
        return MovieAnswer.of(movieAnswer(found, yield* itemImages.of([found.imageUrl])))
      }),
    ),

    shows: remembered(
      withImages,
      Shows,
      Effect.fnUntraced(function* ({ query }: Asked<Partial<TitlesQuery<ShowSort>> & PageQuery>) {
        const page = pageOf(query)
        const { q, year } = query
        const { items, total } = yield* lists.shows({ q, year, ...sortOf(showSorts, query) }, page)
        const imageOf = yield* itemImages.of(items.map(({ imageUrl }) => imageUrl))
        return Shows.of({ ...page, items: items.map((show) => withImage(show, imageOf)), total })
      }),
    ),

    show: remembered(
      withImages,
      ShowAnswer,
      Effect.fnUntraced(function* ({ params }: ById) {
        const found = yield* Effect.fromOption(yield* lists.show(TitleId.make(params.id)), () =>
          notFound(`There is no show ${params.id}`),
        )
        return ShowAnswer.of(showAnswer(found, yield* itemImages.of([found.imageUrl])))
      }),
    ),

    ratings: remembered(watching.dataVersions, Ratings, () =>
      Effect.map(lists.ratings, (counts) => Ratings.of(ratingsAnswer(counts))),
    ),

    stats: remembered(
      watching.dataVersions,
      Stats,
      Effect.fnUntraced(function* ({ query }: Asked<DateRangeInput>) {
        return Stats.of(yield* stats(yield* rangeOf(query)))
      }),
    ),

    overview: remembered(
      watching.dataVersions,
      OverviewAnswer,
      Effect.fnUntraced(function* ({ query }: Asked<PeriodInput>) {
        const { compared, previousStats, ratings, stats: totals } = yield* refused(watchingOverview(query))
        return OverviewAnswer.of({
          ...comparedShown(compared),
          totals,
          previousTotals: previousStats,
          ratings: ratingsAnswer(ratings),
        })
      }),
    ),
  }
})
