import type { EpochMillis } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { FailedImage, ImageContent, ImageHash, ImageSize, ProcessedImage, StoredImage } from "./model.ts"

/** What is known of the addresses that were asked for; of what was never tried nothing is. */
export interface KnownImages {
  readonly stored: ReadonlyMap<string, StoredImage>
  readonly failed: ReadonlyMap<string, FailedImage>
}

/**
 * Where pictures are kept: by the hash of what they were made from, so that the same picture under two addresses is
 * kept once. Storage failures are defects.
 */
export class ImageStore extends Context.Service<
  ImageStore,
  {
    readonly find: (urls: ReadonlyArray<string>) => Effect.Effect<KnownImages>
    /** A picture in a size; where it does not reach it, the largest that it has. None where there is no picture. */
    readonly content: (hash: ImageHash, size: ImageSize) => Effect.Effect<Option.Option<ImageContent>>
    /**
     * Keeps pictures under their addresses, all in one transaction that raises the version of "images" once. A
     * picture that is there stays as it is.
     */
    readonly put: (
      images: ReadonlyArray<{ readonly url: string; readonly image: ProcessedImage }>,
    ) => Effect.Effect<void>
    /** Counts one more try in vain. An address that has a picture keeps it. */
    readonly noteFailure: (url: string, triedAt: EpochMillis) => Effect.Effect<void>
  }
>()("daybook/images/ImageStore") {}

/** Why there is no picture: it could not be fetched, or what came is none. The message is fit for a log. */
export class ImageError extends Schema.TaggedError<ImageError>()("ImageError", {
  message: Schema.String,
}) {}

/**
 * Gets what stands at an address. Addresses come from third parties, so it must refuse those that lead into private
 * networks, and bound what it reads and how long it takes.
 */
export class ImageFetcher extends Context.Service<
  ImageFetcher,
  { readonly fetch: (url: string) => Effect.Effect<Uint8Array, ImageError> }
>()("daybook/images/ImageFetcher") {}

/** Makes a picture's sizes and previews from bytes that may be anything, in bounded time and memory. */
export class ImageProcessor extends Context.Service<
  ImageProcessor,
  { readonly process: (bytes: Uint8Array) => Effect.Effect<ProcessedImage, ImageError> }
>()("daybook/images/ImageProcessor") {}
