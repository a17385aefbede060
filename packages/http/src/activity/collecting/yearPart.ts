import type { CollectingReview } from "@daybook/collecting"
import * as Effect from "effect/Effect"
import type { OwnYear } from "../../cards/year/part.ts"
import { texts } from "../../cards/year/texts.ts"

/** Collecting's part of a year's story: its total. */
export const collectingYearPart = ({ review: { records } }: OwnYear<CollectingReview>) =>
  Effect.succeed({
    sums:
      records === 0
        ? []
        : [{ domain: "collecting", count: records, noun: texts.collecting.records(records) }],
    items: [],
    cards: [],
  })
