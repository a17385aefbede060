import { EpochMillis, LocalDate } from "@daybook/kernel"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { RunTotals } from "./model.ts"

/** The sums over all runs, and when the first and the last began. */
export const LifeTotals = Schema.Struct({
  ...RunTotals.fields,
  firstStartedAt: EpochMillis,
  lastStartedAt: EpochMillis,
})
export type LifeTotals = typeof LifeTotals.Type

/** The sums over a year. */
export const YearTotals = Schema.Struct({ ...RunTotals.fields, year: Schema.Int })
export type YearTotals = typeof YearTotals.Type

/** The way of one day. */
export const DayDistance = Schema.Struct({ day: LocalDate, distanceMm: Schema.Int })
export type DayDistance = typeof DayDistance.Type

/** The sums over runs as the store gives them. */
export interface RunningStats {
  /** None where there is no run. */
  readonly life: Effect.Effect<Option.Option<LifeTotals>>
  /** The years that have runs, newest first. */
  readonly years: Effect.Effect<ReadonlyArray<YearTotals>>
  /** The days that have runs, in order. */
  readonly days: Effect.Effect<ReadonlyArray<DayDistance>>
}
