import { type BatchStore, storeBatches, syncDomain } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { AttendingFeeds, AttendingStore, type FeedEntry } from "./ports.ts"

/** Brings in what calendars and mails have had since the last sync, as rows that wait to be promoted. */
export const syncAttending = Effect.gen(function* () {
  const store = yield* AttendingStore
  const batches: BatchStore<FeedEntry> = { cursor: store.cursor, store: store.storeEntries }
  return yield* syncDomain("attending", yield* AttendingFeeds, (feed, report) =>
    storeBatches(batches, feed.name, feed.entries, report, feed.readAgain),
  )
})
