import * as Effect from "effect/Effect"
import type { MediaEvent } from "./mediaEvent.ts"
import { tidyRecord, type WatchingRecord } from "./model.ts"
import { WatchingStore } from "./ports.ts"

const recordOf = (event: MediaEvent): WatchingRecord => {
  if (event.type === "rated") return event
  // A delivery has no name of its own. The same one again has the same moment, or one shortly after.
  const { item } = event
  const what = item.kind === "film" ? item.title : `${item.season} ${item.episode} ${item.show}`
  const ref = `${event.at} ${what}`
  return { ...event, ref, precision: "moment", rating: 0, review: "", imageUrl: "" }
}

/**
 * Stores what a media server told. It asks nobody: names, posters and totals are filled in later. The same event any
 * number of times, in any order with others and with syncs, leaves the same behind. True where it brought news.
 */
export const recordMediaEvent = Effect.fn("Watching.recordMediaEvent")(function* (
  event: MediaEvent,
): Effect.fn.Return<boolean, never, WatchingStore> {
  const store = yield* WatchingStore
  return (yield* store.store([tidyRecord(recordOf(event))])) > 0
})
