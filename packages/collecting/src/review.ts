import * as Schema from "effect/Schema"

/** The most names in a list of a review. */
export const topsOfReview = 10

export const Tally = Schema.Struct({ name: Schema.String, count: Schema.Int })
export type Tally = typeof Tally.Type

/**
 * The records and films added in a range. Lists have the highest count first, then names by code points, at most
 * `topsOfReview` of them and none that is unknown.
 */
export const CollectingReview = Schema.Struct({
  records: Schema.Int,
  media: Schema.Int,
  /** The artists of the records. */
  artists: Schema.Array(Tally),
  /** The formats of the records. */
  formats: Schema.Array(Tally),
  /** The formats of the films. */
  mediaFormats: Schema.Array(Tally),
})
export type CollectingReview = typeof CollectingReview.Type
