/** The texts of a year's story. The words on its cards come from the server. */
export const story = {
  title: (year: string) => `The story of ${year}`,
  play: "Play the story",
  asPage: "All as a page",
  close: "Close the story",
  previous: "Previous card",
  next: "Next card",
  at: (card: number, cards: number) => `${card} of ${cards}`,
  save: "Save picture",
  size: "Size",
  tall: "Tall 1080 × 1920",
  wide: "Wide 1200 × 630",
}
