import { images } from "@daybook/images"
import { type DateRangeInput, sortOf } from "@daybook/kernel"
import {
  type MoviesQuery,
  movieSorts,
  showSorts,
  type ShowSort,
  TitleId,
  type TitlesQuery,
  watching,
  WatchingStore,
} from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { notFound, pageOf, rangeOf, rememberedReads } from "../../forRoutes.ts"
import { ItemImages } from "../../itemImages.ts"
import { watchShown, withImage } from "../wire.ts"
import {
  movieAnswer,
  MovieAnswer,
  Movies,
  Ratings,
  ratingsAnswer,
  showAnswer,
  ShowAnswer,
  Shows,
  Stats,
  Watches,
} from "./wire.ts"

interface Paging {
  readonly page?: number
  readonly limit?: number
}

interface Asked<Query> {
  readonly query: Query
}

interface AskedById {
  readonly params: { readonly id: number }
}

const withImages = [...watching.dataVersions, ...images.dataVersions]

/** The handlers of `listEndpoints`. */
export const listHandlers = Effect.gen(function* () {
  const itemImages = yield* ItemImages
  const { lists, stats } = yield* WatchingStore
  const remembered = yield* rememberedReads<DateTime.CurrentTimeZone>()

  return {
    recent: remembered(
      withImages,
      Watches,
      Effect.fnUntraced(function* ({ query }: Asked<DateRangeInput & Paging>) {
        const page = pageOf(query)
        const { items, total } = yield* lists.recent(yield* rangeOf(query), page)
        const imageOf = yield* itemImages.of(items.map(({ title }) => title.imageUrl))
        return Watches.of({ ...page, items: items.map((watch) => watchShown(watch, imageOf)), total })
      }),
    ),

    movies: remembered(
      withImages,
      Movies,
      Effect.fnUntraced(function* ({ query }: Asked<Partial<MoviesQuery> & Paging>) {
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
      Effect.fnUntraced(function* ({ params }: AskedById) {
        const found = yield* lists.movie(TitleId.make(params.id))
        if (Option.isNone(found)) return yield* Effect.fail(notFound(`There is no film ${params.id}`))
        return MovieAnswer.of(movieAnswer(found.value, yield* itemImages.of([found.value.imageUrl])))
      }),
    ),

    shows: remembered(
      withImages,
      Shows,
      Effect.fnUntraced(function* ({ query }: Asked<Partial<TitlesQuery<ShowSort>> & Paging>) {
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
      Effect.fnUntraced(function* ({ params }: AskedById) {
        const found = yield* lists.show(TitleId.make(params.id))
        if (Option.isNone(found)) return yield* Effect.fail(notFound(`There is no show ${params.id}`))
        return ShowAnswer.of(showAnswer(found.value, yield* itemImages.of([found.value.imageUrl])))
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
  }
})
