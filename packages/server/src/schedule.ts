import { begunWithin, type SyncDomain, SyncInterval } from "@daybook/kernel"
import { enrichArtists, enrichCatalog, type Enrichment } from "@daybook/listening"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Settings } from "./settings.ts"
import { syncedDomains, syncs, syncToTheEnd } from "./syncs.ts"

/**
 * Runs a sync once in each interval, over all servers: a server passes over what another one, or a person, has
 * synced in the meantime.
 */
const every = Effect.fnUntraced(function* <E, R>(
  domain: SyncDomain,
  interval: Duration.Duration,
  sync: Effect.Effect<unknown, E, R>,
) {
  const millis = Duration.toMillis(interval)
  const attempt = Effect.gen(function* () {
    // Asked first without taking the domain; the sync asks again when it has it.
    if (yield* begunWithin(domain, millis)) return
    yield* Effect.provideService(sync, SyncInterval, millis)
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

/** The schedule of all domains; it never ends. Domains without a configured source have none. */
export const runSchedule = Effect.fnUntraced(function* ({ itunes }: Pick<Settings, "itunes">) {
  const scheduled = syncedDomains.map((domain) =>
    Effect.gen(function* () {
      const { configured } = yield* syncs[domain].sources
      if (configured.length === 0) return
      return yield* every(domain, syncs[domain].every, syncToTheEnd(domain))
    }),
  )
  yield* Effect.all([...scheduled, ...(itunes === undefined ? [] : [enrichDaily])], {
    concurrency: "unbounded",
    discard: true,
  })
  return yield* Effect.never
})
