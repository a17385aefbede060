import { begunWithin, DataVersions, type DomainName, SyncInterval } from "@daybook/kernel"
import { enrichArtists, enrichCatalog, type Enrichment } from "@daybook/listening"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Settings } from "./settings.ts"
import { chores, syncedDomains, syncs, syncToTheEnd } from "./syncs.ts"

const logged = <E, R>(what: string, work: Effect.Effect<unknown, E, R>) =>
  Effect.catchCause(work, (cause) => Effect.logWarning(`${what} failed`, cause))

/**
 * Runs a sync once in each interval, over all servers: a server passes over what another one, or a person, has
 * synced in the meantime. Then it does the domain's chore, also where the sync failed.
 */
const every = Effect.fnUntraced(function* <E, R, E2, R2>(
  domain: DomainName,
  interval: Duration.Duration,
  sync: Effect.Effect<unknown, E, R>,
  chore: Effect.Effect<unknown, E2, R2>,
) {
  const millis = Duration.toMillis(interval)
  const attempt = Effect.gen(function* () {
    // Asked first without taking the domain; the sync asks again when it has it.
    if (yield* begunWithin(domain, millis)) return
    yield* logged(`the scheduled sync of ${domain}`, Effect.provideService(sync, SyncInterval, millis))
    yield* chore
  })
  // Looked at more often than the interval, so that a missed turn is not waited for twice.
  return yield* attempt.pipe(Effect.andThen(Effect.sleep("1 minute")), Effect.forever)
})

/** A domain's chore, unless nothing was stored since this server did it last. */
const choreOf = <E, R>(domain: DomainName, work: Effect.Effect<unknown, E, R>) =>
  Effect.map(DataVersions, (versions) => {
    let doneAt = -1
    const whereChanged = Effect.gen(function* () {
      const version = (yield* versions.current).get(domain) ?? 0
      if (version === doneAt) return
      yield* work
      doneAt = version
    })
    return logged(`the chore of ${domain}`, whereChanged)
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

/** The schedule of all domains; it never ends. Domains without a configured source have none but for their chores. */
export const runSchedule = Effect.fnUntraced(function* ({ itunes }: Pick<Settings, "itunes">) {
  const scheduled = syncedDomains.map((domain) =>
    Effect.gen(function* () {
      const { configured } = yield* syncs[domain].sources
      const { every: interval } = syncs[domain]
      const work = chores[domain]
      if (configured.length === 0 && work === undefined) return
      const chore = work === undefined ? Effect.void : yield* choreOf(domain, work)
      if (configured.length > 0) return yield* every(domain, interval, syncToTheEnd(domain), chore)
      return yield* Effect.forever(Effect.andThen(chore, Effect.sleep(interval)))
    }),
  )
  yield* Effect.all([...scheduled, ...(itunes === undefined ? [] : [enrichDaily])], {
    concurrency: "unbounded",
    discard: true,
  })
  return yield* Effect.never
})
