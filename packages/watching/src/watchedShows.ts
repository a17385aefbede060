import { type DateRangeInput, type InvalidInput, resolveDateRange } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { WatchedShow } from "./model.ts"
import { WatchingStore } from "./ports.ts"

/** The query for watched shows. Without a range it covers all time. */
export interface WatchedShowsQuery extends DateRangeInput {
  readonly limit: number
}

/** The shows with a watched episode, most episodes first. */
export const watchedShows = Effect.fn("Watching.watchedShows")(function* (
  query: WatchedShowsQuery,
): Effect.fn.Return<ReadonlyArray<WatchedShow>, InvalidInput, WatchingStore | DateTime.CurrentTimeZone> {
  const store = yield* WatchingStore
  const zone = yield* DateTime.CurrentTimeZone
  const range = yield* Effect.fromResult(resolveDateRange(query, zone))
  return yield* store.watchedShows(range, query.limit)
})
