import { EpochMillis, Position, normalizerOf, storableText, optionalField } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A visit of the owner to a place. Unknown fields are "". */
export const CheckIn = Schema.Struct({
  /** The source's id, unique and stable. */
  id: Schema.String,
  venueName: Schema.String,
  /** The kind of venue, such as `Coffee Shop`. */
  category: Schema.String,
  city: Schema.String,
  country: Schema.String,
  /** Undefined if unknown or hidden: services hide homes. */
  position: optionalField(Position),
  checkedInAt: EpochMillis,
  /** The owner's comment. */
  shout: Schema.String,
  /** The source's id of the venue. A check-in that was set aside by an earlier version has none. */
  venueRef: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed(""))),
})
export type CheckIn = typeof CheckIn.Type

/** The most characters of a comment. */
export const maxShoutLength = 5_000

// An index of a database takes no longer ids next to those of check-ins.
const maxRefLength = 255

const isWithin = (value: number, most: number): boolean => Math.abs(value) <= most

/** A check-in that every store can keep: bounded texts, and no position that is off the globe. */
export const normalizeCheckIn = normalizerOf(CheckIn, {
  shout: (shout) => storableText(shout, maxShoutLength),
  venueRef: (ref) => storableText(ref, maxRefLength),
  position: (at) => (isWithin(at.lat, 90) && isWithin(at.lng, 180) ? at : undefined),
})
