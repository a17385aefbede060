import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as Schema from "effect/Schema"
import { EpochMillis } from "../dates/calendar.ts"
import { StorageUnavailable } from "../errors.ts"
import type { Page, PageRequest } from "../page.ts"

/**
 * The name of a domain in paths, in the record of syncs and on the command line: lower-case letters and hyphens, such
 * as `listening`. Work that takes turns without being a domain's sync has a name of the same form.
 */
export type DomainName = string

/** `interrupted` is a run whose process stopped, or died, before it ended. */
export const SyncStatus = Schema.Literals(["running", "completed", "failed", "interrupted"])
export type SyncStatus = typeof SyncStatus.Type

export const SyncRunId = Schema.Int.pipe(Schema.brand("SyncRunId"))
export type SyncRunId = typeof SyncRunId.Type

/** A source that failed in a sync, and why. */
export const FailedSource = Schema.Struct({ source: Schema.String, reason: Schema.String })
export type FailedSource = typeof FailedSource.Type

/** One sync of one domain, as recorded. `error` is "" unless it failed. */
export const SyncRun = Schema.Struct({
  id: SyncRunId,
  domain: Schema.String,
  status: SyncStatus,
  startedAt: EpochMillis,
  finishedAt: Schema.UndefinedOr(EpochMillis),
  itemsSynced: Schema.Int,
  /** Rows that the run could not read, each counted once. */
  setAside: Schema.Int,
  error: Schema.String,
  /** The sources that failed; a failure of the domain itself has its name. Empty in runs that an earlier version recorded. */
  failures: Schema.Array(FailedSource),
})
export type SyncRun = typeof SyncRun.Type

/** The outcome of a run. */
export interface SyncEnd {
  readonly status: Exclude<SyncStatus, "running">
  readonly itemsSynced: number
  /** Rows that the run could not read, each counted once. */
  readonly setAside: number
  readonly error: string
  /** The sources that failed; a failure of the domain itself has its name. */
  readonly failures: ReadonlyArray<FailedSource>
}

/** The record of syncs, and the rule that each domain has one at a time. */
export class SyncRuns extends Context.Service<
  SyncRuns,
  {
    /**
     * Takes the domain for the current scope, over all servers. While another has it this waits, in order, for at
     * most `domainWait`; an interruption leaves the line. Runs of the domain still recorded as running are then
     * marked as interrupted: their process is gone.
     */
    readonly take: (domain: DomainName) => Effect.Effect<void, never, Scope.Scope>
    /** Records a new run and returns its id. The caller has taken the domain. */
    readonly begin: (domain: DomainName) => Effect.Effect<SyncRunId>
    /** Notes how many items a run has brought so far, and how many rows it has set aside. */
    readonly progress: (id: SyncRunId, itemsSynced: number, setAside: number) => Effect.Effect<void>
    readonly end: (id: SyncRunId, end: SyncEnd) => Effect.Effect<void>
    /** The recorded runs, of one domain if it is set, newest first. A run whose process died is shown as interrupted. */
    readonly list: (page: PageRequest, domain?: DomainName) => Effect.Effect<Page<SyncRun>>
  }
>()("daybook/kernel/SyncRuns") {}

/** The time to wait for a domain that another sync holds, in milliseconds. */
export const domainWait = 90_000

/** A semaphore for each domain, made when the domain is first requested: its turns within one process. */
export const makeTurns = (): ((domain: DomainName) => Semaphore.Semaphore) => {
  const turns = new Map<DomainName, Semaphore.Semaphore>()
  return (domain) => {
    const known = turns.get(domain)
    if (known !== undefined) return known
    const made = Semaphore.makeUnsafe(1)
    turns.set(domain, made)
    return made
  }
}

/** Waits for a domain while `taking` does, and no longer than `domainWait`. Adapters of `SyncRuns` take by it. */
export const waitForDomain = <A, E, R>(domain: DomainName, taking: Effect.Effect<A, E, R>) =>
  Effect.timeoutOrElse(taking, {
    duration: domainWait,
    orElse: () =>
      Effect.die(
        new StorageUnavailable({
          message: `Another ${domain} sync or job is still running after ${domainWait / 1_000} s: try again when it finishes`,
          retryAfter: 60,
        }),
      ),
  })
