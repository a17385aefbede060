import { art, Images } from "@daybook/images"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Base64 from "effect/encoding/Base64"

/** The most bytes of an image within a card: a proxy refuses a card of megabytes. */
const maxBytes = { small: 64 * 1024, medium: 192 * 1024 } as const

/**
 * Copies of images, small ones if no size is given, as `data:` URLs, by their URLs at the source; undefined for an image without a copy yet.
 */
export const coversOf = Effect.fnUntraced(function* (
  urls: ReadonlyArray<string>,
  size: "small" | "medium" = "small",
) {
  const images = yield* Images
  const stored = yield* images.lookUp([...new Set(urls.filter((url) => url !== ""))])
  const covers = new Map<string, string>()
  for (const [url, { hash }] of stored) {
    const content = Option.getOrUndefined(yield* images.content(hash, size))
    if (content === undefined || content.bytes.length > maxBytes[size]) continue
    covers.set(url, `data:${content.contentType};base64,${Base64.encode(content.bytes)}`)
  }
  return (url: string) => covers.get(url)
})

/** The image of an album without a copy, as a `data:` URL: the same one as the page shows. */
export const artCover = (title: string, artist: string): string =>
  `data:image/svg+xml;base64,${Base64.encode(art("cover", title, artist))}`
