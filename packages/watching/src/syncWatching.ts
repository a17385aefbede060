import { type BatchStore, storeBatches, syncDomain, syncTimeLeft } from "@daybook/kernel"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { describeTitles } from "./describeTitles.ts"
import { happened } from "./happened.ts"
import { tidyRecord, type WatchingRecord } from "./model.ts"
import { WatchingStore, WatchSources } from "./ports.ts"

/** How watches are stored, from wherever they come: what syncs and imports stand on. */
export const watchingBatches = Effect.map(WatchingStore, (store): BatchStore<WatchingRecord> => ({
  happened,
  cursor: store.cursor,
  store: (records, cursor) => store.store(records.map(tidyRecord), cursor),
}))

// Few titles are new in most syncs; after a first one most are left to the background.
const longestDescribing = Duration.seconds(10)

/**
 * Brings in what was watched since the last sync, from every configured source. Names, posters and totals of what is
 * new are looked up for some seconds; trouble with that is no trouble of the sync.
 */
export const syncWatching = Effect.gen(function* () {
  const store = yield* watchingBatches
  const outcome = yield* syncDomain("watching", yield* WatchSources, (source, report) =>
    storeBatches(store, source.name, source.records, report, source.readAgain),
  )
  yield* Effect.timeoutOption(describeTitles, Duration.min(longestDescribing, yield* syncTimeLeft))
  return outcome
})
