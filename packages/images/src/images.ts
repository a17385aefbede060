import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type { ImageContent, ImageHash, ImageHead, StoredImage } from "./model.ts"
import type { ImageSize } from "./sizes.ts"
import { ImageStore } from "./ports.ts"
import { isWebAddress, mayRetry } from "./retry.ts"
import { makeImageCache } from "./imageCache.ts"
import { makeImageQueue } from "./imageQueue.ts"

const makeImages = Effect.fnUntraced(function* (
  process: Images["Service"]["process"],
  enqueue: (url: string) => void,
) {
  const store = yield* ImageStore
  const { content, head } = yield* makeImageCache

  const lookUp = Effect.fn("Images.lookUp")(function* (urls: ReadonlyArray<string>) {
    const asked = [...new Set(urls)].filter(isWebAddress)
    if (asked.length === 0) return new Map<string, StoredImage>()
    const { failed, stored } = yield* store.find(asked)
    const now = yield* Clock.currentTimeMillis
    for (const url of asked) {
      if (stored.has(url)) continue
      const failure = failed.get(url)
      if (failure === undefined || mayRetry(failure, now)) enqueue(url)
    }
    return stored
  })

  return Images.of({ lookUp, content, head, process })
})

/** The images of items, by the addresses that their sources give them. */
export class Images extends Context.Service<
  Images,
  {
    /** The stored images of these addresses. The others are queued, unless their last failure is too recent. */
    readonly lookUp: (urls: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, StoredImage>>
    /** An image in a size, or the largest that it has if it is smaller. */
    readonly content: (hash: ImageHash, size: ImageSize) => Effect.Effect<Option.Option<ImageContent>>
    /** The type and the length of what `content` gives. */
    readonly head: (hash: ImageHash, size: ImageSize) => Effect.Effect<Option.Option<ImageHead>>
    /**
     * Fetches and stores the image of a URL now; true once it is stored. It never fails: failures are recorded and
     * retried later. Concurrent callers for the same URL share the result.
     */
    readonly process: (url: string) => Effect.Effect<boolean>
  }
>()("daybook/images/Images") {
  /** Fetches queued images in the background until the scope ends. */
  static readonly layer = Layer.effect(
    Images,
    Effect.gen(function* () {
      const { process, enqueue } = yield* makeImageQueue
      return yield* makeImages(process, yield* enqueue)
    }),
  )

  /** Fetches nothing in the background: only `process` does. */
  static readonly layerOnDemand = Layer.effect(
    Images,
    Effect.gen(function* () {
      const { process } = yield* makeImageQueue
      return yield* makeImages(process, () => undefined)
    }),
  )

  /** Shows stored images and fetches nothing: for programs without a fetcher or a processor. */
  static readonly layerOfKept = Layer.effect(
    Images,
    Effect.gen(function* () {
      const store = yield* ImageStore
      const isKept = (url: string) =>
        Effect.map(store.find([url].filter(isWebAddress)), ({ stored }) => stored.has(url))
      return yield* makeImages(isKept, () => undefined)
    }),
  )
}
