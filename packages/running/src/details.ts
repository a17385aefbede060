import { EpochMillis, maxNameLength, optionalField, normalizerOf, storableText } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { BestEffort, bestEffortsOf, byDistance, type Moment } from "./track/efforts.ts"
import { kinds } from "./model.ts"
import { kilometreMm, mileMm } from "./pace.ts"
import { Lap, Split, splitsOf, normalizeLap, normalizeSplit } from "./track/splits.ts"
import { Track, type TrackPoint, trackOf } from "./track/track.ts"

/** A pair of shoes, as the service knows it. */
export const Gear = Schema.Struct({
  /** The source's id, unique there. */
  ref: Schema.String,
  name: Schema.String,
  isRetired: Schema.Boolean,
})
export type Gear = typeof Gear.Type

/** Beyond the run itself: its laps, its splits, its best times and its track. */
export const RunDetails = Schema.Struct({
  ref: Schema.String,
  /** When they were requested from the source; 1970 if the run included them. */
  askedAt: EpochMillis,
  /** False if the source had none. */
  wereFound: Schema.Boolean,
  laps: Schema.Array(Lap),
  mileSplits: Schema.Array(Split),
  kilometreSplits: Schema.Array(Split),
  efforts: Schema.Array(BestEffort),
  track: optionalField(Track),
  gear: optionalField(Gear),
})
export type RunDetails = typeof RunDetails.Type

/** The details of a run as a source reports them: missing ones are derived from the track. */
export interface RunDetailsInput {
  readonly laps?: ReadonlyArray<Lap>
  readonly mileSplits?: ReadonlyArray<Split>
  readonly kilometreSplits?: ReadonlyArray<Split>
  readonly efforts?: ReadonlyArray<BestEffort>
  /** All points that were recorded. */
  readonly points?: ReadonlyArray<TrackPoint>
  readonly gear?: Gear | undefined
}

// An ultramarathon of 100 miles has 161 kilometres.
const maxSplits = 1_000

const momentsOf = (splits: ReadonlyArray<Split>): ReadonlyArray<Moment> => {
  let [seconds, distanceMm] = [0, 0]
  return [
    { seconds, distanceMm },
    ...splits.map((split) => ({
      seconds: (seconds += split.elapsedSeconds),
      distanceMm: (distanceMm += split.distanceMm),
    })),
  ]
}

const normalizeGear = normalizerOf(Gear, {}, kinds)

/**
 * Complete details. The source's splits and best times take precedence, since the owner knows them; missing ones
 * are worked out from the track, and best times without a track from the splits.
 */
export const detailsOf = (ref: string, askedAt: EpochMillis, told: RunDetailsInput): RunDetails => {
  const { efforts = [], gear, kilometreSplits = [], laps = [], mileSplits = [], points = [] } = told
  const splitsBy = (given: ReadonlyArray<Split>, unitMm: number) =>
    (given.length > 0 ? given.map(normalizeSplit) : splitsOf(points, unitMm)).slice(0, maxSplits)
  const kilometres = splitsBy(kilometreSplits, kilometreMm)
  const miles = splitsBy(mileSplits, mileMm)
  const moments = points.length > 1 ? points : momentsOf(kilometres.length > 0 ? kilometres : miles)
  return {
    ref: storableText(ref, maxNameLength),
    askedAt,
    wereFound: true,
    laps: laps.slice(0, maxSplits).map(normalizeLap),
    mileSplits: miles,
    kilometreSplits: kilometres,
    efforts: byDistance([...efforts, ...bestEffortsOf(moments)]),
    track: trackOf(points),
    gear: gear === undefined || gear.ref === "" ? undefined : normalizeGear(gear),
  }
}

/** The note that a source has no details of a run. */
export const noDetails = (ref: string, askedAt: EpochMillis): RunDetails => ({
  ...detailsOf(ref, askedAt, {}),
  wereFound: false,
})
