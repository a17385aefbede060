import { type ImageHash, Images, type ImageSize } from "@daybook/images"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MountPath } from "../middleware/mountPath.ts"
import { ItemImage } from "../wire/itemImage.ts"

/** The path of an image, below the API's base address. */
const imagePath = (hash: ImageHash, size: ImageSize) => `/v1/images/${hash}/${size}`

/** The `image` of an item, to spread into it, by the address at its source; none for "". */
export type ImageOf = (url: string) => { readonly image?: ItemImage }

/**
 * The images of the items of an answer, by their addresses at the sources. An answer with images is remembered with the
 * data versions of "images" beside its own.
 */
export class ItemImages extends Context.Service<
  ItemImages,
  {
    /** Looks up the images of all items of an answer at once. */
    readonly of: (urls: ReadonlyArray<string>) => Effect.Effect<ImageOf>
  }
>()("daybook/http/ItemImages") {
  /** Shows stored images; for others, only the address at their source. */
  static readonly layer = Layer.effect(
    ItemImages,
    Effect.gen(function* () {
      const images = yield* Images
      const mountPath = yield* MountPath
      return {
        of: Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
          const stored = yield* images.lookUp(urls)
          return (url: string) => {
            if (url === "") return {}
            const image = stored.get(url)
            return {
              image: ItemImage.of(
                image === undefined ? { url } : { ...image, url: mountPath + imagePath(image.hash, "large") },
              ),
            }
          }
        }),
      }
    }),
  )
}
