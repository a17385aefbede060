import { type BatchStore, longestName, storableText, storeBatches, syncDomain } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { AttendingFeeds, AttendingStore, type FeedEntry } from "../ports.ts"

// The raw data of an entry stays as it came: what is read of it is tidied then.
const tidyEntry = (entry: FeedEntry): FeedEntry => ({
  ...entry,
  sourceRef: storableText(entry.sourceRef, longestName),
})

/** Brings in what calendars and mails have had since the last sync, as rows that wait to be promoted. */
export const syncAttending = Effect.gen(function* () {
  const store = yield* AttendingStore
  const batches: BatchStore<FeedEntry> = {
    cursor: store.cursor,
    store: (entries, cursor) => store.storeEntries(entries.map(tidyEntry), cursor),
  }
  return yield* syncDomain("attending", yield* AttendingFeeds, (feed, report) =>
    storeBatches(batches, feed.name, feed.entries, report, feed.readAgain),
  )
})
