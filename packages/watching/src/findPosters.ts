import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { Posters, WatchingStore } from "./ports.ts"

// Two ids each are a query of 6 kB.
const batchSize = 200

/** Looks for posters of the titles that have an id and no image. The images of a film database replace them. */
export const findPosters = Effect.gen(function* () {
  const { find } = yield* Posters
  if (find === undefined) return
  const { addImages, titlesWithoutImage } = yield* WatchingStore
  for (const titles of Arr.chunksOf(yield* titlesWithoutImage, batchSize)) {
    const found = yield* find(titles)
    if (found.size > 0) yield* addImages(found)
  }
}).pipe(Effect.withSpan("Watching.findPosters"))
