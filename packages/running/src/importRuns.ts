import { type BatchStore, type Happened, undefinable } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { detailsOf, RunDetails, type ToldDetails } from "./details.ts"
import { happened } from "./happened.ts"
import { Run, tidyRun } from "./model.ts"
import { RunStore } from "./ports.ts"

/** The source of all runs that were imported from files. */
export const fileSource = "file"

/**
 * The largest distance between the starts of two records of one run. Nobody begins two runs within two minutes, and two
 * devices are not started in the same second.
 */
export const sameStartMillis = 120_000

/** A run from a file, with what the file tells beyond it. */
export const RecordedRun = Schema.Struct({ ...Run.fields, details: undefinable(RunDetails) })
export type RecordedRun = typeof RecordedRun.Type

/** A run from a file. The second of its start identifies it in all files. */
export const recordedRun = (run: Omit<Run, "localDay" | "ref">, told: ToldDetails): RecordedRun => {
  const ref = `${new Date(run.startedAt).toISOString().slice(0, 19)}Z`
  return { ...run, ref, localDay: undefined, details: detailsOf(ref, 0, told) }
}

const recorded: Happened<RecordedRun> = { ...happened, schema: RecordedRun }

/** Storage of recorded runs in batches, for imports. */
export const recordedRunBatches = Effect.map(RunStore, (store): BatchStore<RecordedRun> => ({
  happened: recorded,
  cursor: store.cursor,
  store: (runs, cursor) =>
    store.storeRuns(
      fileSource,
      {
        runs: runs.map(tidyRun),
        gone: [],
        details: runs.flatMap(({ details }) => (details === undefined ? [] : [details])),
      },
      cursor,
    ),
}))
