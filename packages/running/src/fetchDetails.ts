import { SyncRuns, type SourceError } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { detailsOf, noDetails } from "./details.ts"
import { type DetailsSource, RunSources, RunStore } from "./ports.ts"

const quarterHour = Duration.toMillis("15 minutes")
const day = Duration.toMillis("1 day")

/** Details may follow later: of a watch that was not synced, of a run that was private. */
const askAgainAfter = Duration.toMillis("30 days")

/** The details of a run; a note if the service has none, or sends them in a form that no one can read. */
const askFor = Effect.fnUntraced(function* (source: DetailsSource, ref: string) {
  const told = yield* Effect.catch(source.of(ref), (error: SourceError) =>
    error.failure === "malformed answer"
      ? Effect.as(Effect.logWarning("the details of a run cannot be read", error), Option.none())
      : Effect.fail(error),
  )
  const now = yield* Clock.currentTimeMillis
  return Option.match(told, {
    onNone: () => noDetails(ref, now),
    onSome: (details) => detailsOf(ref, now, details),
  })
})

/** Requests as many runs of a source as its limits allow. Each is stored at once, so a kill costs one call. */
const fetchFrom = Effect.fnUntraced(function* (name: string, source: DetailsSource) {
  const store = yield* RunStore
  const now = yield* Clock.currentTimeMillis
  const left = Math.min(
    source.inQuarterHour - (yield* store.detailsAskedSince(name, now - quarterHour)),
    source.inDay - (yield* store.detailsAskedSince(name, now - day)),
  )
  if (left <= 0) return
  const due = yield* store.dueDetails(name, { again: now - askAgainAfter, limit: left })
  for (const ref of due) {
    const details = [yield* askFor(source, ref)]
    yield* store.storeRuns(name, { runs: [], gone: [], details })
  }
})

/**
 * Fetches the details of stored runs from every source that has them, the newest runs first, within the source's
 * limits. The store reports what is still unknown, so it carries on wherever it was ended. One call runs at a time over
 * all servers.
 */
export const fetchDetails = Effect.gen(function* () {
  yield* (yield* SyncRuns).take("details of runs")
  const { configured } = yield* RunSources
  for (const { details, name } of configured) {
    if (details === undefined) continue
    yield* Effect.catch(fetchFrom(name, details), (error) =>
      Effect.logWarning(`${name}: the details of further runs wait`, error),
    )
  }
}).pipe(Effect.scoped, Effect.withSpan("Running.fetchDetails"))
