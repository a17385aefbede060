import { Images } from "@daybook/images"
import type { ItemImage } from "@daybook/kernel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { imagePath } from "./group.ts"

/** What to spread into an item whose picture its source has at the address; "" where it has none. */
export type PictureOf = (url: string) => { readonly image?: ItemImage }

/**
 * The pictures of the items of an answer, by the addresses under which their sources have them. An answer that shows
 * pictures is remembered with the domain "images" beside its own.
 */
export class Pictures extends Context.Service<
  Pictures,
  {
    /** Asked once for all items of an answer. */
    readonly of: (urls: ReadonlyArray<string>) => Effect.Effect<PictureOf>
  }
>()("daybook/http/Pictures") {
  /** Pictures as they are kept here; until they are, an address of their source and nothing more. */
  static readonly layer = Layer.effect(
    Pictures,
    Effect.map(Images, (images) => ({
      of: Effect.fnUntraced(function* (urls) {
        const stored = yield* images.lookUp(urls)
        return (url) => {
          if (url === "") return {}
          const picture = stored.get(url)
          if (picture === undefined) return { image: { url } }
          const { dominantColor, hash, height, thumbhash, width } = picture
          return {
            image: {
              url: imagePath(hash, "large"),
              width,
              height,
              thumbhash,
              dominant_color: dominantColor,
            },
          }
        }
      }),
    })),
  )
}
