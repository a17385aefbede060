import type { CollectingReview } from "@daybook/collecting"
import * as Effect from "effect/Effect"
import { sumOf } from "../../cards/year/card.ts"
import type { OwnYear } from "../../cards/year/part.ts"

/** Collecting's part of a year's story: its total. */
export const collectingYearPart = ({ audience: { texts }, review: { records } }: OwnYear<CollectingReview>) =>
  Effect.succeed({
    sums: sumOf(texts, "collecting", records, texts.collecting.records),
    items: [],
    cards: [],
  })
