import { type BatchStore, type EventTiming, optionalField } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { detailsOf, RunDetails, type RunDetailsInput } from "./details.ts"
import { happened } from "./happened.ts"
import { Run, normalizeRun } from "./model.ts"
import { RunStore } from "./ports.ts"
import { type FileSource, fileSources } from "./duplicateRuns.ts"

/** A run from a file, with the file's further details. */
export const RecordedRun = Schema.Struct({
  source: Schema.Literals(fileSources),
  ...Run.fields,
  details: optionalField(RunDetails),
})
export type RecordedRun = typeof RecordedRun.Type

/** A run from a recording, known by the second of its start in all files of this kind. */
export const recordedRun = (
  source: FileSource,
  run: Omit<Run, "localDay" | "ref">,
  told: RunDetailsInput,
): RecordedRun => {
  const ref = `${new Date(run.startedAt).toISOString().slice(0, 19)}Z`
  return { source, ...run, ref, localDay: undefined, details: detailsOf(ref, 0, told) }
}

const recorded: EventTiming<RecordedRun> = { ...happened, schema: RecordedRun }

/** Storage of runs from files in batches, for imports. */
export const recordedRunBatches = Effect.map(RunStore, (store): BatchStore<RecordedRun> => ({
  happened: recorded,
  cursor: store.cursor,
  stored: Effect.fnUntraced(function* (items) {
    const stored = new Set<string>()
    for (const [source, some] of Map.groupBy(items, (item) => item.source)) {
      const first = some.reduce((least, { startedAt }) => Math.min(least, startedAt), Infinity)
      for (const ref of yield* store.refsSince(source, first)) stored.add(ref)
    }
    return stored
  }),
  store: Effect.fnUntraced(function* (items, cursor) {
    // A file has one source. An empty batch only stores the cursor.
    const bySource = [...Map.groupBy(items, (item) => item.source)]
    const batches = bySource.length === 0 ? [[fileSources[0], items] as const] : bySource
    let changed = 0
    for (const [at, [source, told]] of batches.entries()) {
      const changes = {
        runs: told.map(normalizeRun),
        gone: [],
        details: told.flatMap(({ details }) => details ?? []),
      }
      changed += yield* store.storeRuns(source, changes, at === batches.length - 1 ? cursor : undefined)
    }
    return changed
  }),
}))
