import { type EpochMillis, type SourceError, SyncRuns } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

/** The outcome of one call of an enrichment. */
export interface Enrichment {
  /** False if there was something to look up and every lookup failed. */
  readonly success: boolean
  readonly results: {
    /** The number of lookups: the sum of the other three. */
    readonly total: number
    /** Found in the catalog. */
    readonly succeeded: number
    /** Not in the catalog; looked up again after 30 days. */
    readonly skipped: number
    /** Failed upstream; the next call looks them up again. */
    readonly failed: number
  }
}

/** One kind of enrichment: the items left to look up, the lookup of one, and the storing of its result. */
interface Pass<Item, Found> {
  readonly pending: (triedBefore: EpochMillis, limit: number) => Effect.Effect<ReadonlyArray<Item>>
  readonly lookUp: (item: Item) => Effect.Effect<Found | undefined, SourceError>
  readonly keep: (item: Item, triedAt: EpochMillis, found: Found | undefined) => Effect.Effect<void>
}

const itemsPerCall = 100
const timePerCall = Duration.toMillis("50 seconds")
const retryAfter = Duration.toMillis("30 days")

/** Failures that every further call would meet as well. */
const endsTheCall = ({ failure }: SourceError) => failure === "rate limited" || failure === "unauthorized"

/**
 * Looks up at most 100 items within 50 seconds, at the catalog's pace. One call runs at a time over all servers: a
 * second one waits, then continues with the items left.
 */
export const enrich = Effect.fnUntraced(function* <Item, Found>({
  keep,
  lookUp,
  pending,
}: Pass<Item, Found>) {
  const runs = yield* SyncRuns
  yield* runs.take("catalog")
  const started = yield* Clock.currentTimeMillis
  const began = yield* Clock.monotonicTimeNanos
  const items = yield* pending(started - retryAfter, itemsPerCall)
  let succeeded = 0
  let skipped = 0
  let failed = 0
  for (const item of items) {
    const remainingMillis = timePerCall - Number((yield* Clock.monotonicTimeNanos) - began) / 1_000_000
    // An item without a response in time counts as not looked up: it is the first of the next call.
    const lookup = yield* Effect.result(Effect.timeoutOption(lookUp(item), Math.max(0, remainingMillis)))
    if (Result.isFailure(lookup)) {
      failed += 1
      yield* Effect.logWarning("the music catalog failed", lookup.failure)
      if (endsTheCall(lookup.failure)) break
      continue
    }
    if (Option.isNone(lookup.success)) break
    const found = lookup.success.value
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
