import { everything, sortOf } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { type EffortName, effortDistances } from "./track/efforts.ts"
import { type RunItem, type RunSort, runSorts } from "./lists.ts"
import { mileMm } from "./pace.ts"
import { RunStore } from "./ports.ts"

/** Something that a run did best. */
export interface RunRecord {
  readonly id: EffortName | "longest" | "most_climbed" | "fastest_pace"
  readonly distanceMm: number
  /** A best time by the clock, else the moving time. */
  readonly seconds: number
  readonly run: RunItem
}

const wholeRuns: ReadonlyArray<readonly [id: RunRecord["id"], sort: RunSort]> = [
  ["longest", "distance"],
  ["most_climbed", "elevation"],
  ["fastest_pace", "pace"],
]

/**
 * The owner's records: the best times over each distance, and the longest, the most climbed and the fastest of the runs
 * of a mile or more. A record without a run is omitted.
 */
export const records = Effect.gen(function* () {
  const { lists } = yield* RunStore
  const best = (yield* lists.efforts).map(({ effort, run, seconds }): RunRecord => ({
    id: effort,
    distanceMm: effortDistances[effort],
    seconds,
    run,
  }))
  const runs = yield* Effect.forEach(wholeRuns, ([id, sort]) =>
    Effect.map(
      lists.runs(
        { range: everything, ...sortOf(runSorts, { sort }), atLeastMm: mileMm },
        { page: 1, limit: 1 },
      ),
      ({ items: [run] }): ReadonlyArray<RunRecord> =>
        run === undefined ||
        (id === "most_climbed" && run.climbMm === 0) ||
        (id === "fastest_pace" && run.movingSeconds === 0)
          ? []
          : [{ id, distanceMm: run.distanceMm, seconds: run.movingSeconds, run }],
    ),
  )
  return [...best, ...runs.flat()]
}).pipe(Effect.withSpan("Running.records"))
