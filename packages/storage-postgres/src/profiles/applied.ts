import { type Counts, noCounts } from "./counts.ts"

/** Lanes that are held, and the changes in them to apply: at most `limit`, earliest first. */
export interface LanesToApply {
  readonly held: ReadonlyArray<number>
  readonly limit: number
  /** The numbers of the changes: past the first, and up to the second. */
  readonly passed: number
  readonly upTo: number
}

/** The number of applied changes, the number up to which none is left in the lanes, and what they add to the counters. */
export interface AppliedChanges extends Counts {
  readonly taken: number
  readonly reached: number
}

export const nothing: AppliedChanges = { taken: 0, reached: Infinity, ...noCounts }

/** The changes of several statements together. */
export const together = (all: ReadonlyArray<AppliedChanges>): AppliedChanges => ({
  taken: all.reduce((sum, { taken }) => sum + taken, 0),
  reached: Math.min(...all.map(({ reached }) => reached)),
  requests: all.flatMap(({ requests }) => requests),
  totals: all.flatMap(({ totals }) => totals),
})
