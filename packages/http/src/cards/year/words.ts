import { type Face, outlined, sizeFor, widthOf, wrapped } from "../type/typeface.ts"
import type { YearCard } from "./card.ts"
import type { CardColours } from "./colours.ts"
import type { Box, Frame } from "./frame.ts"

interface Line {
  readonly text: string
  readonly face: Face
  readonly size: number
  readonly colour: string
  /** From the top of the words to the line that the letters are on. */
  readonly y: number
}

/** The words of a card, set: as high as they are. */
export interface SetWords {
  readonly width: number
  readonly height: number
  readonly at: (x: number, y: number) => string
}

interface Part {
  readonly text: string
  readonly face: Face
  readonly colour: string
  /** The size wanted, and the least one. */
  readonly size: number
  readonly least: number
  readonly most: number
  /** The height of a line, how far down its letters are, and the space above the part, in sizes. */
  readonly leading: number
  readonly standing: number
  readonly above: number
}

const isNumber = (figure: string) => /^[\d.,\s]+$/.test(figure)

const partsOf = (card: YearCard, colours: CardColours, frame: Frame): ReadonlyArray<Part> => [
  {
    text: card.label,
    face: "strong",
    colour: colours.label,
    size: frame.label,
    least: frame.label * 0.7,
    most: 2,
    leading: 1.25,
    standing: 1,
    above: 0,
  },
  {
    text: card.figure,
    face: "display",
    colour: colours.figure,
    // A name is no number: it is set as large as two lines of it fit.
    ...(isNumber(card.figure)
      ? { size: frame.figure, most: 1, leading: 0.82, standing: 0.74 }
      : { size: frame.figure * 0.56, most: 2, leading: 0.98, standing: 0.8 }),
    least: frame.figure * 0.22,
    above: 0.06,
  },
  {
    text: card.headline,
    face: "display",
    colour: colours.ink,
    size: frame.headline,
    least: frame.headline * 0.6,
    most: frame.lines.headline,
    leading: 1.06,
    standing: 0.86,
    above: 0.3,
  },
  {
    text: card.text,
    face: "text",
    colour: colours.ink,
    size: frame.text,
    least: frame.text * 0.75,
    most: frame.lines.text,
    leading: 1.32,
    standing: 1.08,
    above: 0.5,
  },
]

const setIn = (card: YearCard, colours: CardColours, frame: Frame, width: number) => {
  let height = 0
  const lines: Array<Line> = []
  for (const part of partsOf(card, colours, frame)) {
    const { above, colour, face, leading, least, most, standing, text } = part
    if (text === "") continue
    const size = sizeFor(face, text, { largest: part.size, least, width, most })
    height += lines.length === 0 ? 0 : above * size
    for (const line of wrapped(face, text, size, width, most)) {
      lines.push({ text: line, face, size, colour, y: height + size * standing })
      height += size * leading
    }
  }
  return { height, lines }
}

const smaller = (frame: Frame, share: number): Frame => ({
  ...frame,
  label: frame.label * share,
  figure: frame.figure * share,
  headline: frame.headline * share,
  text: frame.text * share,
})

/**
 * The words of a card in a column. Words that are too wide or too high become smaller, down to half their size, then they
 * are truncated.
 */
export const setWords = (card: YearCard, colours: CardColours, frame: Frame, column: Box): SetWords => {
  let share = 1
  let set = setIn(card, colours, frame, column.width)
  while (set.height > column.height && share > 0.5) {
    share *= 0.95
    set = setIn(card, colours, smaller(frame, share), column.width)
  }
  const { height, lines } = set
  return {
    width: Math.max(0, ...lines.map(({ face, size, text }) => widthOf(face, text, size))),
    height,
    at: (x, y) => lines.map((line) => outlined(line.text, { ...line, x, y: y + line.y })).join(""),
  }
}
