import { asksForRange, type DateRangeInput, everything, resolveDateRange } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

/** The range of a request, by the person's days; everything where it asks for none. */
export const askedRange = Effect.fnUntraced(function* (asked: DateRangeInput) {
  const zone = yield* DateTime.CurrentTimeZone
  return asksForRange(asked) ? yield* Effect.fromResult(resolveDateRange(asked, zone)) : everything
})
