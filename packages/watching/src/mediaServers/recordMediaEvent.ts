import * as Effect from "effect/Effect"
import type { MediaEvent } from "./mediaEvent.ts"
import type { WatchingRecord } from "../model.ts"
import { WatchingStore } from "../ports.ts"
import { normalizeRecord } from "../normalizeRecord.ts"

const recordOf = (event: MediaEvent): WatchingRecord => {
  if (event.type === "rated") return event
  // A delivery has no id. A repeated one has the same moment, or one shortly after.
  const { item } = event
  const what = item.kind === "film" ? item.title : `${item.season} ${item.episode} ${item.show}`
  const ref = `${event.at} ${what}`
  return { ...event, ref, precision: "moment", rating: 0, review: "", imageUrl: "" }
}

/**
 * Stores an event of a media server without any lookup: names, images and totals are filled in later. Repeats, and any
 * order among events and syncs, give the same result. True if the event changed something.
 */
export const recordMediaEvent = Effect.fn("Watching.recordMediaEvent")(function* (
  event: MediaEvent,
): Effect.fn.Return<boolean, never, WatchingStore> {
  const store = yield* WatchingStore
  return (yield* store.store([normalizeRecord(recordOf(event))])) > 0
})
