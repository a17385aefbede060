import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { EpochMillis } from "../dates/calendar.ts"
import { SourceError, storageUnavailable } from "../errors.ts"
import { makeRejectedRowKeeper } from "./storeRejectedRows.ts"
import { RejectedRows } from "./rejectedRows.ts"
import { storageRoom } from "../storageRoom.ts"
import { storableText } from "../text/storableText.ts"
import { inSyncTime, syncTimeLeft } from "./syncDeadline.ts"
import { countSync } from "./syncMetrics.ts"
import { type DomainName, FailedSource, type SyncEnd, SyncRuns } from "./syncRuns.ts"

/** The sources of one domain: the configured ones, and a text that names the settings that would configure one. */
export interface Sources<Source> {
  readonly configured: ReadonlyArray<Source>
  readonly settings: string
}

/**
 * The outcome of a finished sync. `remaining` is 0 if another call would find nothing more now, and at least 1 if an
 * unknown number of items is left.
 */
export interface SyncOutcome {
  readonly itemsSynced: number
  readonly remaining: number
  readonly finishedAt: EpochMillis
}

/** None of the domain's sources is configured. */
export class NotConfigured extends Schema.TaggedError<NotConfigured>()("NotConfigured", {
  domain: Schema.String,
  message: Schema.String,
}) {}

/** One or more sources failed; the others' items are stored. The message names each and says why. */
export class SyncFailed extends Schema.TaggedError<SyncFailed>()("SyncFailed", {
  domain: Schema.String,
  message: Schema.String,
  failures: Schema.Array(FailedSource),
}) {}

/**
 * Reads one source into the store, reporting the items newly stored or changed as they come. Returns how many
 * items are left for another call: 0 unless the domain bounds what one call does.
 */
export type SyncSource<Source, R> = (
  source: Source,
  report: (items: number) => Effect.Effect<void>,
) => Effect.Effect<number, SourceError, R>

const maxErrorLength = 5_000

const endOf = (
  domain: DomainName,
  exit: Exit.Exit<unknown, SyncFailed>,
  done: Pick<SyncEnd, "itemsSynced" | "setAside">,
): SyncEnd => {
  if (Exit.isSuccess(exit)) return { status: "completed", ...done, error: "", failures: [] }
  if (Cause.hasInterruptsOnly(exit.cause)) return { status: "interrupted", ...done, error: "", failures: [] }
  const failure = exit.cause.reasons.find(Cause.isFailReason)?.error ?? storageUnavailable(exit.cause)
  // The message may contain anything that a source sent.
  const error = storableText(failure?.message ?? "an internal error; see the log", maxErrorLength)
  const failures =
    failure?._tag === "SyncFailed"
      ? failure.failures.map(({ reason, source }) => ({
          source,
          reason: storableText(reason, maxErrorLength),
        }))
      : [{ source: domain, reason: error }]
  return { status: "failed", ...done, error, failures }
}

/** True if a run of the domain began within the last `millis`, or, by a clock set back, within the next. */
export const begunWithin = Effect.fnUntraced(function* (domain: DomainName, millis: number) {
  const runs = yield* SyncRuns
  const now = yield* Clock.currentTimeMillis
  const [latest] = (yield* runs.list({ page: 1, limit: 1 }, domain)).items
  return latest !== undefined && Math.abs(now - latest.startedAt) < millis
})

/**
 * The interval of a scheduled sync, in milliseconds: it runs once in each. It is checked once the domain is
 * taken, so that of servers whose turn comes at the same moment only one syncs. Unset for a sync that the owner
 * starts.
 */
export const SyncInterval = Context.Reference<number | undefined>("daybook/kernel/SyncInterval", {
  defaultValue: () => undefined,
})

const outcome = (itemsSynced: number, remaining: number) =>
  Effect.map(Clock.currentTimeMillis, (finishedAt): SyncOutcome => ({ itemsSynced, remaining, finishedAt }))

/** Milliseconds of a share in which every source has the time to send something. */
const fairShare = 5_000

/**
 * Runs one source in its share of the time left. If it is cut off, something is left for another call, unless it
 * has stored nothing: another call would not either.
 */
const inItsShare = Effect.fnUntraced(function* <Source extends { readonly name: string }, R>(
  source: Source,
  report: (items: number) => Effect.Effect<void>,
  syncSource: SyncSource<Source, R>,
  parts: number,
) {
  let stores = false
  const share = Duration.divideUnsafe(yield* syncTimeLeft, parts)
  const left = yield* inSyncTime(
    syncSource(source, (items) => {
      stores = true
      return report(items)
    }),
    share,
  )
  if (Option.isSome(left)) return left.value
  if (!stores && Duration.toMillis(share) >= fairShare)
    return yield* new SourceError({
      source: source.name,
      failure: "unavailable",
      message: `sent nothing to store within ${Math.round(Duration.toSeconds(share))} s; syncs by schedule and command line wait longer`,
    })
  yield* Effect.logInfo(`${source.name}: the time of this call is over`)
  return 1
})

/**
 * Syncs a domain from each of its configured sources in turn: the shape that all domains share. Only one
 * sync of a domain runs at a time, over all servers; a second one waits, then runs.
 * Within `withSyncDeadline` a source that is not read to its end by then is cut, and counts as one item that is left; if it has
 * stored nothing, it has failed.
 */
export const syncDomain = Effect.fn("Kernel.syncDomain")(function* <
  Source extends { readonly name: string },
  R,
>(
  domain: DomainName,
  sources: Sources<Source>,
  syncSource: SyncSource<Source, R>,
): Effect.fn.Return<SyncOutcome, NotConfigured | SyncFailed, SyncRuns | R> {
  if (sources.configured.length === 0) {
    return yield* new NotConfigured({
      domain,
      message: `No source of ${domain} is configured: set ${sources.settings}`,
    })
  }
  const runs = yield* SyncRuns
  return yield* Effect.scoped(
    Effect.gen(function* () {
      // Somebody else has it for longer than this call may take.
      if (Option.isNone(yield* inSyncTime(runs.take(domain)))) return yield* outcome(0, 1)
      const interval = yield* SyncInterval
      if (interval !== undefined && (yield* begunWithin(domain, interval))) {
        return yield* outcome(0, 0)
      }
      const id = yield* runs.begin(domain)
      const { count, setAside, settle } = yield* makeRejectedRowKeeper(domain)
      let itemsSynced = 0
      // Every stored batch is followed by a report: by now the rows that fit are stored.
      const report = (items: number) => {
        itemsSynced += items
        return settle.pipe(
          Effect.andThen(runs.progress(id, itemsSynced, count())),
          Effect.andThen(Effect.orDie(storageRoom)),
        )
      }
      const all = Effect.gen(function* () {
        yield* Effect.orDie(storageRoom)
        const failures: Array<FailedSource> = []
        let remaining = 0
        for (const [index, source] of sources.configured.entries()) {
          // One that hangs leaves the others their share of the time.
          remaining += yield* inItsShare(source, report, syncSource, sources.configured.length - index).pipe(
            Effect.catch((error) => {
              failures.push({ source: error.source, reason: error.message })
              return Effect.as(Effect.logWarning("a source failed", error), 0)
            }),
          )
        }
        if (failures.length > 0) {
          const message = failures.map(({ reason, source }) => `${source}: ${reason}`).join("; ")
          return yield* new SyncFailed({ domain, message, failures })
        }
        return remaining
      }).pipe(Effect.provideService(RejectedRows, setAside))
      const began = yield* Clock.monotonicTimeNanos
      const remaining = yield* Effect.onExit(all, (exit) => {
        const end = endOf(domain, exit, { itemsSynced, setAside: count() })
        return Effect.andThen(countSync(domain, end, began), runs.end(id, end))
      })
      return yield* outcome(itemsSynced, remaining)
    }),
  )
})
