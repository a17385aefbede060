import type { ItemRef } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { WatchId } from "./model.ts"
import { WatchingStore } from "./ports.ts"

/** The films of hidden watches: a film is shown with the rating and the review of any of its watches. */
export const hiddenWithWatches = Effect.fnUntraced(function* (hidden: ReadonlyArray<ItemRef>) {
  const { watch } = yield* WatchingStore
  const found = yield* Effect.forEach(
    hidden.filter(({ type }) => type === "watch"),
    ({ id }) => watch(WatchId.make(Number(id))),
  )
  return found
    .flatMap(Option.toArray)
    .flatMap(({ episode, title }): ReadonlyArray<ItemRef> =>
      episode === undefined ? [{ type: "movie", id: title.id }] : [],
    )
})
