import { art } from "@daybook/images"
import type { Item } from "../card.ts"
import type { Box } from "../frame.ts"

/** Draws an item into a box. */
export type DrawItem = (item: Item, box: Box) => string

/** A number as short as a drawing needs it. */
export const n = (value: number): string => String(Math.round(value * 10) / 10)

const placeOf = ({ height, width, x, y }: Box) =>
  `x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"`

/** The height of an item's image for a width of 1. */
export const heightOf = ({ kind }: Item): number => (kind === "poster" || kind === "book" ? 1.5 : 1)

/** Draws the images that `imageOf` has as `data:` addresses, by their addresses at the source, and prints all others. */
export const drawerOf =
  (imageOf: (url: string) => string | undefined): DrawItem =>
  ({ imageUrl, kind, maker, title }, box) => {
    const data = imageOf(imageUrl)
    return data === undefined
      ? art(kind, title, maker).replace(/ width="[^"]*" height="[^"]*"/, ` ${placeOf(box)}`)
      : `<image ${placeOf(box)} preserveAspectRatio="xMidYMid slice" href="${data}"/>`
  }

/** A drawing cut to a box with round corners. `id` is unique in the card. */
export const cutToBox = (content: string, box: Box, radius: number, id: string): string =>
  `<clipPath id="${id}"><rect ${placeOf(box)} rx="${n(radius)}"/></clipPath><g clip-path="url(#${id})">${content}</g>`
