import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { pageSize } from "../wire/query.ts"

/** The media types of feeds. */
export const types = {
  atom: "application/atom+xml; charset=utf-8",
  json: "application/feed+json; charset=utf-8",
  calendar: "text/calendar; charset=utf-8",
}

const document = (contentType: string) => Schema.String.pipe(HttpApiSchema.asText({ contentType }))

/** Feeds and calendars as responses of endpoints. */
export const AtomFeed = document(types.atom)
export const JsonFeed = document(types.json)
export const Calendar = document(types.calendar)

/** The query of every feed. */
export const feedQuery = { limit: Schema.optionalKey(pageSize(100)) }
