import { type DateRange, EpochMillis, LocalDate } from "@daybook/kernel"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { RunTotals } from "./model.ts"

/** The totals of all runs, and when the first and the last began. */
export const LifeTotals = Schema.Struct({
  ...RunTotals.fields,
  firstStartedAt: EpochMillis,
  lastStartedAt: EpochMillis,
})
export type LifeTotals = typeof LifeTotals.Type

/** The totals of a year. */
export const YearTotals = Schema.Struct({ ...RunTotals.fields, year: Schema.Int })
export type YearTotals = typeof YearTotals.Type

/** The totals of a day. */
export const DayTotals = Schema.Struct({ ...RunTotals.fields, day: LocalDate })
export type DayTotals = typeof DayTotals.Type

/** The totals of runs as the store returns them. */
export interface RunningStats {
  /** None if there is no run. */
  readonly life: Effect.Effect<Option.Option<LifeTotals>>
  /** The years that have runs, newest first. */
  readonly years: Effect.Effect<ReadonlyArray<YearTotals>>
  /** The days of a range that have runs, in order. */
  readonly days: (range: DateRange) => Effect.Effect<ReadonlyArray<DayTotals>>
}
