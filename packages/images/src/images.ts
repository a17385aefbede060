import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type { ImageContent, ImageHash, ImageHead, ProcessedImage, StoredImage } from "./model.ts"
import type { ImageSize } from "./sizes.ts"
import { ImageError, ImageProcessor, ImageStore } from "./ports.ts"
import { isWebAddress, mayRetry } from "./retry.ts"
import { makeImageQueue } from "./imageQueue.ts"

/** The URL of an image that the owner sent: it names a stored image, and nothing is ever fetched from it. */
export const uploadAddress = (hash: ImageHash): string => `https://uploads.daybook.invalid/${hash}`

interface Work {
  readonly process: Images["Service"]["process"]
  readonly enqueue: (url: string) => void
  readonly read: (bytes: Uint8Array) => Effect.Effect<ProcessedImage, ImageError>
}

const makeImages = Effect.fnUntraced(function* ({ enqueue, process, read }: Work) {
  const store = yield* ImageStore

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

  const add = Effect.fn("Images.add")(function* (bytes: Uint8Array) {
    const image = yield* read(bytes)
    const url = uploadAddress(image.hash)
    yield* store.put([{ url, image }])
    return { url, image }
  })

  return Images.of({ lookUp, content: store.content, head: store.head, process, add })
})

/** The images of items, by their URLs at the sources. */
export class Images extends Context.Service<
  Images,
  {
    /** The stored images of these addresses. The others are queued, unless their last failure is too recent. */
    readonly lookUp: (urls: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, StoredImage>>
    /** An image in a size, or the largest that it has if it is smaller. */
    readonly content: (hash: ImageHash, size: ImageSize) => Effect.Effect<Option.Option<ImageContent>>
    /** The type and the length of what `content` returns. */
    readonly head: (hash: ImageHash, size: ImageSize) => Effect.Effect<Option.Option<ImageHead>>
    /**
     * Fetches and stores the image of a URL now; true once it is stored. It never fails: failures are recorded and
     * retried later. Concurrent callers for the same URL share the result.
     */
    readonly process: (url: string) => Effect.Effect<boolean>
    /** Stores an image that the owner sends. Returns the URL for items that show it. */
    readonly add: (
      bytes: Uint8Array,
    ) => Effect.Effect<{ readonly url: string; readonly image: StoredImage }, ImageError>
  }
>()("daybook/images/Images") {
  /** Fetches queued images in the background until the scope ends. */
  static readonly layer = Layer.effect(
    Images,
    Effect.gen(function* () {
      const { process, enqueue } = yield* makeImageQueue
      const { process: read } = yield* ImageProcessor
      return yield* makeImages({ process, enqueue: yield* enqueue, read })
    }),
  )

  /** Fetches nothing in the background: only `process` does. */
  static readonly layerOnDemand = Layer.effect(
    Images,
    Effect.gen(function* () {
      const { process } = yield* makeImageQueue
      const { process: read } = yield* ImageProcessor
      return yield* makeImages({ process, enqueue: () => undefined, read })
    }),
  )

  /** Shows stored images and fetches nothing: for programs without a fetcher or a processor. */
  static readonly layerOfKept = Layer.effect(
    Images,
    Effect.gen(function* () {
      const store = yield* ImageStore
      const isKept = (url: string) =>
        Effect.map(store.find([url].filter(isWebAddress)), ({ stored }) => stored.has(url))
      const read = () => Effect.fail(new ImageError({ message: "images cannot be read on this platform" }))
      return yield* makeImages({ process: isKept, enqueue: () => undefined, read })
    }),
  )
}
