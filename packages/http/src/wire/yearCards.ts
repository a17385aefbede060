/** The names of cards, as paths have them: in the order of the story. */
export const cardNames = [
  "cover",
  "plays",
  "artist",
  "records",
  "films",
  "running",
  "places",
  "fullest-day",
  "books",
  "almanac",
] as const
export type CardName = (typeof cardNames)[number]

/** The sizes that a card is drawn in: for a phone's story, and for the preview of a link. */
export const cardSizeNames = ["story", "wide"] as const
export type CardSize = (typeof cardSizeNames)[number]

/** The pixels of each size. */
export const cardSizes: Readonly<Record<CardSize, { readonly width: number; readonly height: number }>> = {
  story: { width: 1080, height: 1920 },
  wide: { width: 1200, height: 630 },
}
