import { farthestFromHome } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { type SeenPerformer, type SeenPlayer, SeenVenue, type TeamRecord } from "./lists.ts"
import { EventType } from "./model.ts"

/** The most venues, people and teams in a list of a review. */
export const topsOfReview = 10

/** The attended events of a type. */
export const TypeCount = Schema.Struct({ type: EventType, count: Schema.Int })
export type TypeCount = typeof TypeCount.Type

/** A venue with its events of a range. */
export const ReviewedVenue = Schema.Struct({
  ...SeenVenue.fields,
  /** True if no event was attended there before the range. */
  isNew: Schema.Boolean,
})
export type ReviewedVenue = typeof ReviewedVenue.Type

/** The parts of a review that its store finds, of the attended events of a range. */
export interface ReviewParts {
  /** Most first, then by type in order of code points. */
  readonly byType: ReadonlyArray<TypeCount>
  /** All of them, in the order of `AttendingLists`. */
  readonly venues: ReadonlyArray<ReviewedVenue>
  /** The number of performers. */
  readonly performers: number
  /** The first `topsOfReview` in the order of `AttendingLists`, as are players and teams. */
  readonly topPerformers: ReadonlyArray<SeenPerformer>
  readonly topPlayers: ReadonlyArray<SeenPlayer>
  readonly teams: ReadonlyArray<TeamRecord>
}

/** The attended events of a range in review. Lists have at most `topsOfReview` items. */
export interface AttendingReview extends Omit<ReviewParts, "venues"> {
  readonly events: number
  readonly venues: number
  /** The number of venues visited for the first time. */
  readonly newVenues: number
  /** Some of them, those with the most events first. */
  readonly newPlaces: ReadonlyArray<SeenVenue>
  readonly topVenues: ReadonlyArray<SeenVenue>
  /** The venue farthest from the middle of the city with the most events of the range. */
  readonly furthest: (SeenVenue & { readonly miles: number }) | undefined
}

/** Puts a review together. */
export const reviewOf = ({ venues, ...parts }: ReviewParts): AttendingReview => {
  const added = venues.filter(({ isNew }) => isNew)
  return {
    ...parts,
    events: parts.byType.reduce((sum, { count }) => sum + count, 0),
    venues: venues.length,
    newVenues: added.length,
    newPlaces: added.slice(0, topsOfReview),
    topVenues: venues.slice(0, topsOfReview),
    furthest: farthestFromHome(venues, (venue) => venue),
  }
}
