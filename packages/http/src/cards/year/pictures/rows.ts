import { cutTo, outlined, sizeFor, wrapped } from "../../type/typeface.ts"
import type { Row } from "../card.ts"
import type { CardColours } from "../colours.ts"
import type { Box } from "../frame.ts"
import { cutToBox, type DrawItem, heightOf } from "./printed.ts"

/** The heights of rows, the first one largest if they shrink. */
const weightsOf = (count: number, shrinks: boolean) =>
  Array.from({ length: count }, (_, at) => (shrinks ? Math.max(1, 2 - at * 0.42) : 1))

const widthOfItem = ({ item }: Row, height: number) => height / heightOf(item)

const drawRow = (
  { text, title }: Row,
  box: Box,
  side: number,
  { ink }: CardColours,
  tile: string,
): string => {
  const left = box.x + side + box.height * 0.16
  const width = box.x + box.width - left
  const most = text === "" ? 2 : 1
  const size = sizeFor("display", title, {
    largest: box.height * 0.27,
    least: box.height * 0.17,
    width,
    most,
  })
  const lines = wrapped("display", title, size, width, most)
  const small = sizeFor("text", text, {
    largest: box.height * 0.165,
    least: box.height * 0.125,
    width,
    most: 1,
  })
  const below = text === "" ? 0 : box.height * 0.24
  const top = box.y + (box.height - lines.length * size * 1.08 - below) / 2
  return (
    tile +
    lines
      .map((line, at) =>
        outlined(line, { face: "display", x: left, y: top + size * (0.84 + at * 1.08), size, colour: ink }),
      )
      .join("") +
    (text === ""
      ? ""
      : outlined(cutTo("text", text, small, width), {
          face: "text",
          x: left,
          y: top + lines.length * size * 1.08 + box.height * 0.2,
          size: small,
          colour: ink,
        }))
  )
}

/** Items with their titles next to them, as high as the box allows. */
export const rows = (
  shown: ReadonlyArray<Row>,
  shrinks: boolean,
  box: Box,
  colours: CardColours,
  draw: DrawItem,
): string => {
  const weights = weightsOf(shown.length, shrinks)
  const gap = box.height * 0.022
  const sum = weights.reduce((all, one) => all + one, 0)
  const unit = Math.min(
    (box.height - gap * (shown.length - 1)) / sum,
    (box.width * 0.42) / (weights[0] ?? 1),
    box.height * 0.2,
  )
  let y = box.y
  return shown
    .map((row, at) => {
      const height = unit * (weights[at] ?? 1)
      const side = widthOfItem(row, height)
      const place = { x: box.x, y, width: side, height }
      const tile = cutToBox(draw(row.item, place), place, height * 0.03, `rc${at}`)
      y += height + gap
      return drawRow(row, { x: box.x, y: place.y, width: box.width, height }, side, colours, tile)
    })
    .join("")
}
