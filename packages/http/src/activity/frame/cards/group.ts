import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Card, cardQuery } from "../../../cards/document.ts"
import { BadRequest, InvalidRequest, KeyRequired, NotFound, Year } from "../../forRoutes.ts"

export class CardsGroup extends HttpApiGroup.make("cards")
  .add(
    HttpApiEndpoint.get("year", "/v1/cards/year/:year.svg", {
      params: { year: Year },
      query: cardQuery,
      success: Card,
      error: BadRequest,
    }).annotateMerge(
      OpenApi.annotations({ summary: "A year in review as an image", description: "480 pixels wide, SVG." }),
    ),
  )
  .add(
    HttpApiEndpoint.get("calendar", "/v1/cards/calendar/:domain.svg", {
      params: {
        domain: Schema.String.annotate({ description: "A domain that has entries, such as reading" }),
      },
      query: { ...cardQuery, year: Schema.optionalKey(Year) },
      success: Card,
      error: [BadRequest, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "A domain's year day by day as an image",
        description: "760 pixels wide, SVG. The current year by default.",
      }),
    ),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Cards" })) {}
