import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type { ImageContent, ImageHash, ImageSize, StoredImage } from "./model.ts"
import { ImageStore } from "./ports.ts"
import { isWebAddress, mayBeTried } from "./trying.ts"
import { makeWorkshop } from "./workshop.ts"

const makeImages = Effect.fnUntraced(function* (
  process: Images["Service"]["process"],
  want: (url: string) => void,
) {
  const store = yield* ImageStore

  const lookUp = Effect.fn("Images.lookUp")(function* (urls: ReadonlyArray<string>) {
    const asked = [...new Set(urls)].filter(isWebAddress)
    if (asked.length === 0) return new Map<string, StoredImage>()
    const { failed, stored } = yield* store.find(asked)
    const now = yield* Clock.currentTimeMillis
    for (const url of asked) {
      if (stored.has(url)) continue
      const failure = failed.get(url)
      if (failure === undefined || mayBeTried(failure, now)) want(url)
    }
    return stored
  })

  return Images.of({ lookUp, content: store.content, process })
})

/** The pictures of items, by the addresses under which their sources have them. */
export class Images extends Context.Service<
  Images,
  {
    /**
     * What is kept of the pictures at these addresses. The others are wanted from now on: those that were never tried,
     * and those whose time to be tried again has come.
     */
    readonly lookUp: (urls: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, StoredImage>>
    /** A picture in a size; where it does not reach it, the largest that it has. */
    readonly content: (hash: ImageHash, size: ImageSize) => Effect.Effect<Option.Option<ImageContent>>
    /**
     * Sees to it at once that the picture of an address is kept, and gives whether it is. It never fails: what goes
     * wrong is noted, and tried again when its time has come. Whoever asks while it is under way shares the answer.
     */
    readonly process: (url: string) => Effect.Effect<boolean>
  }
>()("daybook/images/Images") {
  /** What is wanted is fetched in the background, until the scope ends. */
  static readonly layer = Layer.effect(
    Images,
    Effect.gen(function* () {
      const { process, want } = yield* makeWorkshop
      return yield* makeImages(process, yield* want)
    }),
  )

  /** Nothing happens in the background: only `process` fetches. */
  static readonly layerOnDemand = Layer.effect(
    Images,
    Effect.gen(function* () {
      const { process } = yield* makeWorkshop
      return yield* makeImages(process, () => undefined)
    }),
  )

  /** What is kept is shown, and nothing is fetched: for programs that have no fetcher or no processor. */
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
