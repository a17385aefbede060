import {
  EpochMillis,
  isLocalDate,
  LocalDate,
  longestName,
  storableInstant,
  storableText,
  undefinable,
} from "@daybook/kernel"
import * as Schema from "effect/Schema"

/**
 * One run, on a road, a trail or a treadmill. Lengths are whole millimetres, so that sums are exact in every store and in
 * every order.
 */
export const Run = Schema.Struct({
  /** The source's id of the run, unique there and stable. */
  ref: Schema.String,
  startedAt: EpochMillis,
  /** The day of the start at the place of the start. Where it is undefined, the person's day counts. */
  localDay: undefinable(LocalDate),
  distanceMm: Schema.Int,
  /** The sum of all rises. */
  climbMm: Schema.Int,
  /** The time without pauses. */
  movingSeconds: Schema.Int,
  /** The provider's own flag. The name is never used for it. */
  isRace: Schema.Boolean,
})
export type Run = typeof Run.Type

// The largest 32-bit integer: 2,147 km, or 68 years.
const most = 2_147_483_647

const whole = (value: number): number =>
  Number.isNaN(value) ? 0 : Math.min(most, Math.max(0, Math.round(value)))

/** A run in a form that every store can keep: whole numbers of 32 bits that are not negative. */
export const tidyRun = (run: Run): Run => ({
  ref: storableText(run.ref, longestName),
  startedAt: storableInstant(run.startedAt),
  localDay: run.localDay !== undefined && isLocalDate(run.localDay) ? run.localDay : undefined,
  isRace: run.isRace,
  distanceMm: whole(run.distanceMm),
  climbMm: whole(run.climbMm),
  movingSeconds: whole(run.movingSeconds),
})

/** The sums over a year with at least one run. */
export const YearTotals = Schema.Struct({
  runs: Schema.Int,
  distanceMm: Schema.Int,
  climbMm: Schema.Int,
  movingSeconds: Schema.Int,
  longestMm: Schema.Int,
  races: Schema.Int,
})
export type YearTotals = typeof YearTotals.Type
