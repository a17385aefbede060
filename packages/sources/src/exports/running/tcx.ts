import { type RawRecord } from "@daybook/kernel"
import type { Lap, RecordedRun } from "@daybook/running"
import type { MarkupFormat } from "../formats.ts"
import { rootOf, XmlRecords, type XmlReader } from "../xmlRecords.ts"
import { ifLikely } from "./likelyRun.ts"
import { RecordedTrack } from "./recordedTrack.ts"
import { runOfTrack } from "./runOfTrack.ts"
import { sportOf } from "../../sports.ts"
import { numberOf, rateOf, type RunReading, stepsOf, timeOf } from "./values.ts"

const farthest = 10_000_000

/** The sum of some amounts; undefined if all are missing. */
const sumOf = (amounts: ReadonlyArray<number>): number | undefined => {
  const sum = amounts.reduce((all, one) => all + one, 0)
  return sum > 0 ? sum : undefined
}

/** A part of an activity from one press of the lap button to the next. */
interface OpenLap {
  readonly startedAt: number | undefined
  distanceMm: number
  movingSeconds: number
  heartRate: number | undefined
}

/** An activity that is being read. */
interface Activity {
  readonly line: number
  readonly sport: string
  readonly measure: RecordedTrack
  readonly laps: Array<OpenLap>
  startedAt: number | undefined
}

/** The point that is being read, as texts by the end of their paths. */
type Point = Map<string, string>

const lapsOf = ({ laps, measure, startedAt }: Activity): ReadonlyArray<Lap> => {
  const end = (startedAt ?? 0) + measure.elapsed
  return laps.map(({ distanceMm, heartRate, movingSeconds, startedAt: at }, place) => {
    const next = laps[place + 1]?.startedAt ?? end
    return {
      distanceMm,
      movingSeconds,
      elapsedSeconds: Math.max(movingSeconds, at === undefined ? 0 : (next - at) / 1000),
      name: "",
      climbMm: 0,
      ...(heartRate === undefined ? {} : { heartRate }),
    }
  })
}

const rowOf = (activity: Activity): RawRecord<RunReading> => {
  const { laps, line, measure, sport, startedAt } = activity
  const namesNone = sport.trim() === ""
  if (measure.problem !== undefined) return measure.problem
  const parts = lapsOf(activity)
  const run = runOfTrack("tcx", measure, {
    name: "",
    sport: namesNone ? "" : sportOf(sport),
    startedAt,
    distance: sumOf(laps.map(({ distanceMm }) => distanceMm / 1000)),
    // Garmin's schema: the time of the lap without pauses.
    moving: sumOf(laps.map(({ movingSeconds }) => movingSeconds)),
    elapsed: sumOf(parts.map(({ elapsedSeconds }) => elapsedSeconds)),
    laps: parts.length > 1 ? parts : [],
  })
  return { line, value: namesNone ? ifLikely(run, measure) : run }
}

/** The activities of a TCX file, as soon as they are complete: https://www8.garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd */
const readActivities = (found: (record: RawRecord<RunReading>) => void): XmlReader => {
  let activity: Activity | undefined
  let depth = 0
  let point: Point = new Map()
  let pointLine = 0

  const endPoint = ({ measure }: Activity): void => {
    const time = point.get("Time") ?? ""
    const at = timeOf(time)
    if (at === undefined) {
      const which = time.trim() === "" ? "without a time" : "whose time cannot be read"
      return measure.leaveOut({ line: pointLine, problem: `a track point ${which}` })
    }
    const lat = numberOf(point.get("Position/LatitudeDegrees"), 90)
    const lng = numberOf(point.get("Position/LongitudeDegrees"), 180)
    const cadence = point.get("RunCadence") ?? point.get("Cadence")
    measure.add({
      position: lat === undefined || lng === undefined ? undefined : { lat, lng },
      elevation: numberOf(point.get("AltitudeMeters"), 10_000),
      distance: numberOf(point.get("DistanceMeters"), farthest),
      time: at,
      heartRate: rateOf(numberOf(point.get("HeartRateBpm/Value"), 300)),
      cadence: stepsOf(rateOf(numberOf(cadence, 300))),
    })
  }

  const endOfActivity = (of: Activity, path: string, text: string): void => {
    const lap = of.laps.at(-1)
    if (path === "Id") of.startedAt ??= timeOf(text)
    else if (path.startsWith("Lap/Track/Trackpoint/")) {
      const name = path.slice("Lap/Track/Trackpoint/".length)
      point.set(/^Extensions\/(.*:)?TPX\/(.*:)?RunCadence$/.test(name) ? "RunCadence" : name, text)
    } else if (path === "Lap/Track/Trackpoint") endPoint(of)
    else if (lap === undefined) return
    else if (path === "Lap/TotalTimeSeconds") lap.movingSeconds = numberOf(text, farthest) ?? 0
    else if (path === "Lap/DistanceMeters") lap.distanceMm = (numberOf(text, farthest) ?? 0) * 1000
    else if (path === "Lap/AverageHeartRateBpm/Value") lap.heartRate = rateOf(numberOf(text, 300))
  }

  return {
    open: (path, attributes, line) => {
      if (activity === undefined) {
        if (!path.endsWith("/Activity")) return
        depth = path.length + 1
        activity = {
          line,
          sport: attributes["Sport"] ?? "",
          measure: new RecordedTrack(),
          laps: [],
          startedAt: undefined,
        }
        return
      }
      switch (path.slice(depth)) {
        case "Lap":
          activity.laps.push({
            startedAt: timeOf(attributes["StartTime"] ?? ""),
            distanceMm: 0,
            movingSeconds: 0,
            heartRate: undefined,
          })
          break
        case "Lap/Track/Trackpoint":
          point = new Map()
          pointLine = line
          break
      }
    },
    close: (path, text) => {
      if (activity === undefined) return
      if (path.length > depth) return endOfActivity(activity, path.slice(depth), text)
      found(rowOf(activity))
      activity = undefined
    },
  }
}

/** TCX, as Garmin's and many other devices and services write it. */
export const tcx: MarkupFormat<RecordedRun> = {
  name: "TCX",
  // Activities without a sport were left out, then those of other sports, then those with a bad point.
  version: 4,
  is: (head) => rootOf(head) === "TrainingCenterDatabase",
  records: () => new XmlRecords(readActivities),
}
