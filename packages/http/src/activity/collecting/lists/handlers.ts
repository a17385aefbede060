import {
  collecting,
  CollectingStore,
  type MediaQuery,
  mediaSorts,
  RecordId,
  type RecordQuery,
  recordSorts,
} from "@daybook/collecting"
import { type DateRangeInput, sortOf } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import {
  type Asked,
  type ById,
  notFound,
  pageOf,
  type PageQuery,
  rangeOf,
  rememberedReads,
  textOf,
} from "../../forRoutes.ts"
import { ItemImages, withImageVersions } from "../../itemImages.ts"
import { Added, Artists, Genres, Media, MediaAnswer, RecordAnswer, Records, StatsAnswer } from "./wire.ts"

/** The handlers of `listEndpoints`. */
export const listHandlers = Effect.gen(function* () {
  const { lists } = yield* CollectingStore
  const itemImages = yield* ItemImages
  const remembered = yield* rememberedReads<DateTime.CurrentTimeZone>()
  const { dataVersions } = collecting
  const withImages = withImageVersions(dataVersions)

  return {
    recent: remembered(
      withImages,
      Added,
      Effect.fnUntraced(function* ({ query }: Asked<DateRangeInput & PageQuery>) {
        const page = pageOf(query)
        const { items, total } = yield* lists.recent(yield* rangeOf(query), page)
        return Added.of({ ...page, items: yield* itemImages.shown(items), total })
      }),
    ),
    records: remembered(
      withImages,
      Records,
      Effect.fnUntraced(function* ({ query }: Asked<Partial<RecordQuery> & PageQuery>) {
        const page = pageOf(query)
        const { items, total } = yield* lists.records(
          { ...query, q: textOf(query.q), ...sortOf(recordSorts, query) },
          page,
        )
        return Records.of({ ...page, items: yield* itemImages.shown(items), total })
      }),
    ),
    record: remembered(
      withImages,
      RecordAnswer,
      Effect.fnUntraced(function* ({ params }: ById) {
        const record = yield* Effect.fromOption(yield* lists.record(RecordId.make(params.id)), () =>
          notFound(`There is no record ${params.id}`),
        )
        return RecordAnswer.of(yield* itemImages.shown(record))
      }),
    ),
    media: remembered(
      dataVersions,
      Media,
      Effect.fnUntraced(function* ({ query }: Asked<Partial<MediaQuery> & PageQuery>) {
        const page = pageOf(query)
        return Media.of({
          ...page,
          ...(yield* lists.media({ ...query, q: textOf(query.q), ...sortOf(mediaSorts, query) }, page)),
        })
      }),
    ),
    film: remembered(
      dataVersions,
      MediaAnswer,
      Effect.fnUntraced(function* ({ params }: ById<string>) {
        const film = yield* Effect.fromOption(yield* lists.film(params.id), () =>
          notFound("There is no film with this id"),
        )
        return MediaAnswer.of(film)
      }),
    ),
    genres: remembered(
      dataVersions,
      Genres,
      Effect.fnUntraced(function* ({ query }: Asked<PageQuery>) {
        const page = pageOf(query)
        const { items, total } = yield* lists.genres(page)
        return Genres.of({
          ...page,
          items: items.map((one) => ({ id: `${one.kind}:${one.name}`, ...one })),
          total,
        })
      }),
    ),
    artists: remembered(
      dataVersions,
      Artists,
      Effect.fnUntraced(function* ({ query }: Asked<PageQuery>) {
        const page = pageOf(query)
        const { items, total } = yield* lists.artists(page)
        return Artists.of({ ...page, items: items.map((one) => ({ id: one.name, ...one })), total })
      }),
    ),
    stats: remembered(
      dataVersions,
      StatsAnswer,
      Effect.fnUntraced(function* ({ query }: Asked<DateRangeInput>) {
        return StatsAnswer.of(yield* lists.stats(yield* rangeOf(query)))
      }),
    ),
  }
})
