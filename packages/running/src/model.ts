import {
  type EpochMillis,
  isLocalDate,
  type LocalDate,
  longestName,
  storableInstant,
  storableText,
} from "@daybook/kernel"

/**
 * One run: on a road, on a trail or on a treadmill. Lengths are whole millimetres, so that sums of them are exact in
 * every store and in every order.
 */
export interface Run {
  /** What its source calls it: the same for the same run, and for no other one of that source. */
  readonly ref: string
  readonly startedAt: EpochMillis
  /** The day on which it began where it began. Undefined where the source does not know: the person's day then. */
  readonly localDay: LocalDate | undefined
  readonly distanceMm: number
  /** All its rises together. */
  readonly climbMm: number
  /** Without pauses. */
  readonly movingSeconds: number
  /** The provider's own flag; names do not tell. */
  readonly isRace: boolean
}

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
export interface YearTotals {
  readonly runs: number
  readonly distanceMm: number
  readonly climbMm: number
  readonly movingSeconds: number
  readonly longestMm: number
  readonly races: number
}
