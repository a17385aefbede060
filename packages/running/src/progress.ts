import { type DateRange, type Granularity, type LocalDate, startOfBucket } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { type RunTotals, sumTotals } from "./model.ts"
import { RunStore } from "./ports.ts"

/** The totals of the runs of a bucket, with the distance since the first of them. */
export interface RunProgress extends RunTotals {
  readonly start: LocalDate
  readonly cumulativeMm: number
}

/** The runs of a range by bucket, the first bucket first, without empty ones. */
export const runningProgress = Effect.fn("Running.progress")(function* (range: DateRange, by: Granularity) {
  const { stats } = yield* RunStore
  const points: Array<RunProgress> = []
  for (const { day, ...one } of yield* stats.days(range)) {
    const start = startOfBucket(day, by)
    const last = points.at(-1)
    const cumulativeMm = (last?.cumulativeMm ?? 0) + one.distanceMm
    if (last?.start !== start) points.push({ start, ...one, cumulativeMm })
    else points[points.length - 1] = { start, ...sumTotals([last, one]), cumulativeMm }
  }
  return points
})
