import { escaped } from "../../wire/xml.ts"
import { outlined } from "../type/typeface.ts"
import { wordsOf, type YearCard } from "./card.ts"
import { type CardColours, coloursOf } from "./colours.ts"
import { type Box, type Frame, frames } from "./frame.ts"
import type { CardSize } from "../../wire/yearCards.ts"
import { map, route } from "./pictures/map.ts"
import { pile } from "./pictures/pile.ts"
import { drawerOf, type DrawItem, n } from "./pictures/printed.ts"
import { ring } from "./pictures/ring.ts"
import { rows } from "./pictures/rows.ts"
import { sums } from "./pictures/sums.ts"
import { shade, wall } from "./pictures/wall.ts"
import { setWords, type SetWords } from "./words.ts"

/** Images over a whole card, with the words on their shade. */
const isBleeding = ({ picture }: YearCard) => picture.kind === "wall"
const isAbove = ({ picture }: YearCard) => picture.kind === "portrait"

/** Where the words begin: at the top, or as high above the footer as they are. */
const topOf = (card: YearCard, { size, words }: Frame, { height }: SetWords): number =>
  size === "wide"
    ? words.y + Math.max(0, (words.height - height) / 2)
    : isBleeding(card) || isAbove(card)
      ? words.y + words.height - height
      : words.y

/** The space next to or below the words. */
const restOf = (card: YearCard, frame: Frame, top: number, { height }: SetWords): Box => {
  const { gap, size, whole, words } = frame
  if (size === "wide") {
    const x = words.x + words.width + gap * 1.4
    if (isAbove(card)) return { x, y: 0, width: whole.width - x, height: whole.height }
    return { x, y: words.x, width: whole.width - x - words.x, height: whole.height - 2 * words.x }
  }
  if (isAbove(card)) return { x: 0, y: 0, width: whole.width, height: top - gap * 1.2 }
  const y = top + height + gap * 1.2
  return { x: words.x, y, width: words.width, height: words.y + words.height - y - gap * 0.6 }
}

const drawPicture = (
  { picture }: YearCard,
  frame: Frame,
  rest: Box,
  colours: CardColours,
  draw: DrawItem,
): string => {
  const { size, whole } = frame
  switch (picture.kind) {
    case "wall":
      return (
        wall(picture.items, picture.ratio, whole, draw) +
        (size === "wide" ? shade(colours.paper, whole, 0.16, 0.42) : shade(colours.paper, whole, 0.18, 0.5))
      )
    case "portrait":
      return draw(picture.item, rest)
    case "ring":
      return ring(picture.days, picture.words, rest, colours)
    case "rows":
      return rows(picture.rows, picture.shrinks, rest, colours, draw)
    case "pile":
      return pile(picture.titles, rest)
    case "sums":
      return sums(picture.sums, picture.items, rest, colours, draw)
    case "map":
      return map(picture.spots, whole, rest, colours)
    case "route":
      return route(picture.from, picture.to, whole, rest, colours)
  }
}

/** Daybook's mark: three discs of ink. */
const mark = (x: number, y: number, size: number): string => {
  const disc = (cx: number, cy: number, fill: string) =>
    `<circle cx="${n(x + cx * size)}" cy="${n(y + cy * size)}" r="${n(size * 0.3)}" fill="${fill}"/>`
  return `${disc(0.32, -0.42, "#f95443")}${disc(0.68, -0.42, "#2f80ed")}${disc(0.5, -0.1, "#ffc13b")}`
}

const footer = (title: string, { foot, size, whole, words }: Frame, { ink }: CardColours): string => {
  const style = { face: "strong", y: foot.y, size: foot.size, colour: ink } as const
  const left = { ...style, x: words.x + foot.size * 1.75 }
  return (
    mark(words.x, foot.y, foot.size * 1.3) +
    (size === "wide"
      ? outlined("daybook", left)
      : outlined(title, left) + outlined("daybook", { ...style, x: whole.width - words.x, anchor: "end" }))
  )
}

/**
 * A card as an SVG document of its size, without fonts, scripts or anything to fetch. `imageOf` returns the images of
 * items as `data:` addresses, by their addresses at the source.
 */
export const drawCard = (
  card: YearCard,
  title: string,
  size: CardSize,
  imageOf: (url: string) => string | undefined,
): string => {
  const draw = drawerOf(imageOf)
  const frame = frames[size]
  const { whole } = frame
  const colours = coloursOf[card.name]
  const words = setWords(card, colours, frame, frame.words)
  const top = topOf(card, frame, words)
  const rest = restOf(card, frame, top, words)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${whole.width}" height="${whole.height}" viewBox="0 0 ${whole.width} ${whole.height}" role="img">` +
    `<title>${escaped(wordsOf(card))}</title><rect width="${whole.width}" height="${whole.height}" fill="${colours.paper}"/>` +
    drawPicture(card, frame, rest, colours, draw) +
    words.at(frame.words.x, top) +
    footer(title, frame, colours) +
    "</svg>"
  )
}
