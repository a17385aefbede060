import { type SyncOutcome, SyncInterval } from "@daybook/kernel"
import { ScrobbleSources, syncScrobbles } from "@daybook/listening"
import { CheckInSources, syncPlaces } from "@daybook/places"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"

/** What each domain's sync is, where its sources are, and how often it runs by itself; a later domain adds a line. */
export const syncs = {
  listening: { sync: syncScrobbles, sources: ScrobbleSources, every: Duration.minutes(15) },
  places: { sync: syncPlaces, sources: CheckInSources, every: Duration.minutes(60) },
} as const

/** The domains that can be synced. */
export const syncedDomains = Struct.keys(syncs)

type AnySync = (typeof syncs)[keyof typeof syncs]["sync"]

// A domain that leaves something each time must not keep its turn for ever: the next one carries on.
const mostCalls = 1_000

/** Syncs a domain again while something is left for another call. Gives how many items all calls together brought. */
export const syncToTheEnd = Effect.fnUntraced(function* (domain: keyof typeof syncs) {
  const sync: Effect.Effect<SyncOutcome, Effect.Error<AnySync>, Effect.Services<AnySync>> = syncs[domain].sync
  let { itemsSynced, remaining } = yield* sync
  for (let calls = 1; remaining > 0 && calls < mostCalls; calls++) {
    // The interval is for the first call: this one has just begun a run itself.
    const next = yield* Effect.provideService(sync, SyncInterval, undefined)
    itemsSynced += next.itemsSynced
    remaining = next.remaining
  }
  return itemsSynced
})
