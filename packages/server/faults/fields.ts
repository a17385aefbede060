import * as Schema from "effect/Schema"
import { type Answer, Broken } from "./request.ts"

/** Reads a response by its schema; a mismatch is a broken promise. */
const reading = <A>(schema: Schema.Decoder<A>) => {
  const decode = Schema.decodeUnknownSync(schema)
  return ({ body, text }: Answer): A => {
    try {
      return decode(body)
    } catch (cause) {
      throw new Broken(`an answer does not fit its schema: ${text.slice(0, 500)}: ${String(cause)}`)
    }
  }
}

const listOf = <A>(one: Schema.Decoder<A>) =>
  reading(
    Schema.Struct({
      data: Schema.Array(one),
      pagination: Schema.Struct({ total: Schema.Int, total_pages: Schema.Int }),
    }),
  )

export const readMadeKey = reading(Schema.Struct({ id: Schema.Int, key: Schema.String }))
export const readRecord = reading(Schema.Struct({ id: Schema.Int }))
export const readKeys = listOf(Schema.Struct({ name: Schema.String }))
export const readFilters = listOf(Schema.Struct({ value: Schema.String }))
export const readSources = listOf(Schema.Struct({ source_ref: Schema.String }))
export const readAlbums = listOf(
  Schema.Struct({ name: Schema.String, detail: Schema.String, playcount: Schema.Int }),
)
export const readShows = reading(
  Schema.Struct({
    data: Schema.Array(Schema.Struct({ title: Schema.String, episodes_watched: Schema.Int })),
  }),
)
export const readStats = reading(Schema.Struct({ total_events: Schema.Int }))
export const readPromoted = reading(Schema.Struct({ status: Schema.Literal("promoted") }))
export const readImported = reading(Schema.Struct({ loaded: Schema.Int }))
export const readSynced = reading(Schema.Struct({ remaining: Schema.Int }))
export const readVinyl = reading(
  Schema.Struct({ status: Schema.String, collection: Schema.Struct({ instance_id: Schema.Int }) }),
)
export const readDelivery = reading(
  Schema.Struct({
    success: Schema.Literal(true),
    message: Schema.String.check(Schema.isPattern(/^(?!Ignored)/)),
  }),
)
export const readAccepted = reading(Schema.Struct({ request_id: Schema.String }))
export const readRequests = reading(
  Schema.Struct({
    data: Schema.Array(Schema.Struct({ request_id: Schema.String })),
    next_cursor: Schema.NullOr(Schema.String),
  }),
)
export const readProfile = reading(
  Schema.Struct({ properties: Schema.Record(Schema.String, Schema.Unknown) }),
)
export const readOutcome = reading(
  Schema.Struct({ status: Schema.String, applied: Schema.Array(Schema.String) }),
)
