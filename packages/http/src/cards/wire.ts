import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { oneOf } from "../wire/query.ts"
import { themes } from "./svg.ts"

const contentType = "image/svg+xml"

/** A card as an answer of an endpoint. */
export const Card = Schema.String.pipe(HttpApiSchema.asText({ contentType }))

/** The query of every card. */
export const cardQuery = {
  theme: Schema.optionalKey(oneOf(themes, "The colours; auto, the default, follows whoever looks")),
}

/**
 * A card as it is sent. Proxies of pictures, such as GitHub's, ask again each time: `no-cache` has them do so, and the answer is
 * 304 where nothing has changed. Opened by itself it may run and fetch nothing.
 */
export const cardAnswer = (svg: string) =>
  HttpServerResponse.text(svg, {
    contentType,
    headers: {
      "cache-control": "no-cache, max-age=0",
      vary: "Authorization",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      "x-content-type-options": "nosniff",
      // Pictures are meant for pages of other origins.
      "cross-origin-resource-policy": "cross-origin",
    },
  })
