import type { AttendingReview } from "@daybook/attending"
import * as Effect from "effect/Effect"
import { sumOf } from "../../cards/year/card.ts"
import type { OwnYear } from "../../cards/year/part.ts"

/** Attending's part of a year's story: its total, and the items seen most. */
export const attendingYearPart = ({ audience: { texts }, review }: OwnYear<AttendingReview>) =>
  Effect.succeed({
    sums: sumOf(texts, "attending", review.events, texts.attending.nights),
    items: [],
    cards: [],
  })
