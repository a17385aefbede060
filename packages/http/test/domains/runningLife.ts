import { detailsOf, encodePolyline, type RunChanges, type TrackPoint } from "@daybook/running"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Instant, InstantOrEmpty } from "../replies.ts"
import { run } from "../scriptedSource.ts"
import { startServer } from "../testServer.ts"

export const Pace = Schema.String.check(Schema.isPattern(/^\d+:[0-5]\d\/mi$/))
export const Run = Schema.Struct({
  id: Schema.NonEmptyString,
  name: Schema.String,
  started_at: Instant,
  distance_mi: Schema.Finite,
  moving_s: Schema.Int,
  elapsed_s: Schema.Int,
  elevation_ft: Schema.Finite,
  avg_pace: Pace,
  heart_rate: Schema.optionalKey(Schema.Finite),
  cadence: Schema.optionalKey(Schema.Finite),
  race: Schema.Boolean,
  gear: Schema.optionalKey(Schema.Struct({ id: Schema.String, name: Schema.String })),
  city: Schema.String,
  sport: Schema.optionalKey(Schema.String),
  polyline: Schema.optionalKey(Schema.String),
})

export const Line = Schema.Struct({
  type: Schema.Literal("LineString"),
  coordinates: Schema.Array(Schema.Array(Schema.Finite)),
})

export const sums = {
  total_runs: Schema.Int,
  total_distance_mi: Schema.Finite,
  total_elevation_ft: Schema.Finite,
  total_duration_s: Schema.Int,
  avg_pace: Pace,
  longest_run_mi: Schema.Finite,
  race_count: Schema.Int,
}
export const Stats = Schema.Struct({ ...sums, first_run_at: InstantOrEmpty, last_run_at: InstantOrEmpty })

const Number = Schema.Struct({ number: Schema.Int, next: Schema.Int, missing_days: Schema.Int })
export const Eddington = Schema.Struct({ miles: Number, kilometres: Number })
export const Map = Schema.Struct({
  type: Schema.Literal("FeatureCollection"),
  features: Schema.Array(
    Schema.Struct({
      type: Schema.Literal("Feature"),
      id: Schema.String,
      geometry: Line,
      properties: Schema.Struct({
        name: Schema.String,
        started_at: Instant,
        distance_mi: Schema.Finite,
        moving_s: Schema.Int,
        race: Schema.Boolean,
      }),
    }),
  ),
})

const points: ReadonlyArray<TrackPoint> = Array.from({ length: 1_501 }, (_, seconds) => ({
  seconds,
  distanceMm: Math.round((seconds * 5_000_000) / 1_500),
  position: { lat: 38.7 + seconds / 50_000, lng: -9.1 },
  elevationMm: 20_000 + seconds * 10,
  heartRate: 150,
  cadence: 174,
}))

const whole = run("2024-05-06T07:00:00Z", {
  ref: "1",
  name: "Along the river",
  elapsedSeconds: 1_600,
  heartRate: 150.2,
  cadence: 174,
  gearRef: "g1",
  city: "Lisbon",
  polyline: encodePolyline(points.flatMap(({ position }) => position ?? [])),
})

/** A small data set: a run with every field, a race, and a run of an earlier year without a distance. */
const life: RunChanges = {
  runs: [
    whole,
    run("2024-06-01T07:00:00Z", { ref: "2", distanceMm: 42_195_000, movingSeconds: 13_500, isRace: true }),
    run("2023-06-01T07:00:00Z", { ref: "3", distanceMm: 0, climbMm: 0 }),
  ],
  gone: [],
  details: [
    detailsOf("1", 0, {
      points,
      laps: [
        { name: "Lap 1", distanceMm: 5_000_000, elapsedSeconds: 1_600, movingSeconds: 1_500, climbMm: 3_048 },
      ],
      gear: { ref: "g1", name: "Blue shoes", isRetired: false },
    }),
  ],
}

export const shown = {
  id: "strava:1",
  name: "Along the river",
  started_at: "2024-05-06T07:00:00.000Z",
  distance_mi: 3.11,
  moving_s: 1_500,
  elapsed_s: 1_600,
  elevation_ft: 100,
  avg_pace: "8:03/mi",
  heart_rate: 150.2,
  cadence: 174,
  race: false,
  gear: { id: "strava:g1", name: "Blue shoes" },
  city: "Lisbon",
  polyline: whole.polyline,
}

/** A server with the small life. */
export const startLife = Effect.gen(function* () {
  const server = yield* startServer()
  yield* server.runs.storeRuns("strava", life)
  return server
})
