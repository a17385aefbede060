import {
  addVinyl,
  collecting,
  CollectingStore,
  describeFilms,
  mediaSorts,
  PlayedAlbums,
  type RecordCollections,
  RecordId,
  type RecordImages,
  recordSorts,
  WatchedFilms,
} from "@daybook/collecting"
import { sortOf, type SyncRuns } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { AddedVinyl, CollectingGroup, MediaFormats } from "./group.ts"
import { editsOfCollections } from "./edits.ts"
import { Review } from "./review.ts"
import {
  badRequest,
  handlersOf,
  journalHandlers,
  makeRunDetached,
  notFound,
  pageOf,
  rangeOf,
  rememberedReads,
  textOf,
  workFailed,
} from "../forRoutes.ts"
import { ItemImages, withImageVersions } from "../itemImages.ts"
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
  Wantlist,
} from "./lists/wire.ts"
import { showCrossReference, showFilm, showOverview, showRecord } from "./lists/shown.ts"

export const layer = handlersOf(CollectingGroup, function* (handlers) {
  const store = yield* CollectingStore
  const { lists } = store
  const itemImages = yield* ItemImages
  type Services = CollectingStore | ItemImages | DateTime.CurrentTimeZone
  const { dataVersions } = collecting
  const withImages = withImageVersions(dataVersions)
  const withFilms = [...withImages, ...(yield* WatchedFilms).dataVersions]
  const remembered = yield* rememberedReads<Services>(dataVersions)
  const pictured = yield* rememberedReads<Services>(withImages)
  const besideFilms = yield* rememberedReads<Services>(withFilms)
  const besideAll = yield* rememberedReads<Services>([...withFilms, ...(yield* PlayedAlbums).dataVersions])

  const carryOn = yield* makeRunDetached<CollectingStore | RecordImages | RecordCollections | SyncRuns>()

  return handlers.handleAll({
    ...(yield* journalHandlers(collecting, Review)),
    ...(yield* editsOfCollections),

    mediaFormats: remembered(MediaFormats, () => Effect.map(store.mediaFormats, (data) => ({ data }))),

    // A caller who hangs up after the addition upstream must not prevent the storing here.
    addVinyl: ({ payload: { collection_release_id: releaseId, ...named } }) =>
      carryOn(addVinyl({ ...named, releaseId })).pipe(
        Effect.map((added) => AddedVinyl.of({ ...added, collection: { instance_id: added.instanceId } })),
        Effect.catchTags({
          InvalidInput: ({ message }) => Effect.fail(badRequest(message)),
          ReleaseNotFound: ({ message }) => Effect.fail(notFound(message)),
          NotConfigured: ({ message }) => Effect.fail(workFailed(message)),
          SourceError: ({ message }) => Effect.fail(workFailed(message)),
        }),
      ),
    recent: pictured(Added, function* ({ query }) {
      const page = pageOf(query)
      const { items, total } = yield* lists.recent(yield* rangeOf(query), page)
      return { ...page, items: yield* itemImages.shown(items), total }
    }),
    records: pictured(Records, function* ({ query }) {
      const page = pageOf(query)
      const { items, total } = yield* lists.records(
        { ...query, q: textOf(query.q), ...sortOf(recordSorts, query) },
        page,
      )
      return { ...page, items: yield* itemImages.shown(items), total }
    }),
    record: pictured(RecordAnswer, ({ params }) => showRecord(RecordId.make(params.id))),
    media: besideFilms(Media, function* ({ query }) {
      const page = pageOf(query)
      const { items, total } = yield* lists.media(
        { ...query, q: textOf(query.q), ...sortOf(mediaSorts, query) },
        page,
      )
      return { ...page, items: yield* itemImages.shown(yield* describeFilms(items)), total }
    }),
    film: besideFilms(MediaAnswer, ({ params }) => showFilm(params.id)),
    wantlist: pictured(Wantlist, function* ({ query }) {
      const page = pageOf(query)
      const { items, total } = yield* lists.wanted(page)
      const named = items.map((one) => ({ ...one, id: `${one.source}:${one.releaseId}` }))
      return { ...page, items: yield* itemImages.shown(named), total }
    }),
    genres: remembered(Genres, function* ({ query }) {
      const page = pageOf(query)
      const { items, total } = yield* lists.genres(page)
      return { ...page, items: items.map(genreShown), total }
    }),
    artists: remembered(Artists, function* ({ query }) {
      const page = pageOf(query)
      const { items, total } = yield* lists.artists(page)
      return { ...page, items: items.map((one) => ({ id: one.name, ...one })), total }
    }),
    crossReference: besideAll(CrossReferenceAnswer, ({ query }) => showCrossReference(pageOf(query))),
    stats: remembered(StatsAnswer, function* ({ query }) {
      return yield* lists.stats(yield* rangeOf(query))
    }),
    overview: pictured(OverviewAnswer, ({ query }) => showOverview(query)),
  })
})
