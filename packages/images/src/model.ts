import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import type { ImageSize } from "./sizes.ts"

/** The identity of an image: the SHA-256 of the bytes that its source gave, in 64 hex digits. */
export const ImageHash = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)).pipe(
  Schema.brand("ImageHash"),
)
export type ImageHash = typeof ImageHash.Type

/** The properties of a stored image. */
export const StoredImage = Schema.Struct({
  hash: ImageHash,
  /** The width of its largest size, in pixels. */
  width: Schema.Int,
  height: Schema.Int,
  /** A blurred preview in about 25 bytes, base64: https://evanw.github.io/thumbhash */
  thumbhash: Schema.String,
  /** `#rrggbb` */
  dominantColor: Schema.String,
})
export type StoredImage = typeof StoredImage.Type

/** The bytes of an image in one size. */
export const ImageContent = Schema.Struct({
  /** Such as `image/webp`. */
  contentType: Schema.String,
  bytes: Schema.Uint8Array,
})
export type ImageContent = typeof ImageContent.Type

/** The type and the length of an image in one size. */
export const ImageHead = Schema.Struct({
  contentType: Schema.String,
  /** The number of its bytes. */
  length: Schema.Int,
})
export type ImageHead = typeof ImageHead.Type

/** An image as it is to be stored. */
export interface ProcessedImage extends StoredImage {
  /** Leaves out a size that the image does not reach, as long as a smaller size holds the whole image. */
  readonly variants: ReadonlyArray<ImageContent & { readonly size: ImageSize }>
}

/** An address whose image could not be fetched or read. */
export const FailedImage = Schema.Struct({
  /** The number of failed attempts. */
  tries: Schema.Int,
  triedAt: EpochMillis,
})
export type FailedImage = typeof FailedImage.Type
