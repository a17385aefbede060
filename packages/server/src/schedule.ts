import { type SyncDomain, SyncRuns } from "@daybook/kernel"
import { type ListeningStore, ScrobbleSources, syncScrobbles } from "@daybook/listening"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/**
 * Runs a sync once in each interval, over all servers: a server passes over what another one, or a person, has
 * synced in the meantime.
 */
const every = Effect.fnUntraced(function* <E, R>(
  domain: SyncDomain,
  interval: Duration.Duration,
  sync: Effect.Effect<unknown, E, R>,
) {
  const runs = yield* SyncRuns
  const due = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const { items } = yield* runs.list({ page: 1, limit: 100 })
    const latest = items.find((run) => run.domain === domain)
    return latest === undefined || latest.startedAt + Duration.toMillis(interval) <= now
  })
  const attempt = Effect.gen(function* () {
    if (yield* due) yield* sync
  }).pipe(Effect.catchCause((cause) => Effect.logWarning(`the scheduled sync of ${domain} failed`, cause)))
  // Looked at more often than the interval, so that a missed turn is not waited for twice.
  return yield* attempt.pipe(Effect.andThen(Effect.sleep("1 minute")), Effect.forever)
})

/** The schedule of all domains; it never ends. Domains without a configured source have none. */
export const runSchedule: Effect.Effect<never, never, SyncRuns | ScrobbleSources | ListeningStore> =
  Effect.gen(function* () {
    const { configured } = yield* ScrobbleSources
    const schedules = configured.length > 0 ? [every("listening", Duration.minutes(15), syncScrobbles)] : []
    yield* Effect.all(schedules, { concurrency: "unbounded" })
    return yield* Effect.never
  })
