import { AttendingFeeds, syncAttending } from "@daybook/attending"
import { collections, syncCollecting } from "@daybook/collecting"
import { type NotConfigured, type Sources, type SyncFailed, type SyncOutcome } from "@daybook/kernel"
import { ScrobbleSources, syncScrobbles } from "@daybook/listening"
import { RunSources, syncRuns } from "@daybook/running"
import { syncWatching, WatchSources } from "@daybook/watching"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"

/** What each domain's sync is, where its sources are, and how often it runs by itself; a later domain adds a line. */
const byDomain = {
  listening: { sync: syncScrobbles, sources: ScrobbleSources, every: Duration.minutes(15) },
  attending: { sync: syncAttending, sources: AttendingFeeds, every: Duration.days(1) },
  collecting: { sync: syncCollecting, sources: collections, every: Duration.days(1) },
  running: { sync: syncRuns, sources: RunSources, every: Duration.minutes(60) },
  watching: { sync: syncWatching, sources: WatchSources, every: Duration.minutes(60) },
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
