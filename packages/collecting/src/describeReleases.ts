import { type SourceError, SyncRuns } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { CollectingStore, type RecordCollection, RecordCollections } from "./ports.ts"
import { normalizeDetails } from "./normalizeOwned.ts"

const retryAfter = Duration.toMillis("30 days")

// Syncs and additions wait while a batch is described: a service may take one call a second.
const batchSize = 10

/** True for failures that every further call would meet too. */
const isLasting = ({ failure }: SourceError) => failure !== "malformed answer"

const describeOne = Effect.fnUntraced(function* (collection: RecordCollection, releaseId: number) {
  const store = yield* CollectingStore
  const answer = yield* Effect.result(collection.details(releaseId))
  if (Result.isFailure(answer)) {
    yield* Effect.logWarning(`${collection.name}: no details of release ${releaseId}`, answer.failure)
    if (isLasting(answer.failure)) return yield* answer.failure
  }
  const found = Result.isSuccess(answer) ? Option.getOrUndefined(answer.success) : undefined
  const now = yield* Clock.currentTimeMillis
  yield* store.describeRelease(collection.name, releaseId, now, found && normalizeDetails(found))
})

/** Returns the number of releases requested: 0 when nothing is left. */
const describeBatch = Effect.fnUntraced(function* (collection: RecordCollection) {
  const store = yield* CollectingStore
  const askedBefore = (yield* Clock.currentTimeMillis) - retryAfter
  const due = (limit: number) => store.releasesToDescribe(collection.name, askedBefore, limit)
  // A first look, before syncs have to wait.
  if ((yield* due(1)).length === 0) return 0
  const runs = yield* SyncRuns
  yield* runs.take("collecting")
  const releases = yield* due(batchSize)
  yield* Effect.forEach(releases, (releaseId) => describeOne(collection, releaseId), { discard: true })
  return releases.length
}, Effect.scoped)

/**
 * Requests from each collection of records the details of every owned release, and again after 30 days if it had none. A
 * service that fails is retried by the next call, which finds in the store what is left.
 */
export const describeReleases = Effect.gen(function* () {
  const { configured } = yield* RecordCollections
  for (const collection of configured) {
    yield* describeBatch(collection).pipe(
      Effect.repeat({ while: (asked) => asked > 0 }),
      // It is in the log.
      Effect.ignore,
    )
  }
}).pipe(Effect.withSpan("Collecting.describeReleases"))
