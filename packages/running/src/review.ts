import {
  addDays,
  bucketsBetween,
  dayBounds,
  type DateRange,
  type LocalDate,
  startOfBucket,
} from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { RunTotals } from "./model.ts"
import { milesOf } from "./pace.ts"
import { RunStore } from "./ports.ts"
import type { DayTotals } from "./stats.ts"
import { type Summary, summaryOf } from "./yearSummary.ts"

/** A month of running. */
export interface RunningMonth extends Summary {
  /** Its first day. */
  readonly start: LocalDate
}

/** A range of running in review. Months without a run are there too if the range has both ends. */
export interface RunningReview extends Summary {
  readonly months: ReadonlyArray<RunningMonth>
  /** The miles from the start of the range to the end of each day that has a run. */
  readonly cumulative: ReadonlyArray<{ readonly day: LocalDate; readonly miles: number }>
}

const none: RunTotals = {
  runs: 0,
  distanceMm: 0,
  climbMm: 0,
  movingSeconds: 0,
  longestMm: 0,
  races: 0,
}

const together = (totals: ReadonlyArray<RunTotals>): RunTotals =>
  totals.reduce(
    (sum, one) => ({
      runs: sum.runs + one.runs,
      distanceMm: sum.distanceMm + one.distanceMm,
      climbMm: sum.climbMm + one.climbMm,
      movingSeconds: sum.movingSeconds + one.movingSeconds,
      longestMm: Math.max(sum.longestMm, one.longestMm),
      races: sum.races + one.races,
    }),
    none,
  )

/** The review of days in order, with the months from `first` to `last`. Miles are rounded once, after summing. */
export const runningReviewOf = (
  days: ReadonlyArray<DayTotals>,
  first: LocalDate,
  last: LocalDate,
): RunningReview => {
  const byMonth = Map.groupBy(days, ({ day }) => startOfBucket(day, "month"))
  let distanceMm = 0
  return {
    ...summaryOf(together(days)),
    months: bucketsBetween(first, last, "month").map((start) => ({
      start,
      ...summaryOf(together(byMonth.get(start) ?? [])),
    })),
    cumulative: days.map((one) => ({ day: one.day, miles: milesOf((distanceMm += one.distanceMm)) })),
  }
}

/** The runs of a range in review. */
export const runningReview = Effect.fn("Running.review")(function* (range: DateRange) {
  const days = yield* (yield* RunStore).stats.days(range)
  const { from, until } = dayBounds(range, yield* DateTime.CurrentTimeZone)
  const lastOf = until === undefined ? undefined : until.at === undefined ? addDays(until.day, -1) : until.day
  const first = from?.day ?? days[0]?.day
  const last = lastOf ?? days.at(-1)?.day
  return first === undefined || last === undefined
    ? { ...summaryOf(none), months: [], cumulative: [] }
    : runningReviewOf(days, first, last)
})
