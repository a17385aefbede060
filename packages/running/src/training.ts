import { today, wholeYears } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { RunStore } from "./ports.ts"
import { runningReview, type RunningReview } from "./review.ts"

/** A year of training. */
export interface TrainingYear extends RunningReview {
  readonly year: number
}

/** A year of training next to the one before. */
export interface Training extends TrainingYear {
  /** Undefined if it has no run. */
  readonly previous: TrainingYear | undefined
  /** The years that have runs, newest first. */
  readonly years: ReadonlyArray<number>
}

const ofYear = Effect.fnUntraced(function* (year: number) {
  return { year, ...(yield* runningReview(yield* wholeYears(year))) } satisfies TrainingYear
})

/**
 * A year's runs added up, next to those of the year before. Without `asked` it is the newest year that has a run, or the
 * current one.
 */
export const training = Effect.fn("Running.training")(function* (asked?: number) {
  const years = (yield* (yield* RunStore).stats.years).map(({ year }) => year)
  const year = asked ?? years[0] ?? Number((yield* today).slice(0, 4))
  const previous = years.includes(year - 1) ? yield* ofYear(year - 1) : undefined
  return { ...(yield* ofYear(year)), previous, years } satisfies Training
})
