import {
  type EpochMillis,
  rejectFuture,
  maxNameLength,
  type SourceCursor,
  storableText,
  syncDomain,
  tryRowsAgain,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { happened } from "./happened.ts"
import { normalizeRun } from "./model.ts"
import { type RunBatch, type RunChanges, RunSources, type RunSource, RunStore } from "./ports.ts"

const nothing: RunChanges = { runs: [], gone: [] }

/** Stores runs of the past and removes the gone ones. */
const storeChanges = Effect.fnUntraced(function* (
  source: string,
  { gone, runs }: RunChanges,
  cursor?: SourceCursor,
) {
  const store = yield* RunStore
  const past = yield* rejectFuture(source, happened, runs)
  const refs = gone.map((ref) => storableText(ref, maxNameLength))
  return yield* store.storeRuns(source, { gone: refs, runs: past.map(normalizeRun) }, cursor)
})

/** The refs of stored runs since the instant that are missing from a batch with all of them. */
const missingFrom = Effect.fnUntraced(function* (source: string, batch: RunBatch, since: EpochMillis) {
  const store = yield* RunStore
  const named = new Set([...batch.runs.map(({ ref }) => ref), ...batch.gone, ...(batch.rejected ?? [])])
  return (yield* store.refsSince(source, since)).filter((ref) => !named.has(ref))
})

/**
 * Fetches a missing run from the source, and stores or removes it. It may have been deleted or moved to an earlier
 * start: only the source knows.
 */
export const recheckRun = Effect.fnUntraced(function* (source: RunSource, ref: string) {
  const changes = yield* source.run(ref).pipe(
    Effect.map(
      Option.match({
        onNone: () => ({ runs: [], gone: [ref] }),
        onSome: (run) => ({ runs: [run], gone: [] }),
      }),
    ),
    // The run exists but cannot be read, so the stored one stays.
    Effect.catch((error) =>
      error.failure === "malformed answer"
        ? Effect.as(Effect.logWarning(`${source.name}: a run stays as it is stored`, error), nothing)
        : Effect.fail(error),
    ),
  )
  return yield* storeChanges(source.name, changes)
})

/**
 * Stores new runs from every configured source, and applies edits and deletions as far back as the source reads again.
 * Removed runs count like changed ones.
 */
export const syncRunning = Effect.gen(function* () {
  const store = yield* RunStore
  return yield* syncDomain("running", yield* RunSources, (source, report) =>
    Effect.gen(function* () {
      const saved = yield* store.cursor(source.name)
      yield* tryRowsAgain(source, happened, (runs) =>
        Effect.flatMap(storeChanges(source.name, { runs, gone: [] }), report),
      )
      yield* Stream.runForEach(source.runs(saved), (batch) =>
        Effect.gen(function* () {
          const missing =
            batch.wholeSince === undefined ? [] : yield* missingFrom(source.name, batch, batch.wholeSince)
          for (const ref of missing) yield* report(yield* recheckRun(source, ref))
          const cursor = { source: source.name, cursor: batch.cursor }
          yield* report(yield* storeChanges(source.name, batch, cursor))
        }),
      )
      return 0
    }),
  )
})
