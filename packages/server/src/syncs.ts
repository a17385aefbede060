import { AttendingFeeds, syncAttending } from "@daybook/attending"
import { collections, syncCollecting } from "@daybook/collecting"
import {
  type NotConfigured,
  type Sources,
  type SyncFailed,
  SyncInterval,
  type SyncOutcome,
} from "@daybook/kernel"
import { ScrobbleSources, syncScrobbles } from "@daybook/listening"
import { CheckInSources, syncPlaces } from "@daybook/places"
import { ReadingSources, syncReading, fillExcerptsAndVectors } from "@daybook/reading"
import { RunSources, syncRuns } from "@daybook/running"
import { syncWatching, WatchSources } from "@daybook/watching"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"

/** What each domain's sync is, where its sources are, and how often it runs by itself; a later domain adds a line. */
const byDomain = {
  listening: { sync: syncScrobbles, sources: ScrobbleSources, every: Duration.minutes(15) },
  reading: { sync: syncReading, sources: ReadingSources, every: Duration.minutes(30) },
  watching: { sync: syncWatching, sources: WatchSources, every: Duration.minutes(60) },
  running: { sync: syncRuns, sources: RunSources, every: Duration.minutes(60) },
  collecting: { sync: syncCollecting, sources: collections, every: Duration.days(1) },
  attending: { sync: syncAttending, sources: AttendingFeeds, every: Duration.days(1) },
  places: { sync: syncPlaces, sources: CheckInSources, every: Duration.minutes(60) },
} as const

type SomeDomain = (typeof byDomain)[keyof typeof byDomain]

/** The same for every domain, so that a domain may be chosen as the program runs. */
interface DomainSync {
  readonly sync: Effect.Effect<SyncOutcome, NotConfigured | SyncFailed, Effect.Services<SomeDomain["sync"]>>
  readonly sources: Effect.Effect<Sources<unknown>, never, Effect.Services<SomeDomain["sources"]>>
  readonly every: Duration.Duration
}

export const syncs: Readonly<Record<keyof typeof byDomain, DomainSync>> = byDomain

/** The domains that can be synced. */
export const syncedDomains = Struct.keys(syncs)

// A domain that leaves something each time must not keep its turn for ever: the next one carries on.
const mostCalls = 1_000

/** Syncs a domain again while something is left for another call. Gives how many items all calls together brought. */
export const syncToTheEnd = Effect.fnUntraced(function* (domain: keyof typeof byDomain) {
  const { sync } = syncs[domain]
  let { itemsSynced, remaining } = yield* sync
  for (let calls = 1; remaining > 0 && calls < mostCalls; calls++) {
    // The interval is for the first call: this one has just begun a run itself.
    const next = yield* Effect.provideService(sync, SyncInterval, undefined)
    itemsSynced += next.itemsSynced
    remaining = next.remaining
  }
  return itemsSynced
})

/** What the schedule does after a domain's sync, and also where nothing is synced: files may have been imported. */
export const chores: Partial<Record<keyof typeof byDomain, typeof fillExcerptsAndVectors>> = {
  reading: fillExcerptsAndVectors,
}
