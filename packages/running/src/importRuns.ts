import type { BatchStore } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { happened } from "./happened.ts"
import { type Run, tidyRun } from "./model.ts"
import { RunStore } from "./ports.ts"

/** The source of all runs that were imported from files. */
export const fileSource = "file"

/**
 * The largest distance between the starts of two records of one run. Nobody begins two runs within two minutes, and two
 * devices are not started in the same second.
 */
export const sameStartMillis = 120_000

/** A run from a file. The second of its start identifies it in all files. */
export const recordedRun = (run: Omit<Run, "localDay" | "ref">): Run => ({
  ...run,
  ref: `${new Date(run.startedAt).toISOString().slice(0, 19)}Z`,
  localDay: undefined,
})

/** Storage of recorded runs in batches, for imports. */
export const recordedRunBatches = Effect.map(RunStore, (store): BatchStore<Run> => ({
  happened,
  cursor: store.cursor,
  store: (runs, cursor) => store.storeRuns(fileSource, { runs: runs.map(tidyRun), gone: [] }, cursor),
}))
