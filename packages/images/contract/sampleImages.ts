import { ImageHash, type ImageSize, type ProcessedImage } from "@daybook/images"

/** A generated image in these sizes. `seed` is a hex digit; different seeds make different images. */
export const sampleImage = (
  seed: string,
  sizes: ReadonlyArray<ImageSize> = ["small", "medium", "large"],
): ProcessedImage => ({
  hash: ImageHash.make(seed.repeat(64)),
  width: 1_200,
  height: 900,
  thumbhash: "3OcRJYB4d3h/iIeHeEh3eIhw+j2w",
  dominantColor: `#${seed.repeat(6)}`,
  variants: sizes.map((size) => ({
    size,
    contentType: "image/webp",
    // Every byte value, including some that no text may hold.
    bytes: Uint8Array.from({ length: 300 + size.length }, (_, index) => index + seed.charCodeAt(0)),
  })),
})
