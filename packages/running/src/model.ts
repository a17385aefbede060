import {
  EpochMillis,
  isLocalDate,
  LocalDate,
  maxNameLength,
  normalizerOf,
  storableName,
  storableText,
  optionalField,
  unknownItem,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { outlineOf } from "./track/outline.ts"

// A row rejected by an earlier version has none of these.
const Text = Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("")))
const Whole = Schema.Int.pipe(Schema.withDecodingDefaultKey(Effect.succeed(0)))

/** The averages of a run. */
export const RunAverages = Schema.Struct({
  /** In beats a minute. */
  heartRate: optionalField(Schema.Finite),
  /** In steps a minute: those of both feet. */
  cadence: optionalField(Schema.Finite),
})

const FewKnown = Schema.Struct({
  /** Its title, from the owner or the service. */
  name: Text,
  /** The time from the start to the end, with pauses. */
  elapsedSeconds: Whole,
  ...RunAverages.fields,
  /** The source's id of the shoes. */
  gearRef: Text,
  city: Text,
  /** The other sport, such as `ride`; "" for a run. */
  sport: Text,
  /** The line that was run, for overviews: an encoded polyline of five decimals. */
  polyline: Text,
})

/** The fields of a run with few known details. */
export const unknownOfRun = unknownItem(FewKnown)

/**
 * One run, on a road, a trail or a treadmill, or an activity of another sport, which counts as no run. Lengths are whole
 * millimetres, so that totals are exact in every store and in every order. Unknown texts are "", unknown times 0.
 */
export const Run = Schema.Struct({
  /** The source's id of the run, unique there and stable. */
  ref: Schema.String,
  startedAt: EpochMillis,
  /** The day of the start at the place of the start. If it is undefined, the owner's day counts. */
  localDay: optionalField(LocalDate),
  distanceMm: Schema.Int,
  /** The sum of all rises. */
  climbMm: Schema.Int,
  /** The time without pauses. */
  movingSeconds: Schema.Int,
  /** The provider's own flag. The name is never used for it. */
  isRace: Schema.Boolean,
  ...FewKnown.fields,
})
export type Run = typeof Run.Type

// The largest 32-bit integer: 2,147 km, or 68 years.
const most = 2_147_483_647

/** A whole number of 32 bits that is not negative. */
export const whole = (value: number): number =>
  Number.isNaN(value) ? 0 : Math.min(most, Math.max(0, Math.round(value)))

/** How a run's texts and numbers are stored. */
export const kinds = { text: storableName, int: whole }

/** An average to one decimal; undefined if no heart or foot can reach it. */
export const normalizeRate = (value: number): number | undefined =>
  value > 0 && value < 1_000 ? Math.round(value * 10) / 10 : undefined

// The line of a marathon that a receiver recorded each second, with some reserve.
const maxPolylineLength = 100_000

/** A run in a form that every store can keep: whole numbers of 32 bits that are not negative, and bounded texts. */
export const normalizeRun = normalizerOf(
  Run,
  {
    ref: (ref) => storableText(ref, maxNameLength),
    localDay: (day) => (isLocalDate(day) ? day : undefined),
    heartRate: normalizeRate,
    // Turns of a crank or strokes are not steps.
    cadence: (rate, { sport }) => (sport === "" ? normalizeRate(rate) : undefined),
    // A line that cannot be drawn is dropped.
    polyline: (line) => (line.length <= maxPolylineLength && outlineOf(line) !== "" ? line : ""),
  },
  kinds,
)

/** The totals of at least one run. */
export const RunTotals = Schema.Struct({
  runs: Schema.Int,
  distanceMm: Schema.Int,
  climbMm: Schema.Int,
  movingSeconds: Schema.Int,
  longestMm: Schema.Int,
  races: Schema.Int,
})
export type RunTotals = typeof RunTotals.Type

export const noRuns = unknownItem(RunTotals)

/** The totals of some totals. */
export const sumTotals = (all: ReadonlyArray<RunTotals>): RunTotals => {
  const sum: { -readonly [Field in keyof RunTotals]: number } = { ...noRuns }
  for (const one of all)
    for (const field of Struct.keys(RunTotals.fields))
      sum[field] = field === "longestMm" ? Math.max(sum[field], one[field]) : sum[field] + one[field]
  return sum
}

/** The totals of at least one activity of another sport. */
export const SportTotals = Schema.Struct({
  sport: Schema.String,
  activities: Schema.Int,
  ...Struct.pick(RunTotals.fields, ["distanceMm", "climbMm", "movingSeconds", "longestMm"]),
})
export type SportTotals = typeof SportTotals.Type
