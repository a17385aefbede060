import { type Counts, noCounts } from "./counts.ts"
import type { HeldLane, ReachedLane } from "./rows.ts"

/** Lanes that are held, the most changes to apply, and the last number that may be applied. */
export interface LanesToApply {
  readonly held: ReadonlyArray<HeldLane>
  readonly limit: number
  readonly settled: number
}

/** The number of applied changes, the last number of each lane, and what they add to the counters. */
export interface AppliedChanges extends Counts {
  readonly taken: number
  readonly reached: ReadonlyArray<ReachedLane>
}

export const nothing: AppliedChanges = { taken: 0, reached: [], ...noCounts }

/** The changes of several statements together. */
export const together = (all: ReadonlyArray<AppliedChanges>): AppliedChanges => ({
  taken: all.reduce((sum, { taken }) => sum + taken, 0),
  reached: all.flatMap(({ reached }) => reached),
  requests: all.flatMap(({ requests }) => requests),
  totals: all.flatMap(({ totals }) => totals),
})
