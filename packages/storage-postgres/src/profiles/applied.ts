import type { HeldLane, ReachedLane } from "./rows.ts"

/** Lanes that are held, the most changes to apply, and the last number that may be applied. */
export interface LanesToApply {
  readonly held: ReadonlyArray<HeldLane>
  readonly limit: number
  readonly settled: number
}

/** The number of applied changes, and the last number of each lane. */
export interface AppliedChanges {
  readonly taken: number
  readonly reached: ReadonlyArray<ReachedLane>
}

export const nothing: AppliedChanges = { taken: 0, reached: [] }
