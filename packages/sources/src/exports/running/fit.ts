import type { Lap, RecordedRun } from "@daybook/running"
// MIT, maintained, and it knows Garmin's profile; Garmin's own SDK may not be passed on, and easy-fit has rested since 2018.
import FitParser from "fit-file-parser"
import type { WholeFormat } from "../formats.ts"
import { ifLikely } from "./likelyRun.ts"
import { RecordedTrack } from "./recordedTrack.ts"
import { runOfTrack } from "./runOfTrack.ts"
import { sportOf } from "../../sports.ts"
import { rateOf, type RunReading, stepsOf } from "./values.ts"

type Fit = Awaited<ReturnType<FitParser["parseAsync"]>>
type Session = NonNullable<Fit["sessions"]>[number]
type Point = NonNullable<Fit["records"]>[number]

const farthest = 10_000_000

// A watch whose clock was never set starts at 1989-12-31, the zero of FIT's times.
const firstTime = Date.UTC(1990, 0, 2)

/** A number as the profile has it; a damaged file may have anything here. */
const amount = (value: unknown, most = farthest): number | undefined =>
  typeof value === "number" && Math.abs(value) <= most ? value : undefined

const timeOf = (value: unknown): number | undefined =>
  value instanceof Date && value.getTime() >= firstTime ? value.getTime() : undefined

const addPoint = (track: RecordedTrack, point: Point): void => {
  const time = timeOf(point.timestamp)
  if (time === undefined) return
  const lat = amount(point.position_lat, 90)
  const lng = amount(point.position_long, 180)
  track.add({
    position: lat === undefined || lng === undefined ? undefined : { lat, lng },
    elevation: amount(point.enhanced_altitude ?? point.altitude, 10_000),
    distance: amount(point.distance),
    time,
    heartRate: rateOf(amount(point.heart_rate)),
    cadence: stepsOf(rateOf(amount(point.cadence))),
  })
}

const lapOf = (lap: NonNullable<Fit["laps"]>[number]): Lap => {
  const heartRate = rateOf(amount(lap.avg_heart_rate))
  const elapsed = amount(lap.total_elapsed_time) ?? 0
  return {
    distanceMm: (amount(lap.total_distance) ?? 0) * 1000,
    elapsedSeconds: elapsed,
    movingSeconds: amount(lap.total_timer_time) ?? elapsed,
    name: "",
    climbMm: (amount(lap.total_ascent) ?? 0) * 1000,
    ...(heartRate === undefined ? {} : { heartRate }),
  }
}

/** A triathlon has five with its changes. All points are looked through for each. */
const maxSessions = 20

/** One session of an activity: a triathlon has several. */
const runOf = ({ laps = [], records = [] }: Fit, session: Session, isOnly: boolean): RunReading => {
  const sport = String(session.sport ?? "")
  // The profile's 0, which stands for no sport in particular.
  const namesNone = sport === "" || sport === "generic"
  if (sport === "transition") return { skipped: "a change between the sports of a triathlon" }
  const start = timeOf(session.start_time)
  const end = (start ?? 0) + (amount(session.total_elapsed_time) ?? 0) * 1000
  const isWithin = (time: unknown): boolean => {
    const at = timeOf(time)
    return isOnly || (at !== undefined && start !== undefined && at >= start && at <= end)
  }
  const track = new RecordedTrack()
  for (const point of records) if (isWithin(point.timestamp)) addPoint(track, point)
  const parts = laps.filter(({ start_time }) => isWithin(start_time)).map(lapOf)
  // A session in a gym has no route.
  if (namesNone && track.distance === 0) return { skipped: "it names no sport" }
  const run = runOfTrack("fit", track, {
    name: "",
    sport: namesNone ? "" : sportOf(sport),
    startedAt: start,
    distance: amount(session.total_distance),
    climb: amount(session.total_ascent),
    // The watch's own clock, which stops when the runner stops it.
    moving: amount(session.total_timer_time),
    elapsed: amount(session.total_elapsed_time),
    heartRate: rateOf(amount(session.avg_heart_rate)),
    cadence: stepsOf(rateOf(amount(session.avg_cadence))),
    laps: parts.length > 1 ? parts : [],
  })
  return namesNone ? ifLikely(run, track) : run
}

const parse = (file: Uint8Array): Fit | string => {
  let parsed: Fit | string = "it is empty"
  try {
    // The callback is called before this returns.
    new FitParser().parse(
      Buffer.from(file.buffer as ArrayBuffer, file.byteOffset, file.length),
      (error, fit) => {
        parsed = fit ?? String(error)
      },
    )
  } catch (cause) {
    parsed = cause instanceof Error ? cause.message : String(cause)
  }
  return parsed
}

const readFit = (file: Uint8Array): ReadonlyArray<RunReading> => {
  const fit = parse(file)
  if (typeof fit === "string") return [{ problem: `a broken FIT file: ${fit}` }]
  const kind = String(fit.file_ids?.[0]?.type ?? "activity")
  const { records = [], sessions = [], sports = [] } = fit
  if (kind !== "activity") return [{ skipped: `no activity, but ${kind.replaceAll("_", " ")}` }]
  // A watch whose battery ended has written points and no session.
  const sport = sports[0]?.sport
  const all: ReadonlyArray<Session> =
    sessions.length > 0 ? sessions : records.length > 0 ? [sport === undefined ? {} : { sport }] : []
  if (all.length === 0) return [{ skipped: "an activity without a session" }]
  if (all.length > maxSessions) return [{ problem: `it has more than ${maxSessions} sessions` }]
  return all.map((session) => runOf(fit, session, all.length === 1))
}

/** FIT, as watches and bicycle computers write it: https://developer.garmin.com/fit/protocol/ */
export const fit: WholeFormat<RecordedRun> = {
  name: "FIT",
  // Sessions without a sport were left out, then those of other sports.
  version: 3,
  // The header's length, and ".FIT" at its ninth byte.
  is: ({ bytes }) => bytes.length >= 12 && String.fromCharCode(...bytes.subarray(8, 12)) === ".FIT",
  longest: 64 << 20,
  read: readFit,
}
