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
import { noRuns, sumTotals } from "./model.ts"
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

/** The review of days in order, with the months from `first` to `last`. Miles are rounded once, after summing. */
export const runningReviewOf = (
  days: ReadonlyArray<DayTotals>,
  first: LocalDate,
  last: LocalDate,
): RunningReview => {
  const byMonth = Map.groupBy(days, ({ day }) => startOfBucket(day, "month"))
  let distanceMm = 0
  return {
    ...summaryOf(sumTotals(days)),
    months: bucketsBetween(first, last, "month").map((start) => ({
      start,
      ...summaryOf(sumTotals(byMonth.get(start) ?? [])),
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
    ? { ...summaryOf(noRuns), months: [], cumulative: [] }
    : runningReviewOf(days, first, last)
})
