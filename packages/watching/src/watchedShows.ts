import { resolveRange, type DateRangeInput, type InvalidInput } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
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
  return yield* store.watchedShows(yield* resolveRange(query), query.limit)
})
