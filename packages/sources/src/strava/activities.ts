import { isLocalDate } from "@daybook/kernel"
import type { Run } from "@daybook/running"
import * as Schema from "effect/Schema"
import { instantOf } from "../instants.ts"
import { optional } from "../optional.ts"
import { sportOf } from "../sports.ts"
import { TextId } from "../text.ts"

const Amount = optional(Schema.Finite)
const Words = optional(Schema.String)

/**
 * The fields that we read of an activity, in a list or single:
 * https://developers.strava.com/docs/reference/#api-models-SummaryActivity
 */
const Fields = Schema.Struct({
  id: Schema.Union([Schema.Int, TextId]),
  type: Words,
  sport_type: Words,
  workout_type: Amount,
  start_date: Words,
  start_date_local: Words,
  distance: Amount,
  moving_time: Amount,
  total_elevation_gain: Amount,
  name: Words,
  elapsed_time: Amount,
  average_heartrate: Amount,
  average_cadence: Amount,
  gear_id: Words,
  location_city: Words,
  map: optional(Schema.Struct({ summary_polyline: Words })),
})
export type Activity = typeof Fields.Type

export const refOf = ({ id }: Activity): string => String(id)

/** Its start, in seconds since 1970; undefined if missing. */
export const startOf = ({ start_date }: Activity): number | undefined => {
  const at = instantOf(start_date)
  return at === undefined || at < 0 ? undefined : Math.floor(at / 1000)
}

/** An activity with a start. */
export const Activity = Fields.check(
  Schema.makeFilter((activity) =>
    startOf(activity) === undefined ? { path: ["start_date"], issue: "is not a time" } : undefined,
  ),
)

// It ends in Z although it is local time at the place of the run.
const localDayOf = ({ start_date_local }: Activity) => {
  const day = (start_date_local ?? "").slice(0, 10)
  return isLocalDate(day) && day >= "1900" ? day : undefined
}

/** Steps of both feet: Strava counts the turns of one. */
export const stepsOf = (cadence: number | null | undefined): number | undefined =>
  typeof cadence === "number" ? 2 * cadence : undefined

/** The activity as a run or one of another sport; undefined without a start. */
export const runOf = (activity: Activity): Run | undefined => {
  const start = startOf(activity)
  if (start === undefined) return undefined
  return {
    ref: refOf(activity),
    startedAt: start * 1000,
    localDay: localDayOf(activity),
    distanceMm: (activity.distance ?? 0) * 1000,
    climbMm: (activity.total_elevation_gain ?? 0) * 1000,
    movingSeconds: activity.moving_time ?? 0,
    // For runs: 0 means none, 1 a race, 2 a long run, 3 a workout.
    isRace: activity.workout_type === 1,
    name: activity.name ?? "",
    elapsedSeconds: activity.elapsed_time ?? 0,
    heartRate: activity.average_heartrate ?? undefined,
    cadence: stepsOf(activity.average_cadence),
    gearRef: activity.gear_id ?? "",
    // It has been null for years, but is still documented.
    city: activity.location_city ?? "",
    // `type` is the older and coarser of the two.
    sport: sportOf(activity.sport_type ?? activity.type ?? ""),
    polyline: activity.map?.summary_polyline ?? "",
  }
}
