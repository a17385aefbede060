import {
  begunWithin,
  DataVersions,
  type Domain,
  type DomainName,
  type DomainSync,
  type ScheduledWork,
  SyncInterval,
  type SyncRuns,
} from "@daybook/kernel"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { syncUntilDone } from "./syncs.ts"

const logged = <E, R>(what: string, work: Effect.Effect<unknown, E, R>) =>
  Effect.catchCause(work, (cause) => Effect.logWarning(`${what} failed`, cause))

/**
 * Runs a sync once in each interval, over all servers: a server skips a turn where another server, or the owner, has
 * started a sync within the interval. Then it does the work that follows, even if the sync failed.
 */
const syncRegularly = Effect.fnUntraced(function* <R>(
  name: DomainName,
  sync: DomainSync<R>,
  afterwards: Effect.Effect<void, never, R>,
) {
  const millis = Duration.toMillis(sync.every)
  const attempt = Effect.gen(function* () {
    // A first check without taking the domain; the sync repeats it once it has the domain.
    if (yield* begunWithin(name, millis)) return
    yield* logged(
      `the scheduled sync of ${name}`,
      Effect.provideService(syncUntilDone(sync), SyncInterval, millis),
    )
    yield* afterwards
  })
  // The check runs more often than the interval, so that a missed turn does not cost a second interval.
  return yield* logged(`the check for the scheduled sync of ${name}`, attempt).pipe(
    Effect.andThen(Effect.sleep("1 minute")),
    Effect.forever,
  )
})

/** The work that follows a domain's changes, unless nothing was stored since this server did it last. */
const whereChanged = <E, R>(name: DomainName, work: Effect.Effect<void, E, R>) =>
  Effect.map(DataVersions, (versions) => {
    let doneAt = -1
    const changed = Effect.gen(function* () {
      const version = (yield* versions.current).get(name) ?? 0
      if (version === doneAt) return
      yield* work
      doneAt = version
    })
    return logged(`the work after syncs of ${name}`, changed)
  })

/** The scheduled syncs of a domain, each with the work that follows. Without a configured source only that work runs. */
const scheduleSync = Effect.fnUntraced(function* <R>(name: DomainName, sync: DomainSync<R>) {
  const { configured } = yield* sync.sources
  if (configured.length === 0 && sync.afterwards === undefined) return
  const afterwards = sync.afterwards === undefined ? Effect.void : yield* whereChanged(name, sync.afterwards)
  if (configured.length > 0) return yield* syncRegularly(name, sync, afterwards)
  return yield* Effect.forever(Effect.andThen(afterwards, Effect.sleep(sync.every)))
})

const repeat = <R>({ every, first, name, run }: ScheduledWork<R>) =>
  logged(name, run).pipe(Effect.andThen(Effect.sleep(every)), Effect.forever, Effect.delay(first))

/** The schedule of these domains; it never ends. */
export const runSchedule = <R>(
  domains: ReadonlyArray<Domain<DomainName, R>>,
): Effect.Effect<never, never, R | SyncRuns | DataVersions> =>
  Effect.forEach(
    domains,
    ({ name, scheduled = [], sync }) =>
      Effect.all([...(sync === undefined ? [] : [scheduleSync(name, sync)]), ...scheduled.map(repeat)], {
        concurrency: "unbounded",
        discard: true,
      }),
    { concurrency: "unbounded", discard: true },
  ).pipe(Effect.andThen(Effect.never))
