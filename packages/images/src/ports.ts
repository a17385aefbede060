import type { EpochMillis } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { FailedImage, ImageContent, ImageHash, ImageHead, ProcessedImage, StoredImage } from "./model.ts"
import type { ImageSize } from "./sizes.ts"

/** The images and failures known for the URLs; neither for a URL never tried. */
export interface KnownImages {
  readonly stored: ReadonlyMap<string, StoredImage>
  readonly failed: ReadonlyMap<string, FailedImage>
}

/**
 * The store of images, by the hash of their source's bytes: the same image under two addresses is stored once.
 * Storage failures are defects.
 */
export class ImageStore extends Context.Service<
  ImageStore,
  {
    readonly find: (urls: ReadonlyArray<string>) => Effect.Effect<KnownImages>
    /** An image in a size, or the largest that it has if it is smaller. None if the image is unknown. */
    readonly content: (hash: ImageHash, size: ImageSize) => Effect.Effect<Option.Option<ImageContent>>
    /** The type and the length of what `content` returns, without its bytes. */
    readonly head: (hash: ImageHash, size: ImageSize) => Effect.Effect<Option.Option<ImageHead>>
    /**
     * Stores images under their addresses, all in one transaction that raises the version of "images" once. A stored
     * image stays as it is.
     */
    readonly put: (
      images: ReadonlyArray<{ readonly url: string; readonly image: ProcessedImage }>,
    ) => Effect.Effect<void>
    /** Counts one more failed attempt. An address that has an image keeps it. */
    readonly noteFailure: (url: string, triedAt: EpochMillis) => Effect.Effect<void>
  }
>()("daybook/images/ImageStore") {}

/** Why there is no image: it could not be fetched, or the bytes are not an image. The message is fit for a log. */
export class ImageError extends Schema.TaggedError<ImageError>()("ImageError", {
  message: Schema.String,
}) {}

/**
 * Fetches an address. Addresses come from third parties, so an implementation must refuse those that lead into
 * private networks, and bound its bytes and its time.
 */
export class ImageFetcher extends Context.Service<
  ImageFetcher,
  { readonly fetch: (url: string) => Effect.Effect<Uint8Array, ImageError> }
>()("daybook/images/ImageFetcher") {}

/** Makes an image's sizes and previews from bytes that may be anything, in bounded time and memory. */
export class ImageProcessor extends Context.Service<
  ImageProcessor,
  { readonly process: (bytes: Uint8Array) => Effect.Effect<ProcessedImage, ImageError> }
>()("daybook/images/ImageProcessor") {}

/** Makes a PNG of an SVG document, in the size that the document says. Nothing in the document may need fetching. */
export interface ImagePrinter {
  readonly png: (svg: string) => Effect.Effect<Uint8Array, ImageError>
}

/** The printer of a host; undefined if it has none, as on platforms without sharp. */
export const ImagePrinter = Context.Reference<ImagePrinter | undefined>("daybook/images/ImagePrinter", {
  defaultValue: () => undefined,
})
