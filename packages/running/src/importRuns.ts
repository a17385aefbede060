import type { BatchStore } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { happened } from "./happened.ts"
import { type Run, tidyRun } from "./model.ts"
import { RunStore } from "./ports.ts"

/** The source of all runs that were imported from files. */
export const fileSource = "file"

/**
 * How close two runs begin that are one: nobody begins two runs within two minutes, and two devices that recorded the
 * same one were not started at the same second.
 */
export const sameStartMillis = 120_000

/** A run that a file recorded. The second of its start makes it the same run, whichever file it comes from. */
export const recordedRun = (run: Omit<Run, "localDay" | "ref">): Run => ({
  ...run,
  ref: `${new Date(run.startedAt).toISOString().slice(0, 19)}Z`,
  localDay: undefined,
})

/** How recorded runs are stored: what imports stand on. */
export const recordedRunBatches = Effect.map(RunStore, (store): BatchStore<Run> => ({
  happened,
  cursor: store.cursor,
  store: (runs, cursor) => store.storeRuns(fileSource, { runs: runs.map(tidyRun), gone: [] }, cursor),
}))
