import { detailsOf } from "@daybook/running"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { activity, limits, missing } from "./samples.ts"
import { failing, startSeconds, strava } from "./client.ts"

const part = {
  distance: 1_001.6,
  elapsed_time: 314,
  moving_time: 310,
  average_heartrate: 157.96,
  pace_zone: 2,
}

const whole = {
  ...activity({ id: 5, at: startSeconds }),
  splits_metric: [{ ...part, elevation_difference: 15.6, split: 1 }],
  splits_standard: [{ ...part, elevation_difference: null, average_heartrate: undefined }],
  laps: [{ ...part, name: "Lap 1", total_elevation_gain: 20.5 }],
  best_efforts: [
    { name: "400m", elapsed_time: 101 },
    { name: "1K", elapsed_time: 300 },
    { name: "Half-Marathon", elapsed_time: 6_000 },
    { name: "5k", elapsed_time: null },
  ],
  gear: { id: "g3", primary: false, name: "Blue shoes", retired: true, distance: 966_309 },
}

const streams = {
  time: { data: [0, 10, 20], series_type: "distance", original_size: 3, resolution: "high" },
  distance: { data: [0, 30.04, 60] },
  latlng: { data: [[38.7, -9.1], [38.7003, -9.1], null] },
  altitude: { data: [10.2, 11, 12] },
  heartrate: { data: [140, null, 142] },
  cadence: { data: [86, 87, 88] },
}

const answers = (detail: object, more: object = streams) =>
  strava(({ path }) => ({ body: path.endsWith("/streams") ? more : detail }))

describe("the details of a run", () => {
  it.live("are its splits, laps, best times, shoes and points, by two calls", () =>
    Effect.gen(function* () {
      const { apiCalls, details } = yield* answers(whole)
      const told = Option.getOrThrow(yield* details("5"))
      expect(apiCalls.map(({ path }) => path)).toEqual([
        "/api/v3/activities/5",
        "/api/v3/activities/5/streams",
      ])
      expect(apiCalls[1]?.query.get("keys")).toBe("time,distance,latlng,altitude,heartrate,cadence")
      expect(apiCalls[1]?.query.get("key_by_type")).toBe("true")
      expect(told.points).toEqual([
        {
          seconds: 0,
          distanceMm: 0,
          position: { lat: 38.7, lng: -9.1 },
          elevationMm: 10_200,
          heartRate: 140,
          cadence: 172,
        },
        {
          seconds: 10,
          distanceMm: 30_040,
          position: { lat: 38.7003, lng: -9.1 },
          elevationMm: 11_000,
          heartRate: undefined,
          cadence: 174,
        },
        {
          seconds: 20,
          distanceMm: 60_000,
          position: undefined,
          elevationMm: 12_000,
          heartRate: 142,
          cadence: 176,
        },
      ])
      expect(detailsOf("5", 0, told)).toMatchObject({
        laps: [
          {
            name: "Lap 1",
            distanceMm: 1_001_600,
            elapsedSeconds: 314,
            movingSeconds: 310,
            climbMm: 20_500,
            heartRate: 158,
          },
        ],
        kilometreSplits: [{ distanceMm: 1_001_600, riseMm: 15_600, heartRate: 158 }],
        mileSplits: [{ distanceMm: 1_001_600, riseMm: 0 }],
        efforts: [
          { effort: "1km", seconds: 300 },
          { effort: "half", seconds: 6_000 },
        ],
        gear: { ref: "g3", name: "Blue shoes", isRetired: true },
      })
    }),
  )

  it.live("are few of a run written manually, on a treadmill, or without anything", () =>
    Effect.gen(function* () {
      const byHand = yield* answers({ ...whole, manual: true })
      expect(Option.getOrThrow(yield* byHand.details("5")).points).toEqual([])
      expect(byHand.apiCalls).toHaveLength(1)
      const indoors = yield* answers(whole, { time: streams.time, distance: streams.distance })
      expect(Option.getOrThrow(yield* indoors.details("5")).points?.[1]).toMatchObject({
        distanceMm: 30_040,
        position: undefined,
      })
      for (const more of [{}, { time: streams.time }, { distance: streams.distance }])
        expect(Option.getOrThrow(yield* (yield* answers(whole, more)).details("5")).points).toEqual([])
      const bare = yield* answers(activity({ id: 5, at: startSeconds, more: { gear: null, laps: null } }), {})
      expect(detailsOf("5", 0, Option.getOrThrow(yield* bare.details("5")))).toMatchObject({
        laps: [],
        efforts: [],
        track: undefined,
        gear: undefined,
      })
    }),
  )

  it.live("are empty for a deleted run, and have no track if its streams are gone", () =>
    Effect.gen(function* () {
      const gone = yield* strava(() => missing)
      expect(yield* gone.details("5")).toEqual(Option.none())
      const noStreams = yield* strava(({ path }) => (path.endsWith("/streams") ? missing : { body: whole }))
      expect(Option.getOrThrow(yield* noStreams.details("5")).points).toEqual([])
    }),
  )

  it.live("end with Strava's limits, and with responses that cannot be read", () =>
    Effect.gen(function* () {
      const used = yield* strava(() => ({ body: whole, headers: limits("1,1", "100,1000") }))
      expect(yield* Effect.flip(used.details("5"))).toMatchObject(
        failing("rate limited", "takes no more calls"),
      )
      const strange = yield* answers({ ...whole, laps: "many" })
      expect(yield* Effect.flip(strange.details("5"))).toMatchObject({ failure: "malformed answer" })
    }),
  )
})
