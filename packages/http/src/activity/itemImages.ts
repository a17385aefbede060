import { type ArtKind, type ImageHash, Images, images as imagesDomain, type ImageSize } from "@daybook/images"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { basePath } from "../middleware/publicUrl.ts"
import { ItemImage } from "../wire/itemImage.ts"

/** The path of an image, below the API's base address. */
const imagePath = (hash: ImageHash, size: ImageSize) => `/v1/images/${hash}/${size}`

/** The `image` of an item, to spread into it, by the address at its source; none for "". */
export type ImageOf = (url: string) => { readonly image?: ItemImage }

/** A value with the images of its items: next to each `imageUrl`, at any depth, the `image`. */
export type Shown<A> = A extends string | number | boolean | undefined
  ? A
  : A extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Shown<Item>>
    : { readonly [Key in keyof A]: Shown<A[Key]> } & (A extends { readonly imageUrl: string }
        ? { readonly image?: ItemImage }
        : unknown)

// Both walks go through hundreds of entries of a response: loops take a third of the time of lists of pairs.
const collectAddresses = (value: unknown, found: Array<string>): ReadonlyArray<string> => {
  if (Array.isArray(value)) for (const item of value) collectAddresses(item, found)
  else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value))
      if (typeof inner === "object") collectAddresses(inner, found)
      else if (key === "imageUrl" && typeof inner === "string") found.push(inner)
  return found
}

const withImages = (value: unknown, imageOf: ImageOf): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withImages(item, imageOf))
  const shown: { [key: string]: unknown } = {}
  for (const [key, inner] of Object.entries(value))
    shown[key] = typeof inner === "object" ? withImages(inner, imageOf) : inner
  const address = shown["imageUrl"]
  return typeof address === "string" ? Object.assign(shown, imageOf(address)) : shown
}

/** Something with an image: its own, or one printed from its title. */
export interface Pictured {
  readonly title: string
  /** Who made it, such as an artist; "" if unknown. */
  readonly maker: string
  /** The URL of its image at its source; "" if there is none. */
  readonly imageUrl: string
  /** What the image is printed as. */
  readonly kind: ArtKind
}

const maxPrinted = 200

/** The path of the print of an item. */
const printPath = ({ kind, maker, title }: Pictured): string => {
  const query = new URLSearchParams({ title: title.slice(0, maxPrinted) })
  if (maker !== "") query.set("by", maker.slice(0, maxPrinted))
  return `/v1/images/art/${kind}?${query}`
}

/** The data versions of a response that includes images. */
export const withImageVersions = (dataVersions: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...dataVersions,
  ...imagesDomain.dataVersions,
]

/**
 * The images of the items of a response, by their URLs at the sources. Cache a response with images with its
 * `withImageVersions`.
 */
export class ItemImages extends Context.Service<
  ItemImages,
  {
    /** Looks up the images of all items of a response at once. */
    readonly of: (urls: ReadonlyArray<string>) => Effect.Effect<ImageOf>
    /** Looks up the images of all items in a value, and adds them next to their URLs. */
    readonly shown: <A>(value: A) => Effect.Effect<Shown<A>>
    /** Returns the URLs of our copies of images; undefined for an image without a copy yet. */
    readonly copies: (urls: ReadonlyArray<string>) => Effect.Effect<(url: string) => string | undefined>
    /** The whole URLs of images below a base, which anyone may open: copies of images, and prints. */
    readonly pictures: (
      base: string,
      items: ReadonlyArray<Pictured>,
    ) => Effect.Effect<(item: Pictured) => string>
  }
>()("daybook/http/ItemImages") {
  /** Shows stored images; for others, only the address at their source. */
  static readonly layer = Layer.effect(
    ItemImages,
    Effect.gen(function* () {
      const images = yield* Images
      const base = yield* basePath
      const of = Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
        const stored = yield* images.lookUp(urls)
        return (url: string) => {
          if (url === "") return {}
          const image = stored.get(url)
          return {
            image: ItemImage.of(
              image === undefined ? { url } : { ...image, url: base + imagePath(image.hash, "large") },
            ),
          }
        }
      })
      const copies = (urls: ReadonlyArray<string>) =>
        Effect.map(images.lookUp(urls), (stored) => (url: string) => {
          const image = stored.get(url)
          return image && base + imagePath(image.hash, "large")
        })
      return {
        of,
        copies,
        pictures: (whole, items) =>
          Effect.map(copies(items.map(({ imageUrl }) => imageUrl)), (copyOf) => (item) => {
            const copy = copyOf(item.imageUrl)
            return copy === undefined ? whole + printPath(item) : new URL(whole).origin + copy
          }),
        shown: <A>(value: A) =>
          // The walk keeps the shape, which its type cannot say.
          Effect.map(of(collectAddresses(value, [])), (imageOf) => withImages(value, imageOf) as Shown<A>),
      }
    }),
  )
}
