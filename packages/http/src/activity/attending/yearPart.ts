import type { AttendingReview } from "@daybook/attending"
import * as Effect from "effect/Effect"
import type { OwnYear } from "../../cards/year/part.ts"
import { texts } from "../../cards/year/texts.ts"

/** Attending's part of a year's story: its total, and the items seen most. */
export const attendingYearPart = ({ review }: OwnYear<AttendingReview>) =>
  Effect.succeed({
    sums:
      review.events === 0
        ? []
        : [{ domain: "attending", count: review.events, noun: texts.attending.nights(review.events) }],
    items: [],
    cards: [],
  })
