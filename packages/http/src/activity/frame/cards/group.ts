import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Card, cardQuery } from "../../../cards/document.ts"
import { cardNames, cardSizeNames } from "../../../wire/yearCards.ts"
import {
  Endpoint,
  keyedGroup,
  NotConfigured,
  NotFound,
  oneOf,
  wireForm,
  WorkFailed,
  Year,
} from "../../forRoutes.ts"

/** The units of distances on cards. */
export const unitsQuery = {
  units: Schema.optionalKey(oneOf(["km", "mi"], "The unit of distances; km, the default, or mi")),
}

const cardOfStory = {
  params: { year: Year, card: oneOf(cardNames, `A card of the story: ${cardNames.join(", ")}`) },
  query: {
    ...unitsQuery,
    size: Schema.optionalKey(
      oneOf(cardSizeNames, "story, the default, has 1080 × 1920 pixels; wide has 1200 × 630"),
    ),
  },
}

export const StoryAnswer = wireForm({
  year: Schema.Int,
  cards: Schema.Array(
    Schema.Struct({
      name: Schema.Literals(cardNames),
      words: Schema.String.annotate({ description: "The card in words" }),
    }),
  ),
})

export const Png = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "image/png" }))

export class CardsGroup extends keyedGroup(
  "cards",
  "Cards",
  Endpoint.get("year", "/v1/cards/year/:year.svg", {
    params: { year: Year },
    query: cardQuery,
    success: Card,
    summary: "A year in review as an image",
    description: "480 pixels wide, SVG.",
  }),
  Endpoint.get("story", "/v1/years/:year/story", {
    params: { year: Year },
    query: unitsQuery,
    success: StoryAnswer,
    summary: "A year as a story",
    description:
      "The cards of the year's story, at most ten, in order. A card with too little to say is omitted; " +
      "a year with fewer than four cards has none.",
  }),
  Endpoint.get("storyCardSvg", "/v1/cards/year/:year/:card.svg", {
    ...cardOfStory,
    success: Card,
    error: NotFound,
    summary: "A card of a year's story as SVG",
    description: "The letters are outlines, and the images are embedded: nothing is fetched.",
  }),
  Endpoint.get("storyCardPng", "/v1/cards/year/:year/:card.png", {
    ...cardOfStory,
    success: Png,
    error: [NotFound, NotConfigured, WorkFailed],
    summary: "A card of a year's story as PNG",
  }),
  Endpoint.get("calendar", "/v1/cards/calendar/:domain.svg", {
    params: {
      domain: Schema.String.annotate({ description: "A domain that has entries, such as reading" }),
    },
    query: { ...cardQuery, year: Schema.optionalKey(Year) },
    success: Card,
    error: NotFound,
    summary: "A domain's year day by day as an image",
    description: "760 pixels wide, SVG. The current year by default.",
  }),
) {}
