import { type BatchStore, storeBatches, syncDomain, syncTimeLeft } from "@daybook/kernel"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { describeTitles } from "./describeTitles.ts"
import { happened } from "./happened.ts"
import type { WatchingRecord } from "./model.ts"
import { WatchingStore, WatchSources } from "./ports.ts"
import { normalizeRecord } from "./normalizeRecord.ts"

/** Storage of watching records in batches, for syncs and imports alike. */
export const watchingBatches = Effect.map(WatchingStore, (store): BatchStore<WatchingRecord> => ({
  happened,
  cursor: store.cursor,
  store: (records, cursor) => store.store(records.map(normalizeRecord), cursor),
}))

// Most syncs bring few new titles. After a first sync most are described in the background.
const describeTimeout = Duration.seconds(10)

/**
 * Stores new watches and ratings from every configured source. Then it looks up names, images and totals of new titles
 * for up to ten seconds; failures there do not fail the sync.
 */
export const syncWatching = Effect.gen(function* () {
  const store = yield* watchingBatches
  const outcome = yield* syncDomain("watching", yield* WatchSources, (source, report) =>
    storeBatches(store, source, source.records, report),
  )
  yield* Effect.timeoutOption(describeTitles, Duration.min(describeTimeout, yield* syncTimeLeft))
  return outcome
})
