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
  paged,
  pagedWith,
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
      const range = yield* rangeOf(query)
      return yield* pagedWith(query, (page) => lists.recent(range, page), itemImages.shown)
    }),
    records: pictured(Records, ({ query }) => {
      const asked = { ...query, q: textOf(query.q), ...sortOf(recordSorts, query) }
      return pagedWith(query, (page) => lists.records(asked, page), itemImages.shown)
    }),
    record: pictured(RecordAnswer, ({ params }) => showRecord(RecordId.make(params.id))),
    media: besideFilms(Media, ({ query }) => {
      const asked = { ...query, q: textOf(query.q), ...sortOf(mediaSorts, query) }
      return pagedWith(
        query,
        (page) => lists.media(asked, page),
        (films) => Effect.flatMap(describeFilms(films), itemImages.shown),
      )
    }),
    film: besideFilms(MediaAnswer, ({ params }) => showFilm(params.id)),
    wantlist: pictured(Wantlist, ({ query }) =>
      pagedWith(query, lists.wanted, (records) =>
        itemImages.shown(records.map((one) => ({ ...one, id: `${one.source}:${one.releaseId}` }))),
      ),
    ),
    genres: remembered(Genres, ({ query }) => paged(query, lists.genres, genreShown)),
    artists: remembered(Artists, ({ query }) =>
      paged(query, lists.artists, (one) => ({ id: one.name, ...one })),
    ),
    crossReference: besideAll(CrossReferenceAnswer, ({ query }) => showCrossReference(pageOf(query))),
    stats: remembered(StatsAnswer, function* ({ query }) {
      return yield* lists.stats(yield* rangeOf(query))
    }),
    overview: pictured(OverviewAnswer, ({ query }) => showOverview(query)),
  })
})
