import { type CardSize, cardSizes } from "../../wire/yearCards.ts"

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** How words and image share a card. */
export interface Frame {
  readonly size: CardSize
  readonly whole: Box
  /** The column of the words. */
  readonly words: Box
  /** The sizes of type. */
  readonly label: number
  readonly figure: number
  readonly headline: number
  readonly text: number
  /** The most lines of the headline and of the text. */
  readonly lines: { readonly headline: number; readonly text: number }
  /** The line of the footer, and the size of its type. */
  readonly foot: { readonly y: number; readonly size: number; readonly height: number }
  readonly gap: number
}

// Lengths are hundredths of the shorter side, so that both sizes keep their proportions.
const frameOf = (
  size: CardSize,
  unit: number,
  share: number,
  inset: { readonly top: number; readonly side: number },
) => {
  const { height, width } = cardSizes[size]
  const side = inset.side * unit
  const foot = { y: height - inset.side * unit * 0.92, size: 3.4 * unit, height: 6.5 * unit }
  const top = inset.top * unit
  return {
    size,
    whole: { x: 0, y: 0, width, height },
    words: { x: side, y: top, width: (width - 2 * side) * share, height: foot.y - foot.height - top },
    label: 4.3 * unit,
    figure: 31 * unit,
    headline: 9.4 * unit,
    text: 4.8 * unit,
    foot,
    gap: 5 * unit,
  }
}

/** The frames of both sizes: words above or below the image in a story, and left of it in a wide one. */
export const frames: Readonly<Record<CardSize, Frame>> = {
  story: {
    ...frameOf("story", 10.8, 1, { top: 17, side: 8.1 }),
    lines: { headline: 4, text: 5 },
  },
  wide: {
    ...frameOf("wide", 6.9, 0.54, { top: 7.4, side: 8.1 }),
    lines: { headline: 3, text: 4 },
  },
}
