import { type BatchStore, maxNameLength, storableText, storeBatches, syncDomain } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { concertBatches } from "./storeConcerts.ts"
import { AttendingFeeds, AttendingStore, type FeedEntry } from "../ports.ts"

// The raw data stays as received; it is tidied when it is read.
const normalizeEntry = (entry: FeedEntry): FeedEntry => ({
  ...entry,
  sourceRef: storableText(entry.sourceRef, maxNameLength),
})

/**
 * Stores new and changed entries of calendars and mailboxes as pending source rows, and concerts as events: the owner
 * has said at their service that they were there.
 */
export const syncAttending = Effect.gen(function* () {
  const store = yield* AttendingStore
  const batches: BatchStore<FeedEntry> = {
    cursor: store.cursor,
    store: (entries, cursor) => store.storeEntries(entries.map(normalizeEntry), cursor),
  }
  return yield* syncDomain("attending", yield* AttendingFeeds, (feed, report) =>
    "concerts" in feed
      ? storeBatches(concertBatches(store, feed.name), feed, feed.concerts, report)
      : storeBatches(batches, feed, feed.entries, report),
  )
})
