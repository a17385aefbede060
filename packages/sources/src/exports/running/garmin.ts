import { isLocalDate, utcDayOf } from "@daybook/kernel"
import { type RecordedRun, unknownOfRun } from "@daybook/running"
import * as Schema from "effect/Schema"
import type { JsonFormat } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { bySchema } from "../reader.ts"
import { sportOf } from "../../sports.ts"
import { rateOf, type RunReading, stepsOf } from "./values.ts"

const Amount = Schema.optionalKey(Schema.NullOr(Schema.Finite))

/** The fields that we read of an activity: lengths in centimetres, times in milliseconds. */
const Activity = Schema.Struct({
  activityId: Schema.Int,
  name: Schema.optionalKey(Schema.NullOr(Schema.String)),
  activityType: Schema.String,
  beginTimestamp: Amount,
  startTimeGmt: Amount,
  startTimeLocal: Amount,
  distance: Amount,
  duration: Amount,
  movingDuration: Amount,
  elapsedDuration: Amount,
  elevationGain: Amount,
  avgHr: Amount,
  avgDoubleCadence: Amount,
  avgRunCadence: Amount,
  eventTypeId: Amount,
})

/** The id of a race among Garmin's kinds of events. */
const raceId = 1

const readActivity = (activity: typeof Activity.Type): RunReading => {
  const { activityId, activityType, avgHr, avgRunCadence, startTimeLocal } = activity
  // A whole triathlon starts with its first part, which is also listed separately.
  if (/^(multi_sport|.*transition.*)$/.test(activityType))
    return { skipped: "a triathlon, whose parts are listed" }
  const startedAt = activity.startTimeGmt ?? activity.beginTimestamp
  if (typeof startedAt !== "number" || startedAt < 0) return { problem: "startTimeGmt: is missing" }
  const elapsed = (activity.elapsedDuration ?? activity.duration ?? 0) / 1000
  const day = typeof startTimeLocal === "number" ? utcDayOf(startTimeLocal) : ""
  const item: RecordedRun = {
    ...unknownOfRun,
    source: "garmin-export",
    ref: String(activityId),
    startedAt: Math.floor(startedAt / 1000) * 1000,
    localDay: isLocalDate(day) ? day : undefined,
    distanceMm: (activity.distance ?? 0) * 10,
    climbMm: (activity.elevationGain ?? 0) * 10,
    // A treadmill has no moving time.
    movingSeconds: (activity.movingDuration || activity.duration || 0) / 1000,
    elapsedSeconds: elapsed,
    isRace: activity.eventTypeId === raceId,
    name: activity.name ?? "",
    heartRate: rateOf(avgHr ?? undefined),
    cadence: stepsOf(rateOf(activity.avgDoubleCadence ?? avgRunCadence ?? undefined)),
    // Splits and track come from its FIT file.
    details: undefined,
    sport: sportOf(activityType),
  }
  return { item }
}

const isActivity = (record: unknown): boolean =>
  typeof record === "object" && record !== null && "activityId" in record && "activityType" in record

/** `…_summarizedActivities.json` of Garmin's export. */
export const garminActivities: JsonFormat<RecordedRun> = {
  name: "Garmin",
  // Activities of other sports were only noted.
  version: 2,
  records: () => new JsonRecords(["[].summarizedActivitiesExport[]", ".summarizedActivitiesExport[]"]),
  is: isActivity,
  read: bySchema(Activity, readActivity),
}
