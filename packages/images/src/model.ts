import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"

/** Which picture it is: the SHA-256 of the bytes that its source gave, in 64 hex digits. */
export const ImageHash = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)).pipe(
  Schema.brand("ImageHash"),
)
export type ImageHash = typeof ImageHash.Type

/** The sizes that a picture is kept in. */
export const ImageSize = Schema.Literals(["small", "medium", "large"])
export type ImageSize = typeof ImageSize.Type

/** The longer side of each size in pixels, smallest first. No picture is made larger than it is. */
export const longestSides = { small: 160, medium: 480, large: 1_200 } as const satisfies Record<
  ImageSize,
  number
>

/** What is known of a picture that is kept. */
export const StoredImage = Schema.Struct({
  hash: ImageHash,
  /** Of its largest size, in pixels. */
  width: Schema.Int,
  height: Schema.Int,
  /** A blurred preview in some 25 bytes, base64: https://evanw.github.io/thumbhash */
  thumbhash: Schema.String,
  /** `#rrggbb` */
  dominantColor: Schema.String,
})
export type StoredImage = typeof StoredImage.Type

/** The bytes of a picture in one size. */
export const ImageContent = Schema.Struct({
  /** Such as `image/webp`. */
  contentType: Schema.String,
  bytes: Schema.Uint8Array,
})
export type ImageContent = typeof ImageContent.Type

/** A picture as it is to be kept. */
export interface ProcessedImage extends StoredImage {
  /** A size that the picture does not reach is left out, as long as a smaller one holds the whole picture. */
  readonly variants: ReadonlyArray<ImageContent & { readonly size: ImageSize }>
}

/** A picture that could not be had. */
export const FailedImage = Schema.Struct({
  /** How often it was tried in vain. */
  tries: Schema.Int,
  triedAt: EpochMillis,
})
export type FailedImage = typeof FailedImage.Type
