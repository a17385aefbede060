import { watchByHand, WatchId, WatchingStore } from "@daybook/watching"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { editEndpoints, editHandlers, notFound } from "../forRoutes.ts"
import { ItemImages } from "../itemImages.ts"
import { Watch, watchShown } from "./wire.ts"

/** The endpoints of edits of watches. */
export const watchEditEndpoints = editEndpoints("EditedWatch", "watching", watchByHand, Watch)

/** Their handlers. */
export const watchEdits = Effect.gen(function* () {
  const itemImages = yield* ItemImages
  return yield* editHandlers("EditedWatch", watchByHand, {
    store: Effect.map(WatchingStore, ({ edits }) => edits),
    shown: Effect.fnUntraced(function* (id: string) {
      const { watch } = yield* WatchingStore
      const found = Option.getOrUndefined(yield* watch(WatchId.make(Number(id))))
      if (found === undefined) return yield* Effect.fail(notFound("There is no watch with this id"))
      return Watch.of(watchShown(found, yield* itemImages.of([found.title.imageUrl])))
    }),
  })
})
