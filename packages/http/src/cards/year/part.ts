import type { DomainYear } from "@daybook/journal"
import type { DateRange, Journal } from "@daybook/kernel"
import type * as Effect from "effect/Effect"
import type { Audience, YearPart } from "./card.ts"

/** A domain's year: the data for its part of the story. */
export interface OwnYear<Review> extends Omit<DomainYear, "review"> {
  readonly review: Review
  readonly journal: Journal
  /** The days of the year, as far as they have happened. */
  readonly range: DateRange
  readonly audience: Audience
}

/** Makes a domain's part of a year's story. Without an entry in the year it is not called. */
export type MakeYearPart<Review> = (own: OwnYear<Review>) => Effect.Effect<YearPart>
