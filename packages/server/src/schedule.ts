import { type SyncDomain, SyncRuns } from "@daybook/kernel"
import {
  type CatalogStore,
  enrichArtists,
  enrichCatalog,
  type Enrichment,
  type ListeningStore,
  type MusicCatalog,
  ScrobbleSources,
  syncScrobbles,
} from "@daybook/listening"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Settings } from "./settings.ts"

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

/** Goes on while the catalog answers and something is left to try. */
const toTheEnd = <E, R>(pass: string, enrichment: Effect.Effect<Enrichment, E, R>) =>
  enrichment.pipe(
    Effect.tap(({ results }) =>
      Effect.logInfo(`${pass}: tried ${results.total}, found ${results.succeeded}`),
    ),
    Effect.repeat({ while: ({ results }) => results.succeeded + results.skipped > 0 }),
  )

/**
 * Enriches once a day, and the first time when a sync has had its time. Every server does: what one has tried is not
 * left for another, and no two try at once.
 */
const enrichDaily = toTheEnd("tracks in the music catalog", enrichCatalog).pipe(
  Effect.andThen(toTheEnd("artists in the music catalog", enrichArtists)),
  Effect.catchCause((cause) => Effect.logWarning("the scheduled enrichment failed", cause)),
  Effect.andThen(Effect.sleep("1 day")),
  Effect.forever,
  Effect.delay("10 minutes"),
)

type Scheduled = SyncRuns | ScrobbleSources | ListeningStore | CatalogStore | MusicCatalog

/** The schedule of all domains; it never ends. Domains without a configured source have none. */
export const runSchedule = Effect.fnUntraced(function* ({
  itunes,
}: Pick<Settings, "itunes">): Effect.fn.Return<never, never, Scheduled> {
  const { configured } = yield* ScrobbleSources
  const schedules = [
    ...(configured.length > 0 ? [every("listening", Duration.minutes(15), syncScrobbles)] : []),
    ...(itunes === undefined ? [] : [enrichDaily]),
  ]
  yield* Effect.all(schedules, { concurrency: "unbounded" })
  return yield* Effect.never
})
