import {
  collecting,
  collectingOverview,
  CollectingStore,
  crossReference,
  describeFilms,
  type MediaQuery,
  mediaSorts,
  PlayedAlbums,
  RecordId,
  type RecordQuery,
  recordSorts,
  WatchedFilms,
} from "@daybook/collecting"
import { type DateRangeInput, type PeriodInput, sortOf } from "@daybook/kernel"
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
  textOf,
} from "../../forRoutes.ts"
import { ItemImages, withImageVersions } from "../../itemImages.ts"
import {
  Added,
  Artists,
  CrossReferenceAnswer,
  genreShown,
  Genres,
  Media,
  MediaAnswer,
  OverviewAnswer,
  RecordAnswer,
  Records,
  StatsAnswer,
} from "./wire.ts"

/** The response with the record that an id resolves to. */
export const showRecord = Effect.fnUntraced(function* (id: RecordId) {
  const { lists } = yield* CollectingStore
  const record = yield* Effect.fromOption(yield* lists.record(id), () => notFound(`There is no record ${id}`))
  return yield* (yield* ItemImages).shown(record)
})

/** The same for a film. */
export const showFilm = Effect.fnUntraced(function* (id: string) {
  const { lists } = yield* CollectingStore
  const film = yield* Effect.fromOption(yield* lists.film(id), () =>
    notFound("There is no film with this id"),
  )
  const [described] = yield* (yield* ItemImages).shown(yield* describeFilms([film]))
  return described ?? film
})

/** The handlers of `listEndpoints`. */
export const listHandlers = Effect.gen(function* () {
  const { lists } = yield* CollectingStore
  const itemImages = yield* ItemImages
  type Services = CollectingStore | ItemImages | DateTime.CurrentTimeZone
  const { dataVersions } = collecting
  const withImages = withImageVersions(dataVersions)
  const withFilms = [...withImages, ...(yield* WatchedFilms).dataVersions]
  const remembered = yield* rememberedReads<Services>(dataVersions)
  const pictured = yield* rememberedReads<Services>(withImages)
  const besideFilms = yield* rememberedReads<Services>(withFilms)
  const besideAll = yield* rememberedReads<Services>([...withFilms, ...(yield* PlayedAlbums).dataVersions])

  return {
    recent: pictured(Added, function* ({ query }: Asked<DateRangeInput & PageQuery>) {
      const page = pageOf(query)
      const { items, total } = yield* lists.recent(yield* rangeOf(query), page)
      return { ...page, items: yield* itemImages.shown(items), total }
    }),
    records: pictured(Records, function* ({ query }: Asked<Partial<RecordQuery> & PageQuery>) {
      const page = pageOf(query)
      const { items, total } = yield* lists.records(
        { ...query, q: textOf(query.q), ...sortOf(recordSorts, query) },
        page,
      )
      return { ...page, items: yield* itemImages.shown(items), total }
    }),
    record: pictured(RecordAnswer, ({ params }: ById) => showRecord(RecordId.make(params.id))),
    media: besideFilms(Media, function* ({ query }: Asked<Partial<MediaQuery> & PageQuery>) {
      const page = pageOf(query)
      const { items, total } = yield* lists.media(
        { ...query, q: textOf(query.q), ...sortOf(mediaSorts, query) },
        page,
      )
      return { ...page, items: yield* itemImages.shown(yield* describeFilms(items)), total }
    }),
    film: besideFilms(MediaAnswer, ({ params }: ById<string>) => showFilm(params.id)),
    genres: remembered(Genres, function* ({ query }: Asked<PageQuery>) {
      const page = pageOf(query)
      const { items, total } = yield* lists.genres(page)
      return { ...page, items: items.map(genreShown), total }
    }),
    artists: remembered(Artists, function* ({ query }: Asked<PageQuery>) {
      const page = pageOf(query)
      const { items, total } = yield* lists.artists(page)
      return { ...page, items: items.map((one) => ({ id: one.name, ...one })), total }
    }),
    crossReference: besideAll(CrossReferenceAnswer, function* ({ query }: Asked<PageQuery>) {
      const page = pageOf(query)
      const { neverPlayed, neverWatched, notOwned, played, watched } = yield* crossReference(page)
      return {
        played: { ...page, ...played, items: yield* itemImages.shown(played.items) },
        neverPlayed: { ...page, ...neverPlayed, items: yield* itemImages.shown(neverPlayed.items) },
        notOwned: { ...page, ...notOwned, items: yield* itemImages.shown(notOwned.items) },
        watched: { ...page, ...watched, items: yield* itemImages.shown(watched.items) },
        neverWatched: { ...page, ...neverWatched, items: yield* itemImages.shown(neverWatched.items) },
      }
    }),
    stats: remembered(StatsAnswer, function* ({ query }: Asked<DateRangeInput>) {
      return yield* lists.stats(yield* rangeOf(query))
    }),
    overview: pictured(OverviewAnswer, function* ({ query }: Asked<PeriodInput>) {
      const { artists, compared, genres, latest, stats, styles, ...rest } = yield* refused(
        collectingOverview(query),
      )
      return {
        ...comparedShown(compared),
        ...rest,
        totals: stats,
        latest: {
          page: 1,
          limit: Math.max(1, latest.items.length),
          items: yield* itemImages.shown(latest.items),
          total: latest.total,
        },
        artists: artists.map((one) => ({ id: one.name, ...one })),
        genres: genres.map(genreShown),
        styles: styles.map(genreShown),
      }
    }),
  }
})
