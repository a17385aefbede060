import {
  addVinyl,
  CollectingStore,
  type RecordImages,
  type RecordCollections,
  collecting,
} from "@daybook/collecting"
import type { SyncRuns } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { AddedVinyl, CollectingGroup, MediaFormats } from "./group.ts"
import { editsOfCollections } from "./edits.ts"
import { listHandlers } from "./lists/handlers.ts"
import { Review } from "./review.ts"
import {
  badRequest,
  handlersOf,
  makeRunDetached,
  notFound,
  rememberedReads,
  workFailed,
  journalHandlers,
} from "../forRoutes.ts"

export const layer = handlersOf(CollectingGroup, function* (handlers) {
  const remembered = yield* rememberedReads(collecting.dataVersions)
  const store = yield* CollectingStore
  const carryOn = yield* makeRunDetached
  const services = yield* Effect.context<CollectingStore | RecordImages | RecordCollections | SyncRuns>()

  return handlers.handleAll({
    ...(yield* journalHandlers(collecting, Review)),
    ...(yield* listHandlers),
    ...(yield* editsOfCollections),

    mediaFormats: remembered(MediaFormats, () => Effect.map(store.mediaFormats, (data) => ({ data }))),

    // A caller who hangs up after the addition upstream must not prevent the storing here.
    addVinyl: ({ payload: { collection_release_id: releaseId, ...named } }) =>
      carryOn(Effect.provideContext(addVinyl({ ...named, releaseId }), services)).pipe(
        Effect.map((added) => AddedVinyl.of({ ...added, collection: { instance_id: added.instanceId } })),
        Effect.catchTags({
          InvalidInput: ({ message }) => Effect.fail(badRequest(message)),
          ReleaseNotFound: ({ message }) => Effect.fail(notFound(message)),
          NotConfigured: ({ message }) => Effect.fail(workFailed(message)),
          SourceError: ({ message }) => Effect.fail(workFailed(message)),
        }),
      ),
  })
})
