import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { oneOf } from "../wire/query.ts"

/** The colours of a card: the page's colours if `theme` is not one of these. */
export const themes = ["auto", "light", "dark"] as const
export type Theme = (typeof themes)[number]

export const contentType = "image/svg+xml"

/** A card as the response of an endpoint. */
export const Card = Schema.String.pipe(HttpApiSchema.asText({ contentType }))

/** The query of every card. */
export const cardQuery = {
  theme: Schema.optionalKey(oneOf(themes, "The colours; auto, the default, follows the viewer's system")),
}
