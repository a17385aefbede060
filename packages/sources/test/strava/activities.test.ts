import { normalizeRun } from "@daybook/running"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { collectRejectedRows } from "../collectRejectedRows.ts"
import { activity, listed, missing } from "./samples.ts"
import { startSeconds, strava } from "./client.ts"

describe("an activity", () => {
  const runOf = (more: object, sport?: string) =>
    Effect.gen(function* () {
      const { run } = yield* strava(() => ({
        body: activity({ id: 5, at: startSeconds, ...(sport === undefined ? {} : { sport }), more }),
      }))
      return Option.getOrUndefined(yield* run("5"))
    })

  it.live("is a run with its local day, in millimetres and moving seconds", () =>
    Effect.gen(function* () {
      const run = yield* runOf({
        start_date: "2018-01-01T04:59:00Z",
        start_date_local: "2017-12-31T23:59:00Z",
        distance: 6874.4,
        workout_type: 1,
      })
      expect(run && normalizeRun(run)).toEqual({
        ref: "5",
        startedAt: Date.parse("2018-01-01T04:59:00Z"),
        localDay: "2017-12-31",
        distanceMm: 6_874_400,
        climbMm: 12_500,
        movingSeconds: 1_500,
        isRace: true,
        name: "Along the Canal",
        elapsedSeconds: 1_600,
        heartRate: undefined,
        cadence: undefined,
        gearRef: "",
        city: "",
        sport: "",
        polyline: "",
      })
    }),
  )

  it.live(
    "has its name, heart rate, line and shoes where Strava reports them; its steps are those of both feet",
    () =>
      Effect.gen(function* () {
        const run = yield* runOf({
          name: " Intervals 🏃 ",
          average_heartrate: 146.84,
          average_cadence: 78.4,
          gear_id: "g26",
          location_city: "Lisbon",
          map: { id: "a5", summary_polyline: "_p~iF~ps|U_ulLnnqC_mqNvxq`@", resource_state: 2 },
        })
        expect(run && normalizeRun(run)).toMatchObject({
          name: "Intervals 🏃",
          heartRate: 146.8,
          cadence: 156.8,
          gearRef: "g26",
          city: "Lisbon",
          polyline: "_p~iF~ps|U_ulLnnqC_mqNvxq`@",
        })
        for (const more of [
          { map: null },
          { map: {} },
          { map: { summary_polyline: "no line" } },
          { gear_id: null },
        ])
          expect(normalizeRun((yield* runOf({ name: null, ...more })) ?? expect.fail())).toMatchObject({
            name: "",
            gearRef: "",
            polyline: "",
          })
      }),
  )

  const sports = [
    ["Run", ""],
    ["TrailRun", ""],
    ["VirtualRun", ""],
    ["EBikeRide", "ride"],
    ["Swim", "swim"],
    ["Walk", "walk"],
    ["Hike", "hike"],
    ["NordicSki", "ski"],
    ["WeightTraining", "strength"],
    ["Wheelchair", "wheelchair"],
  ] as const
  it.live.each(sports)("of the sport %s is stored as %j", ([name, sport]) =>
    Effect.gen(function* () {
      expect((yield* runOf({}, name))?.sport).toBe(sport)
    }),
  )

  it.live("has its exact sport if that and its type differ, and by its type if there is no other", () =>
    Effect.gen(function* () {
      expect((yield* runOf({ type: "Run", sport_type: "Hike" }))?.sport).toBe("hike")
      expect((yield* runOf({ type: "Workout", sport_type: "TrailRun" }))?.sport).toBe("")
      expect((yield* runOf({ type: "Run", sport_type: undefined }))?.sport).toBe("")
    }),
  )

  it.live("is a race only by its workout type", () =>
    Effect.gen(function* () {
      for (const [workout_type, isRace] of [
        [1, true],
        [0, false],
        [2, false],
        [3, false],
        [null, false],
        [undefined, false],
      ]) {
        expect((yield* runOf({ workout_type, name: "City Marathon" }))?.isRace, String(workout_type)).toBe(
          isRace,
        )
      }
    }),
  )

  it.live("without distance, time or climb has 0 for them", () =>
    Effect.gen(function* () {
      const bare = {
        distance: 0,
        moving_time: null,
        total_elevation_gain: undefined,
        start_date_local: undefined,
      }
      expect(yield* runOf(bare)).toMatchObject({
        distanceMm: 0,
        movingSeconds: 0,
        climbMm: 0,
        localDay: undefined,
      })
    }),
  )

  it.live("that does not exist is none, although its empty response claims to be JSON", () =>
    Effect.gen(function* () {
      const { apiCalls, run } = yield* strava(() => missing)
      expect(yield* run("5")).toEqual(Option.none())
      expect(apiCalls[0]?.path).toBe("/api/v3/activities/5")
    }),
  )
})

describe("a rejected activity", () => {
  const rejected: ReadonlyArray<[string, object]> = [
    ["id: Missing key", { id: undefined }],
    ["id", { id: null }],
    ["id", { id: "\0" }],
    ["id", { id: "1".repeat(1_000) }],
    ["start_date: is not a time", { start_date: null }],
    ["start_date: is not a time", { start_date: "soon" }],
    ["start_date: is not a time", { start_date: "2026-02-30T10:05:00Z" }],
    ["start_date", { start_date: 5 }],
    ["distance", { distance: "far" }],
    ["moving_time", { moving_time: {} }],
    ["sport_type", { sport_type: 5 }],
    ["workout_type", { workout_type: "race" }],
  ]
  it.live.each(rejected)("is set aside, is not gone, and the others are read: %s", ([reason, more]) =>
    Effect.gen(function* () {
      const { kept, provide } = collectRejectedRows()
      const done = [
        { id: 1, at: startSeconds - 100 },
        { id: 2, at: startSeconds - 50, more },
        { id: 3, at: startSeconds - 20 },
      ]
      const { batches } = yield* strava(({ query }) => ({ body: listed(done, query) }))
      const walked = yield* batches().pipe(provide)
      expect(walked.length).toBeGreaterThan(1)
      expect(walked.flatMap(({ gone }) => gone)).toEqual([])
      expect(
        walked
          .at(-1)
          ?.runs.map(({ ref }) => ref)
          .toSorted(),
      ).toEqual(["1", "3"])
      expect(walked.at(-1)?.rejected).toHaveLength(1)
      expect(kept[0]).toMatchObject({ source: "strava", reason: expect.stringContaining(reason) })
    }),
  )
})
