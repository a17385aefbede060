import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { averagePace, mileMm } from "./pace.ts"
import { RunStore } from "./ports.ts"

/** A year of running. Miles and feet have two decimals, rounded once, after summing. */
export interface YearSummary {
  readonly year: number
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

/** The quotient to two decimals, exact for halves. */
const hundredths = (dividend: number, divisor: number): number => Math.round((dividend * 100) / divisor) / 100

/** The summary of a year, by the runs' local days; none where there is no run. */
export const yearSummary = Effect.fn("Running.yearSummary")(function* (year: number) {
  const store = yield* RunStore
  return Option.map(yield* store.yearTotals(year), (totals): YearSummary => ({
    year,
    runs: totals.runs,
    miles: hundredths(totals.distanceMm, mileMm),
    // A foot is 304.8 mm; both sides are multiplied by ten to stay whole.
    feetClimbed: hundredths(totals.climbMm * 10, 3048),
    seconds: totals.movingSeconds,
    pace: averagePace(totals.movingSeconds, totals.distanceMm),
    longestMiles: hundredths(totals.longestMm, mileMm),
    races: totals.races,
  }))
})
