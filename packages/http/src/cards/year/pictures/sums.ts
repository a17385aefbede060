import { cutTo, outlined, sizeFor } from "../../type/typeface.ts"
import type { Item, Sum } from "../card.ts"
import { type CardColours, domainFill } from "../colours.ts"
import type { Box } from "../frame.ts"
import { cutToBox, type DrawItem, n } from "./printed.ts"

const mostSums = 6
const tilesInStrip = 5

const drawSum = ({ domain, figure, noun }: Sum, box: Box, { ink }: CardColours): string => {
  const size = sizeFor("display", figure, {
    largest: box.height * 0.44,
    least: box.height * 0.2,
    width: box.width,
    most: 1,
  })
  return (
    `<rect x="${n(box.x)}" y="${n(box.y)}" width="${n(box.width)}" height="${n(box.height * 0.035)}" fill="${domainFill(domain)}"/>` +
    outlined(figure, { face: "display", x: box.x, y: box.y + box.height * 0.5, size, colour: ink }) +
    outlined(cutTo("strong", noun, box.height * 0.19, box.width), {
      face: "strong",
      x: box.x,
      y: box.y + box.height * 0.77,
      size: box.height * 0.19,
      colour: ink,
    })
  )
}

/** The totals of a year in two columns, and a strip of items below them. */
export const sums = (
  shown: ReadonlyArray<Sum>,
  items: ReadonlyArray<Item>,
  box: Box,
  colours: CardColours,
  draw: DrawItem,
): string => {
  const gap = box.width * 0.035
  const strip = items.slice(0, tilesInStrip)
  const side = strip.length === 0 ? 0 : (box.width - gap * 0.6 * (tilesInStrip - 1)) / tilesInStrip
  const cells = shown.slice(0, mostSums)
  const lines = Math.ceil(cells.length / 2)
  const height = Math.min((box.height - (side === 0 ? 0 : side + gap)) / lines, box.width * 0.27)
  const width = (box.width - gap) / 2
  const top = box.y + lines * height + gap * 0.5
  return (
    cells
      .map((sum, at) =>
        drawSum(
          sum,
          {
            x: box.x + (at % 2) * (width + gap),
            y: box.y + Math.floor(at / 2) * height,
            width,
            height: height * 0.98,
          },
          colours,
        ),
      )
      .join("") +
    strip
      .map((item, at) => {
        const place = { x: box.x + at * (side + gap * 0.6), y: top, width: side, height: side }
        return cutToBox(draw(item, place), place, side * 0.05, `sc${at}`)
      })
      .join("")
  )
}
