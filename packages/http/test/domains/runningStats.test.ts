import { HiddenItems, View } from "@daybook/kernel"
import { encodePolyline, type RunLine } from "@daybook/running"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { shownIn } from "../../src/activity/forRoutes.ts"
import { MapAnswer, mapText } from "../../src/activity/running/lists/map.ts"
import { assertFailure, Instant, listOf, readAs } from "../replies.ts"
import { Eddington, Map, Pace, Run, shown, startLife, Stats, sums } from "./runningLife.ts"
import { startServer } from "../testServer.ts"

const Years = listOf(Schema.Struct({ id: Schema.Int, year: Schema.Int, ...sums }))
const Records = listOf(
  Schema.Struct({
    id: Schema.String,
    distance_mi: Schema.Finite,
    duration_s: Schema.Int,
    avg_pace: Pace,
    activity: Run,
  }),
)
const Gear = listOf(
  Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    retired: Schema.Boolean,
    runs: Schema.Int,
    distance_mi: Schema.Finite,
    moving_s: Schema.Int,
    avg_pace: Pace,
    first_used_at: Instant,
    last_used_at: Instant,
  }),
)

describe("the totals of running", () => {
  it.effect("sum up a life and its years", () =>
    Effect.gen(function* () {
      const server = yield* startLife
      assert.deepStrictEqual(readAs(Stats, yield* server.get("/v1/running/stats")), {
        total_runs: 3,
        total_distance_mi: 29.33,
        total_elevation_ft: 200,
        total_duration_s: 16_500,
        avg_pace: "9:23/mi",
        longest_run_mi: 26.22,
        race_count: 1,
        first_run_at: "2023-06-01T07:00:00.000Z",
        last_run_at: "2024-06-01T07:00:00.000Z",
      })
      const { data } = readAs(Years, yield* server.get("/v1/running/stats/years"))
      assert.deepStrictEqual(
        data.map(({ id, total_runs, year }) => [id, year, total_runs]),
        [
          [2024, 2024, 2],
          [2023, 2023, 1],
        ],
      )
    }),
  )

  it.effect("add up over time", () =>
    Effect.gen(function* () {
      const server = yield* startLife
      const Progress = Schema.Struct({
        by: Schema.String,
        points: Schema.Array(Schema.Struct({ start: Schema.String, ...sums, cumulative_mi: Schema.Finite })),
      })
      const read = (query: string) =>
        Effect.map(server.get(`/v1/running/progress${query}`), (reply) =>
          readAs(Progress, reply).points.map((one) => [
            one.start,
            one.total_runs,
            one.total_distance_mi,
            one.cumulative_mi,
            one.total_elevation_ft,
            one.avg_pace,
          ]),
        )
      assert.deepStrictEqual(yield* read("?from=2024-01-01"), [
        ["2024-05-01", 1, 3.11, 3.11, 100, "8:03/mi"],
        ["2024-06-01", 1, 26.22, 29.33, 100, "8:35/mi"],
      ])
      assert.deepStrictEqual(
        (yield* read("?by=year")).map(([first, runs, , cumulative]) => [first, runs, cumulative]),
        [
          ["2023-01-01", 1, 0],
          ["2024-01-01", 2, 29.33],
        ],
      )
      assertFailure(yield* server.get("/v1/running/progress?by=hour"), 400)
    }),
  )

  it.effect("contain records, shoes and Eddington numbers", () =>
    Effect.gen(function* () {
      const server = yield* startLife
      const { data: records } = readAs(Records, yield* server.get("/v1/running/records"))
      assert.deepStrictEqual(
        records.map(({ activity, avg_pace, duration_s, id }) => [id, duration_s, avg_pace, activity.id]),
        [
          ["1km", 300, "8:03/mi", "strava:1"],
          ["mile", 483, "8:03/mi", "strava:1"],
          ["5km", 1_500, "8:03/mi", "strava:1"],
          ["longest", 13_500, "8:35/mi", "strava:2"],
          ["most_climbed", 13_500, "8:35/mi", "strava:2"],
          ["fastest_pace", 1_500, "8:03/mi", "strava:1"],
        ],
      )
      assert.deepStrictEqual(records[2]?.activity, shown)
      assert.deepStrictEqual(readAs(Gear, yield* server.get("/v1/running/gear")).data, [
        {
          id: "strava:g1",
          name: "Blue shoes",
          retired: false,
          runs: 1,
          distance_mi: 3.11,
          moving_s: 1_500,
          avg_pace: "8:03/mi",
          first_used_at: "2024-05-06T07:00:00.000Z",
          last_used_at: "2024-05-06T07:00:00.000Z",
        },
      ])
      assert.deepStrictEqual(readAs(Eddington, yield* server.get("/v1/running/eddington")), {
        miles: { number: 2, next: 3, missing_days: 1 },
        kilometres: { number: 2, next: 3, missing_days: 1 },
      })
    }),
  )

  it.effect("draw a map of the runs of a range, in few points", () =>
    Effect.gen(function* () {
      const server = yield* startLife
      assert.deepStrictEqual(readAs(Map, yield* server.get("/v1/running/map")).features, [
        {
          type: "Feature",
          id: "strava:1",
          geometry: {
            type: "LineString",
            coordinates: [
              [-9.1, 38.7],
              [-9.1, 38.73],
            ],
          },
          properties: {
            name: "Along the river",
            started_at: "2024-05-06T07:00:00.000Z",
            distance_mi: 3.11,
            moving_s: 1_500,
            race: false,
          },
        },
      ])
      for (const [box, count] of [
        ["-9.2,38.6,-9,38.8", 1],
        // The line goes through it, and has no point in it.
        ["-9.2,38.71,-9,38.72", 1],
        ["-9.05,38.6,-9,38.8", 0],
        ["170,38,-9,39", 1],
        ["170,38,-10,39", 0],
      ] as const) {
        const { features } = readAs(Map, yield* server.get(`/v1/running/map?bbox=${box}`))
        assert.lengthOf(features, count, box)
      }
      assert.deepStrictEqual(readAs(Map, yield* server.get("/v1/running/map?from=2025-01-01")).features, [])
    }),
  )
})

describe("the text of a map", () => {
  const line = (id: string): RunLine => ({
    id,
    name: `"${id}"`,
    startedAt: Date.parse("2024-05-06T07:00:00Z"),
    distanceMm: 5_000_000,
    movingSeconds: 1_500,
    isRace: id === "strava:2",
    outline: encodePolyline([
      { lat: 38.7, lng: -9.1 },
      { lat: -0.00001, lng: 179.5 },
    ]),
  })

  it.effect("is the JSON of its form, for the owner and for others", () =>
    Effect.gen(function* () {
      const lines = ["strava:1", "strava:2"].map(line)
      const hidden = Effect.succeed(new HiddenItems([{ domain: "running", type: "run", id: "strava:2" }]))
      for (const isOwner of [true, false]) {
        const asked = Effect.all([shownIn(MapAnswer, lines), mapText(lines)])
        const [json, text] = yield* Effect.provideService(asked, View, { isOwner, hidden })
        assert.lengthOf(json?.features ?? [], isOwner ? 2 : 1)
        assert.strictEqual(text, JSON.stringify(json))
      }
    }),
  )
})

describe("a year of training", () => {
  const Year = {
    year: Schema.Int,
    ...sums,
    months: Schema.Array(Schema.Struct({ start: Schema.String, ...sums })),
    cumulative: Schema.Array(Schema.Struct({ date: Schema.String, distance_mi: Schema.Finite })),
  }
  const Training = Schema.Struct({
    ...Year,
    previous: Schema.optionalKey(Schema.Struct(Year)),
    years: Schema.Array(Schema.Int),
  })

  it.effect("is the newest with a run, next to the one before", () =>
    Effect.gen(function* () {
      const server = yield* startLife
      const { cumulative, months, previous, ...of2024 } = readAs(
        Training,
        yield* server.get("/v1/running/training"),
      )
      assert.deepStrictEqual(of2024, {
        year: 2024,
        total_runs: 2,
        total_distance_mi: 29.33,
        total_elevation_ft: 200,
        total_duration_s: 15_000,
        avg_pace: "8:31/mi",
        longest_run_mi: 26.22,
        race_count: 1,
        years: [2024, 2023],
      })
      assert.deepStrictEqual(cumulative, [
        { date: "2024-05-06", distance_mi: 3.11 },
        { date: "2024-06-01", distance_mi: 29.33 },
      ])
      assert.deepStrictEqual(
        months.map(({ total_runs }) => total_runs),
        [0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0],
      )
      assert.deepStrictEqual([previous?.year, previous?.cumulative.length], [2023, 1])
      const of2023 = readAs(Training, yield* server.get("/v1/running/training?year=2023"))
      assert.deepStrictEqual([of2023.year, of2023.total_runs, of2023.previous], [2023, 1, undefined])
    }),
  )

  it.effect("is the current one on an instance without runs, and needs a year of four digits", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const none = readAs(Training, yield* server.get("/v1/running/training"))
      assert.match(String(none.year), /^\d{4}$/)
      assert.deepStrictEqual([none.total_runs, none.previous, none.years], [0, undefined, []])
      assertFailure(yield* server.get("/v1/running/training?year=24"), 400, /^year: /)
      assertFailure(yield* server.get("/v1/running/map?bbox=1,2,3"), 400, /^bbox: /)
    }),
  )
})

describe("a year of running in review", () => {
  it.effect("has its totals, its twelve months, and the way up to each day", () =>
    Effect.gen(function* () {
      const server = yield* startLife
      const { review } = readAs(
        Schema.StructWithRest(Schema.Struct({ review: Schema.Unknown }), [
          Schema.Record(Schema.String, Schema.Unknown),
        ]),
        yield* server.get("/v1/running/years/2024"),
      )
      const Month = Schema.Struct({ start: Schema.String, ...sums })
      const Review = Schema.Struct({
        ...sums,
        months: Schema.Array(Month),
        cumulative: Schema.Array(Schema.Struct({ date: Schema.String, distance_mi: Schema.Finite })),
      })
      const { cumulative, months, ...totals } = Schema.decodeUnknownSync(Review, {
        onExcessProperty: "error",
      })(review)
      assert.deepStrictEqual([totals.total_runs, totals.total_distance_mi, totals.race_count], [2, 29.33, 1])
      assert.strictEqual(months.length, 12)
      assert.deepStrictEqual(
        months
          .filter(({ total_runs }) => total_runs > 0)
          .map(({ start, total_distance_mi }) => [start, total_distance_mi]),
        [
          ["2024-05-01", 3.11],
          ["2024-06-01", 26.22],
        ],
      )
      assert.deepStrictEqual(cumulative, [
        { date: "2024-05-06", distance_mi: 3.11 },
        { date: "2024-06-01", distance_mi: 29.33 },
      ])
    }),
  )
})
