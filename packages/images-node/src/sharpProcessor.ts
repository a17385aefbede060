import { ImageError, ImageProcessor } from "@daybook/images"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"

/** sharp cannot be loaded: its package for this platform is not installed, or there is none. */
export class SharpMissing extends Schema.TaggedError<SharpMissing>()("SharpMissing", {
  message: Schema.String,
}) {}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

/**
 * Whether the bytes begin as a JPEG, PNG, GIF, WebP or AVIF does. Others never reach libvips, which reads more
 * formats than pictures on the web have; SVG is a program rather than a picture.
 */
const isPicture = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1")
  return (
    /^(\xff\xd8\xff|\x89PNG|GIF8)/.test(head) ||
    /^RIFF.{4}WEBP/s.test(head) ||
    /^.{4}ftyp(avif|avis|mif1)/s.test(head)
  )
}

/**
 * Processes JPEG, PNG, GIF, WebP and AVIF of up to 25 million pixels, one at a time; each size becomes WebP. Pictures
 * that are cut short or broken are errors.
 */
export const layer = Layer.effect(
  ImageProcessor,
  Effect.gen(function* () {
    // Loaded here, so that a program can do without where there is none.
    const { processPicture } = yield* Effect.tryPromise({
      try: () => import("./sharpPictures.ts"),
      catch: (cause) => new SharpMissing({ message: messageOf(cause) }),
    })
    const one = yield* Semaphore.make(1)

    const process = Effect.fn("ImageProcessor.process")(function* (bytes: Uint8Array) {
      if (!isPicture(bytes))
        return yield* new ImageError({ message: "is not a JPEG, PNG, GIF, WebP or AVIF" })
      return yield* Effect.tryPromise({
        try: () => processPicture(bytes),
        catch: (cause) => new ImageError({ message: messageOf(cause) }),
      })
    }, one.withPermit)
    return ImageProcessor.of({ process })
  }),
)
