import * as Schema from "effect/Schema"
import { Instant } from "../replies.ts"

/** A check-in in a response. */
export const CheckInItem = Schema.Struct({
  id: Schema.NonEmptyString,
  venue_name: Schema.String,
  category: Schema.String,
  city: Schema.String,
  country: Schema.String,
  lat: Schema.optionalKey(Schema.Finite),
  lng: Schema.optionalKey(Schema.Finite),
  checked_in_at: Instant,
  shout: Schema.String,
  venue_id: Schema.String,
})
