import { titlesByHand, watchByHand, WatchId, WatchingStore } from "@daybook/watching"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { editHandlers, notFound } from "../forRoutes.ts"
import { ItemImages } from "../itemImages.ts"
import { showMovie, showShow } from "./lists/shown.ts"
import { MovieAnswer, ShowAnswer } from "./lists/wire.ts"
import { Watch, watchShown } from "./wire.ts"

const store = Effect.map(WatchingStore, ({ edits }) => edits)

/** The handlers of edits of watches, and of films and shows. */
export const watchEdits = Effect.gen(function* () {
  const itemImages = yield* ItemImages
  return {
    ...(yield* editHandlers("EditedWatch", watchByHand, {
      store,
      form: Watch,
      shown: Effect.fnUntraced(function* (id: string) {
        const { watch } = yield* WatchingStore
        const found = Option.getOrUndefined(yield* watch(WatchId.make(Number(id))))
        if (found === undefined) return yield* Effect.fail(notFound("There is no watch with this id"))
        return yield* itemImages.shown(watchShown(found))
      }),
    })),
    ...(yield* editHandlers("Movie", titlesByHand.film, { store, form: MovieAnswer, shown: showMovie })),
    ...(yield* editHandlers("Show", titlesByHand.show, { store, form: ShowAnswer, shown: showShow })),
  }
})
