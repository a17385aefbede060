import { dayOf, type EpochMillis, type LocalDate, type RawRecord } from "@daybook/kernel"
import { type RecordedRun, unknownOfRun } from "@daybook/running"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type { MarkupFormat } from "../formats.ts"
import { type Attributes, rootOf, XmlRecords, type XmlReader } from "../xmlRecords.ts"
import { HealthRecords } from "./healthRecords.ts"
import { RecordedTrack } from "./recordedTrack.ts"
import { runOfTrack } from "./runOfTrack.ts"
import { sportOf } from "../../sports.ts"
import { numberOf, rateOf, type RunReading } from "./values.ts"

/** A time as Apple writes it, `2024-03-01 07:00:00 +0100`, with the phone's offset at the export. */
const timeOf = (text: string | undefined): EpochMillis | undefined => {
  const [, day, time, hours, minutes] =
    /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}(?:\.\d+)?) ([+-]\d{2}):?(\d{2})$/.exec((text ?? "").trim()) ?? []
  const at = day === undefined ? NaN : Date.parse(`${day}T${time}${hours}:${minutes}`)
  return at >= 0 ? at : undefined
}

const metresIn: Readonly<Record<string, number>> = {
  m: 1,
  cm: 0.01,
  km: 1_000,
  mi: 1_609.344,
  ft: 0.3048,
  yd: 0.9144,
}
const secondsIn: Readonly<Record<string, number>> = { sec: 1, s: 1, min: 60, hr: 3_600, h: 3_600 }

const amountIn = (
  units: Readonly<Record<string, number>>,
  text: string | undefined,
  unit: string | undefined,
): number | undefined => {
  const value = numberOf(text, 10_000_000)
  const factor = units[unit ?? ""]
  return value === undefined || factor === undefined ? undefined : value * factor
}

const dayIn = (zone: string | undefined, at: EpochMillis): LocalDate | undefined =>
  Option.getOrUndefined(Option.map(DateTime.zoneMakeNamed(zone ?? ""), (found) => dayOf(at, found)))

/** A workout that is being read. */
interface Workout {
  readonly attributes: Attributes
  readonly metadata: Map<string, string>
  readonly track: RecordedTrack
  distance: number | undefined
  heartRate: number | undefined
}

const readingOf = ({ attributes, distance, heartRate, metadata, track }: Workout): RunReading => {
  const sport = sportOf((attributes["workoutActivityType"] ?? "").replace("HKWorkoutActivityType", ""))
  const startedAt = timeOf(attributes["startDate"])
  if (startedAt === undefined) return { problem: "a startDate that cannot be read" }
  const end = timeOf(attributes["endDate"]) ?? startedAt
  const elapsed = Math.max(0, end - startedAt) / 1000
  const [climbed, unit] = (metadata.get("HKElevationAscended") ?? "").split(" ")
  const told = {
    name: "",
    sport,
    startedAt,
    distance: distance ?? amountIn(metresIn, attributes["totalDistance"], attributes["totalDistanceUnit"]),
    climb: amountIn(metresIn, climbed, unit),
    moving: amountIn(secondsIn, attributes["duration"], attributes["durationUnit"] ?? "min") ?? elapsed,
    elapsed,
    heartRate,
  }
  const ref = `${new Date(startedAt).toISOString().slice(0, 19)}Z`
  const localDay = dayIn(metadata.get("HKTimeZone"), startedAt)
  // Exports of iOS 11 have the route inside; later ones in a separate file, which lends it.
  const inside = track.points > 1 ? runOfTrack("apple-health", track, told) : undefined
  if (inside !== undefined && "item" in inside) return { item: { ...inside.item, ref, localDay } }
  const item: RecordedRun = {
    ...unknownOfRun,
    source: "apple-health",
    ref,
    startedAt: Math.floor(startedAt / 1000) * 1000,
    localDay,
    distanceMm: (told.distance ?? 0) * 1000,
    climbMm: (told.climb ?? 0) * 1000,
    movingSeconds: told.moving,
    elapsedSeconds: elapsed,
    isRace: false,
    heartRate,
    details: undefined,
    sport,
  }
  return { item }
}

/** Reads one `Workout` element, in the form since iOS 16 (statistics inside) and in the one before (totals as attributes). */
const readWorkout = (found: (record: RawRecord<RunReading>) => void): XmlReader => {
  let workout: Workout | undefined
  return {
    open: (path, attributes) => {
      switch (path) {
        case "Workout":
          workout = {
            attributes,
            metadata: new Map(),
            track: new RecordedTrack(),
            distance: undefined,
            heartRate: undefined,
          }
          break
        case "Workout/MetadataEntry":
          workout?.metadata.set(attributes["key"] ?? "", attributes["value"] ?? "")
          break
        case "Workout/WorkoutStatistics": {
          const { average, sum, type, unit } = attributes
          if (workout === undefined) break
          if (type?.startsWith("HKQuantityTypeIdentifierDistance") === true)
            workout.distance = amountIn(metresIn, sum, unit)
          if (type === "HKQuantityTypeIdentifierHeartRate") workout.heartRate = rateOf(numberOf(average, 300))
          break
        }
        case "Workout/WorkoutRoute/Location": {
          const { altitude, date, latitude, longitude } = attributes
          const [lat, lng, time] = [numberOf(latitude, 90), numberOf(longitude, 180), timeOf(date)]
          if (lat === undefined || lng === undefined || time === undefined) break
          workout?.track.add({
            position: { lat, lng },
            elevation: numberOf(altitude, 10_000),
            time,
            heartRate: undefined,
            cadence: undefined,
          })
        }
      }
    },
    close: (path) => {
      if (path === "Workout" && workout !== undefined) found({ line: 1, value: readingOf(workout) })
    },
  }
}

/** `export.xml` of Apple's Health app. */
export const appleHealth: MarkupFormat<RecordedRun> = {
  name: "Apple Health",
  // Activities of other sports were only noted.
  version: 2,
  is: (head) => rootOf(head) === "HealthData",
  records: () => new HealthRecords(() => new XmlRecords(readWorkout)),
}
