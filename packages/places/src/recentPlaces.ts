import {
  resolveRange,
  type DateRangeInput,
  type InvalidInput,
  type Page,
  type PageRequest,
} from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { CheckIn } from "./model.ts"
import { CheckInStore } from "./ports.ts"

/** The owner's check-ins, newest first: of a range, else of all time; at all venues or at one. */
export const recentPlaces = Effect.fn("Places.recentPlaces")(function* (
  query: DateRangeInput & PageRequest & { readonly venueId?: string | undefined },
): Effect.fn.Return<Page<CheckIn>, InvalidInput, CheckInStore | DateTime.CurrentTimeZone> {
  const store = yield* CheckInStore
  return yield* store.checkIns(yield* resolveRange(query), query, query.venueId)
})
