import {
  type EffortName,
  type Lap,
  type Split,
  type RunDetailsInput,
  type TrackPoint,
} from "@daybook/running"
import * as Schema from "effect/Schema"
import { stepsOf } from "./activities.ts"
import { optional } from "../optional.ts"

const Amount = optional(Schema.Finite)
const Words = optional(Schema.String)

const SplitFields = {
  distance: Amount,
  elapsed_time: Amount,
  moving_time: Amount,
  average_heartrate: Amount,
}

/**
 * The fields that we read of a single activity, beyond a list's:
 * https://developers.strava.com/docs/reference/#api-models-DetailedActivity
 */
export const DetailedActivity = Schema.Struct({
  manual: optional(Schema.Boolean),
  splits_metric: optional(Schema.Array(Schema.Struct({ ...SplitFields, elevation_difference: Amount }))),
  splits_standard: optional(Schema.Array(Schema.Struct({ ...SplitFields, elevation_difference: Amount }))),
  laps: optional(Schema.Array(Schema.Struct({ ...SplitFields, name: Words, total_elevation_gain: Amount }))),
  best_efforts: optional(Schema.Array(Schema.Struct({ name: Words, elapsed_time: Amount }))),
  gear: optional(Schema.Struct({ id: Words, name: Words, retired: optional(Schema.Boolean) })),
})
export type DetailedActivity = typeof DetailedActivity.Type

const series = <S extends Schema.Top>(value: S) =>
  optional(Schema.Struct({ data: Schema.Array(Schema.NullOr(value)) }))

/** The streams of an activity by their names: https://developers.strava.com/docs/reference/#api-models-StreamSet */
export const Streams = Schema.Struct({
  time: series(Schema.Finite),
  distance: series(Schema.Finite),
  latlng: series(Schema.Array(Schema.Finite)),
  altitude: series(Schema.Finite),
  heartrate: series(Schema.Finite),
  cadence: series(Schema.Finite),
})
export type Streams = typeof Streams.Type

export const streamNames = Object.keys(Streams.fields).join(",")

const mm = (metres: number | null | undefined): number => (metres ?? 0) * 1000

const heartRateOf = (beats: number | null | undefined) =>
  typeof beats === "number" ? { heartRate: beats } : {}

type ToldSplit = NonNullable<NonNullable<DetailedActivity["splits_metric"]>[number]>

const splitOf = (split: ToldSplit): Split => ({
  distanceMm: mm(split.distance),
  elapsedSeconds: split.elapsed_time ?? 0,
  movingSeconds: split.moving_time ?? 0,
  riseMm: mm(split.elevation_difference),
  ...heartRateOf(split.average_heartrate),
})

const lapOf = (lap: NonNullable<DetailedActivity["laps"]>[number]): Lap => ({
  name: lap.name ?? "",
  distanceMm: mm(lap.distance),
  elapsedSeconds: lap.elapsed_time ?? 0,
  movingSeconds: lap.moving_time ?? 0,
  climbMm: mm(lap.total_elevation_gain),
  ...heartRateOf(lap.average_heartrate),
})

const efforts: Readonly<Record<string, EffortName>> = {
  "1k": "1km",
  "1 mile": "mile",
  "5k": "5km",
  "10k": "10km",
  "half-marathon": "half",
  marathon: "marathon",
}

/** The points of a track; none where Strava recorded no times and distances. */
const pointsOf = ({
  altitude,
  cadence,
  distance,
  heartrate,
  latlng,
  time,
}: Streams): ReadonlyArray<TrackPoint> =>
  (time?.data ?? []).flatMap((seconds, at) => {
    const metres = distance?.data[at]
    if (seconds === null || metres === null || metres === undefined) return []
    const [lat, lng] = latlng?.data[at] ?? []
    const height = altitude?.data[at]
    return [
      {
        seconds,
        distanceMm: Math.round(mm(metres)),
        position: lat === undefined || lng === undefined ? undefined : { lat, lng },
        elevationMm: typeof height === "number" ? mm(height) : undefined,
        heartRate: heartrate?.data[at] ?? undefined,
        cadence: stepsOf(cadence?.data[at]),
      },
    ]
  })

/** The details of a run, from Strava's two responses. */
export const detailsOf = (activity: DetailedActivity, streams: Streams): RunDetailsInput => ({
  laps: (activity.laps ?? []).map(lapOf),
  mileSplits: (activity.splits_standard ?? []).map(splitOf),
  kilometreSplits: (activity.splits_metric ?? []).map(splitOf),
  efforts: (activity.best_efforts ?? []).flatMap(({ elapsed_time, name }) => {
    const effort = efforts[(name ?? "").toLowerCase()]
    const seconds = Math.round(elapsed_time ?? 0)
    return effort === undefined || seconds <= 0 ? [] : [{ effort, seconds }]
  }),
  points: pointsOf(streams),
  gear: activity.gear?.id
    ? { ref: activity.gear.id, name: activity.gear.name ?? "", isRetired: activity.gear.retired ?? false }
    : undefined,
})
