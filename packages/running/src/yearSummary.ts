import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { RunTotals } from "./model.ts"
import { averagePace, feetOf, milesOf } from "./pace.ts"
import { RunStore } from "./ports.ts"

/** Totals of runs in the shown units. Miles and feet have two decimals, rounded once, after summing. */
export interface Summary {
  readonly runs: number
  readonly miles: number
  readonly feetClimbed: number
  /** Moving time. */
  readonly seconds: number
  /** As `M:SS/mi`. */
  readonly pace: string
  readonly longestMiles: number
  readonly races: number
}

/** A year of running. */
export interface YearSummary extends Summary {
  readonly year: number
}

export const summaryOf = (totals: RunTotals): Summary => ({
  runs: totals.runs,
  miles: milesOf(totals.distanceMm),
  feetClimbed: feetOf(totals.climbMm),
  seconds: totals.movingSeconds,
  pace: averagePace(totals.movingSeconds, totals.distanceMm),
  longestMiles: milesOf(totals.longestMm),
  races: totals.races,
})

/** The summary of a year, by the runs' local days; none if there is no run. */
export const yearSummary = Effect.fn("Running.yearSummary")(function* (year: number) {
  const store = yield* RunStore
  return Option.map(yield* store.yearTotals(year), (totals): YearSummary => ({ year, ...summaryOf(totals) }))
})
