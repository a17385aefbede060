import { addressOf } from "../../data/address.ts"
import type { Answer } from "../../data/responses.ts"
import { units } from "../../format.ts"

/** The cards of a year's story, as the API names them. */
export type Story = Answer<"cards", "story">
export type StoryCard = Story["cards"][number]
export type CardSize = "story" | "wide"

/** The path of the API with the story of a year. */
export const storyPath = (year: string): string =>
  `/v1/years/${encodeURIComponent(year)}/story?units=${units}`

/** The address of a card's image. */
export const cardAddress = (year: string, card: string, size: CardSize, format: "svg" | "png"): string =>
  addressOf(`/v1/cards/year/${encodeURIComponent(year)}/${card}.${format}?size=${size}&units=${units}`)
