import { Images } from "@daybook/images"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Base64 from "effect/encoding/Base64"

/** The most bytes of an image within a card: a proxy refuses a card of megabytes. */
const maxBytes = 64 * 1024

/**
 * The small copies of images as `data:` URLs, by their URLs at the source; undefined for an image without a copy yet.
 */
export const coversOf = Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
  const images = yield* Images
  const stored = yield* images.lookUp([...new Set(urls.filter((url) => url !== ""))])
  const covers = new Map<string, string>()
  for (const [url, { hash }] of stored) {
    const content = Option.getOrUndefined(yield* images.content(hash, "small"))
    if (content === undefined || content.bytes.length > maxBytes) continue
    covers.set(url, `data:${content.contentType};base64,${Base64.encode(content.bytes)}`)
  }
  return (url: string) => covers.get(url)
})
