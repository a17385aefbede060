import * as Schema from "effect/Schema"

/** The sizes in which an image is stored. */
export const ImageSize = Schema.Literals(["small", "medium", "large"])
export type ImageSize = typeof ImageSize.Type

/** The longer side of each size in pixels, smallest first. No image is enlarged. */
export const longestSides = { small: 160, medium: 480, large: 1_200 } as const satisfies Record<
  ImageSize,
  number
>
