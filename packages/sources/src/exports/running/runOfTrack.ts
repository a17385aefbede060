import { type FileSource, type Lap, polylineOf, recordedRun } from "@daybook/running"
import type { RecordedTrack } from "./recordedTrack.ts"
import { meanOf, type RunReading } from "./values.ts"

/** The parts of a run that a file states, in metres and seconds; the others are measured along the track. */
interface ToldOfTrack {
  readonly name: string
  /** Another sport; "" for a run, and for a track that may be one. */
  readonly sport?: string | undefined
  readonly startedAt?: number | undefined
  readonly distance?: number | undefined
  readonly climb?: number | undefined
  readonly moving?: number | undefined
  readonly elapsed?: number | undefined
  readonly heartRate?: number | undefined
  readonly cadence?: number | undefined
  readonly laps?: ReadonlyArray<Lap>
}

/** The run of a recorded track; none without a start, or with neither points nor a distance. */
export const runOfTrack = (
  source: FileSource,
  { climb, distance, elapsed, kept, moving, points, startedAt }: RecordedTrack,
  told: ToldOfTrack,
): RunReading => {
  const start = told.startedAt ?? startedAt
  if (start === undefined || (points < 2 && (told.distance ?? 0) === 0))
    return { skipped: "fewer than two points" }
  return {
    item: recordedRun(
      source,
      {
        startedAt: Math.floor(start / 1000) * 1000,
        distanceMm: (told.distance ?? distance) * 1000,
        climbMm: (told.climb ?? climb) * 1000,
        movingSeconds: told.moving ?? moving / 1000,
        isRace: false,
        name: told.name.trim(),
        elapsedSeconds: told.elapsed ?? elapsed / 1000,
        heartRate: told.heartRate ?? meanOf(kept.map((point) => point.heartRate)),
        cadence: told.cadence ?? meanOf(kept.map((point) => point.cadence)),
        gearRef: "",
        city: "",
        sport: told.sport ?? "",
        polyline: polylineOf(kept),
      },
      { points: kept, laps: told.laps ?? [] },
    ),
  }
}
