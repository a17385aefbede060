import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { oneOf } from "../wire/query.ts"

/** The colours of a card: a page's own where `theme` is none of them. */
export const themes = ["auto", "light", "dark"] as const
export type Theme = (typeof themes)[number]

export const contentType = "image/svg+xml"

/** A card as an answer of an endpoint. */
export const Card = Schema.String.pipe(HttpApiSchema.asText({ contentType }))

/** The query of every card. */
export const cardQuery = {
  theme: Schema.optionalKey(oneOf(themes, "The colours; auto, the default, follows the viewer's system")),
}
