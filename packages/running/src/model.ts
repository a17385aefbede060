import {
  EpochMillis,
  isLocalDate,
  LocalDate,
  longestName,
  storableInstant,
  storableText,
} from "@daybook/kernel"
import * as Schema from "effect/Schema"

/**
 * One run: on a road, on a trail or on a treadmill. Lengths are whole millimetres, so that sums of them are exact in
 * every store and in every order.
 */
export const Run = Schema.Struct({
  /** What its source calls it: the same for the same run, and for no other one of that source. */
  ref: Schema.String,
  startedAt: EpochMillis,
  /** The day on which it began where it began. Undefined where the source does not know: the person's day then. */
  localDay: Schema.UndefinedOr(LocalDate),
  distanceMm: Schema.Int,
  /** All its rises together. */
  climbMm: Schema.Int,
  /** Without pauses. */
  movingSeconds: Schema.Int,
  /** The provider's own flag; names do not tell. */
  isRace: Schema.Boolean,
})
export type Run = typeof Run.Type

// What every store can keep in 32 bits: 2,147 km, or 68 years.
const most = 2_147_483_647

const whole = (value: number): number =>
  Number.isNaN(value) ? 0 : Math.min(most, Math.max(0, Math.round(value)))

/** A run that every store can keep; its numbers are whole, not negative, and of 32 bits at the most. */
export const tidyRun = (run: Run): Run => ({
  ref: storableText(run.ref, longestName),
  startedAt: storableInstant(run.startedAt),
  localDay: run.localDay !== undefined && isLocalDate(run.localDay) ? run.localDay : undefined,
  isRace: run.isRace,
  distanceMm: whole(run.distanceMm),
  climbMm: whole(run.climbMm),
  movingSeconds: whole(run.movingSeconds),
})

/** What the runs of a year add up to. There is at least one. */
export const YearTotals = Schema.Struct({
  runs: Schema.Int,
  distanceMm: Schema.Int,
  climbMm: Schema.Int,
  movingSeconds: Schema.Int,
  longestMm: Schema.Int,
  races: Schema.Int,
})
export type YearTotals = typeof YearTotals.Type
