import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { appliedChanges } from "./inboxMetrics.ts"
import { ProfileStore } from "./ports.ts"
import { ProfileInbox } from "./profileInbox.ts"

// A batch grows while it is quick and shrinks when it is slow, but never to where its statements cost more than its
// requests.
const leastInBatch = 200
const firstInBatch = 400
const maxInBatch = 4_000
const quickMillis = 20
const slowMillis = 60

// Requests accepted meanwhile are applied together: a batch costs as much as 50 to 100 requests.
const pause = "50 millis"

/** One worker: applies the inbox, batch by batch, for as long as it runs. */
const work = Effect.gen(function* () {
  const store = yield* ProfileStore
  const { filled } = yield* ProfileInbox
  let limit = firstInBatch
  const applyBatch = Effect.gen(function* () {
    filled.closeUnsafe()
    const start = yield* Clock.currentTimeMillis
    const applied = yield* store.apply(limit, start)
    const millis = (yield* Clock.currentTimeMillis) - start
    const full = applied >= limit
    if (applied > 0) yield* Metric.update(appliedChanges, applied)
    if (millis > slowMillis) limit = Math.max(leastInBatch, Math.floor(limit / 2))
    else if (millis < quickMillis && full) limit = Math.min(maxInBatch, limit * 2)
    // Requests that another server accepted, or was applying when it died, are found without a signal.
    if (applied === 0) yield* Effect.timeoutOption(filled.await, "1 second")
    else if (!full) yield* Effect.sleep(pause)
  })
  return yield* applyBatch.pipe(
    Effect.catchDefect((defect) =>
      Effect.andThen(Effect.logError("requests could not be applied", defect), Effect.sleep("1 second")),
    ),
    Effect.forever,
  )
})

/** Workers that apply accepted requests until the scope ends. */
export const workers = (count: number) =>
  Layer.effectDiscard(
    Effect.forEach(Array.from({ length: count }), () => Effect.forkScoped(work), { discard: true }),
  )
