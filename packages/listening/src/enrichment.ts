import { type EpochMillis, type SourceError, SyncRuns } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

/** What one call of an enrichment did. */
export interface Enrichment {
  /** False where there was something to try and not one try was answered. */
  readonly success: boolean
  readonly results: {
    /** How many were tried: the sum of the others. */
    readonly total: number
    /** Those that the catalog has. */
    readonly succeeded: number
    /** Those that it does not have; they are tried again after more than 30 days. */
    readonly skipped: number
    /** Those that met trouble upstream; the next call tries them again. */
    readonly failed: number
  }
}

/** One pass over what is stored: what is left to try, how one is looked up, and how the answer is kept. */
interface Pass<Item, Found> {
  readonly left: (triedBefore: EpochMillis, limit: number) => Effect.Effect<ReadonlyArray<Item>>
  readonly lookUp: (item: Item) => Effect.Effect<Found | undefined, SourceError>
  readonly keep: (item: Item, triedAt: EpochMillis, found: Found | undefined) => Effect.Effect<void>
}

const mostInOneCall = 100
const longestCall = Duration.toMillis("50 seconds")
const tryAgainAfter = Duration.toMillis("30 days")

/** What every further call would meet as well. */
const stopsTheBatch = ({ failure }: SourceError) => failure === "rate limited" || failure === "unauthorized"

/**
 * Tries at most 100, for 50 seconds, at the catalog's pace. One call runs at a time over all servers: a second one
 * waits, and goes on with what the first one left.
 */
export const enrich = Effect.fnUntraced(function* <Item, Found>({ keep, left, lookUp }: Pass<Item, Found>) {
  const runs = yield* SyncRuns
  yield* runs.take("catalog")
  const started = yield* Clock.currentTimeMillis
  const began = yield* Clock.monotonicTimeNanos
  const items = yield* left(started - tryAgainAfter, mostInOneCall)
  let succeeded = 0
  let skipped = 0
  let failed = 0
  for (const item of items) {
    const leftMillis = longestCall - Number((yield* Clock.monotonicTimeNanos) - began) / 1_000_000
    // What has no answer in time was not tried: it stays the first of the next call.
    const looked = yield* Effect.result(Effect.timeoutOption(lookUp(item), Math.max(0, leftMillis)))
    if (Result.isFailure(looked)) {
      failed += 1
      yield* Effect.logWarning("the music catalog failed", looked.failure)
      if (stopsTheBatch(looked.failure)) break
      continue
    }
    if (Option.isNone(looked.success)) break
    const found = looked.success.value
    yield* keep(item, yield* Clock.currentTimeMillis, found)
    if (found === undefined) skipped += 1
    else succeeded += 1
  }
  const answered = succeeded + skipped
  const enrichment: Enrichment = {
    success: answered > 0 || failed === 0,
    results: { total: answered + failed, succeeded, skipped, failed },
  }
  return enrichment
}, Effect.scoped)
