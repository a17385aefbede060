import {
  collecting,
  CollectingStore,
  type MediaQuery,
  mediaSorts,
  RecordId,
  type RecordQuery,
  recordSorts,
} from "@daybook/collecting"
import { images } from "@daybook/images"
import { type DateRangeInput, type PageRequest, sortOf } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { notFound, pageOf, rangeOf, rememberedReads } from "../../forRoutes.ts"
import { ItemImages } from "../../itemImages.ts"
import { Added, Artists, Genres, Media, MediaAnswer, RecordAnswer, Records, StatsAnswer } from "./wire.ts"

type PageQuery = Partial<PageRequest>

/** An empty search finds everything. */
const wanted = (q: string | undefined) => q?.trim() || undefined

/** The handlers of `listEndpoints`. */
export const listHandlers = Effect.gen(function* () {
  const { lists } = yield* CollectingStore
  const itemImages = yield* ItemImages
  const remembered = yield* rememberedReads<DateTime.CurrentTimeZone>()
  const { dataVersions } = collecting
  const withImages = [...dataVersions, ...images.dataVersions]

  const shown = Effect.fnUntraced(function* <Item extends { readonly imageUrl: string }>(
    items: ReadonlyArray<Item>,
  ) {
    const imageOf = yield* itemImages.of(items.map(({ imageUrl }) => imageUrl))
    return items.map((item) => ({ ...item, ...imageOf(item.imageUrl) }))
  })

  return {
    recent: remembered(
      withImages,
      Added,
      Effect.fnUntraced(function* ({ query }: { readonly query: DateRangeInput & PageQuery }) {
        const page = pageOf(query)
        const { items, total } = yield* lists.recent(yield* rangeOf(query), page)
        return Added.of({ ...page, items: yield* shown(items), total })
      }),
    ),
    records: remembered(
      withImages,
      Records,
      Effect.fnUntraced(function* ({ query }: { readonly query: Partial<RecordQuery> & PageQuery }) {
        const page = pageOf(query)
        const { items, total } = yield* lists.records(
          { ...query, q: wanted(query.q), ...sortOf(recordSorts, query) },
          page,
        )
        return Records.of({ ...page, items: yield* shown(items), total })
      }),
    ),
    record: remembered(
      withImages,
      RecordAnswer,
      Effect.fnUntraced(function* ({ params }: { readonly params: { readonly id: number } }) {
        const record = yield* lists.record(RecordId.make(params.id))
        if (Option.isNone(record)) return yield* Effect.fail(notFound(`There is no record ${params.id}`))
        const imageOf = yield* itemImages.of([record.value.imageUrl])
        return RecordAnswer.of({ ...record.value, ...imageOf(record.value.imageUrl) })
      }),
    ),
    media: remembered(
      dataVersions,
      Media,
      Effect.fnUntraced(function* ({ query }: { readonly query: Partial<MediaQuery> & PageQuery }) {
        const page = pageOf(query)
        return Media.of({
          ...page,
          ...(yield* lists.media({ ...query, q: wanted(query.q), ...sortOf(mediaSorts, query) }, page)),
        })
      }),
    ),
    film: remembered(
      dataVersions,
      MediaAnswer,
      Effect.fnUntraced(function* ({ params }: { readonly params: { readonly id: string } }) {
        const film = yield* lists.film(params.id)
        return Option.isSome(film)
          ? MediaAnswer.of(film.value)
          : yield* Effect.fail(notFound("There is no film with this id"))
      }),
    ),
    genres: remembered(
      dataVersions,
      Genres,
      Effect.fnUntraced(function* ({ query }: { readonly query: PageQuery }) {
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
      Effect.fnUntraced(function* ({ query }: { readonly query: PageQuery }) {
        const page = pageOf(query)
        const { items, total } = yield* lists.artists(page)
        return Artists.of({ ...page, items: items.map((one) => ({ id: one.name, ...one })), total })
      }),
    ),
    stats: remembered(
      dataVersions,
      StatsAnswer,
      Effect.fnUntraced(function* ({ query }: { readonly query: DateRangeInput }) {
        return StatsAnswer.of(yield* lists.stats(yield* rangeOf(query)))
      }),
    ),
  }
})
