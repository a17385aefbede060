import type { Item } from "../card.ts"
import type { Box } from "../frame.ts"
import type { DrawItem } from "./printed.ts"

/** The items over a whole card, again from the first once all are there. */
export const wall = (
  items: ReadonlyArray<Item>,
  ratio: number,
  { height, width, x, y }: Box,
  draw: DrawItem,
): string => {
  const columns = width > height ? 8 : 4
  const side = width / columns
  const rows = Math.ceil(height / (side * ratio))
  const tiles: Array<string> = []
  for (let at = 0; at < columns * rows; at++) {
    const [row, column] = [Math.floor(at / columns), at % columns]
    // A row starts elsewhere in the list than the one above, so that few items make no stripes.
    const item = items[(at + row * Math.floor(items.length / 3)) % items.length]
    if (item === undefined) break
    const box = { x: x + column * side, y: y + row * side * ratio, width: side, height: side * ratio }
    tiles.push(draw(item, box))
  }
  return tiles.join("")
}

/** Shades a wall with the paper towards the words, below in a story and on the left in a wide card. */
export const shade = (paper: string, { height, width }: Box, from: number, to: number): string => {
  const direction = width > height ? 'x1="1" y1="0" x2="0" y2="0"' : 'x1="0" y1="0" x2="0" y2="1"'
  return (
    `<linearGradient id="shade" ${direction}><stop offset="${from}" stop-color="${paper}" stop-opacity="0"/>` +
    `<stop offset="${to}" stop-color="${paper}" stop-opacity=".92"/><stop offset="1" stop-color="${paper}" stop-opacity=".98"/></linearGradient>` +
    `<rect width="${width}" height="${height}" fill="url(#shade)"/>`
  )
}
