import { ImageError, ImageProcessor } from "@daybook/images"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"

/** sharp cannot be loaded: its package for this platform is missing, or does not exist. */
export class SharpMissing extends Schema.TaggedError<SharpMissing>()("SharpMissing", {
  message: Schema.String,
}) {}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

/**
 * True if the bytes begin as a JPEG, PNG, GIF, WebP or AVIF does. Others never reach libvips, which reads more
 * formats than the web's images have; SVG is a program rather than an image.
 */
const isImage = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1")
  return (
    /^(\xff\xd8\xff|\x89PNG|GIF8)/.test(head) ||
    /^RIFF.{4}WEBP/s.test(head) ||
    /^.{4}ftyp(avif|avis|mif1)/s.test(head)
  )
}

/**
 * Processes JPEG, PNG, GIF, WebP and AVIF of up to 25 million pixels, one at a time; each size becomes WebP.
 * Truncated or broken images are errors.
 */
export const layer = Layer.effect(
  ImageProcessor,
  Effect.gen(function* () {
    // Loaded here, so that a program runs without it.
    const { processImage } = yield* Effect.tryPromise({
      try: () => import("./sharpImages.ts"),
      catch: (cause) => new SharpMissing({ message: messageOf(cause) }),
    })
    const one = yield* Semaphore.make(1)

    const process = Effect.fn("ImageProcessor.process")(function* (bytes: Uint8Array) {
      if (!isImage(bytes)) return yield* new ImageError({ message: "is not a JPEG, PNG, GIF, WebP or AVIF" })
      return yield* Effect.tryPromise({
        try: () => processImage(bytes),
        catch: (cause) => new ImageError({ message: messageOf(cause) }),
      })
    }, one.withPermit)
    return ImageProcessor.of({ process })
  }),
)
