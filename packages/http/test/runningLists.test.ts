import { detailsOf, encodePolyline, type RunChanges, type TrackPoint } from "@daybook/running"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assertFailure, Instant, InstantOrEmpty, Pagination, readAs } from "./replies.ts"
import { run } from "./scriptedSource.ts"
import { startServer } from "./testServer.ts"

const Pace = Schema.String.check(Schema.isPattern(/^\d+:[0-5]\d\/mi$/))
const Run = Schema.Struct({
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
  polyline: Schema.optionalKey(Schema.String),
})
const listOf = <const S extends Schema.Top>(item: S) =>
  Schema.Struct({ data: Schema.Array(item), pagination: Pagination })
const Runs = listOf(Run)
const split = {
  moving_s: Schema.Int,
  elapsed_s: Schema.Int,
  elevation_ft: Schema.Finite,
  heart_rate: Schema.optionalKey(Schema.Finite),
}
const Line = Schema.Struct({
  type: Schema.Literal("LineString"),
  coordinates: Schema.Array(Schema.Array(Schema.Finite)),
})
const WholeRun = Schema.Struct({
  ...Run.fields,
  splits_mi: Schema.Array(Schema.Struct({ distance_mi: Schema.Finite, ...split, avg_pace: Pace })),
  splits_km: Schema.Array(Schema.Struct({ distance_km: Schema.Finite, ...split, avg_pace: Schema.String })),
  laps: Schema.Array(
    Schema.Struct({ name: Schema.String, distance_mi: Schema.Finite, ...split, avg_pace: Pace }),
  ),
  best_efforts: Schema.Array(
    Schema.Struct({ effort: Schema.String, duration_s: Schema.Int, avg_pace: Pace }),
  ),
  track: Schema.optionalKey(
    Schema.Struct({
      type: Schema.Literal("Feature"),
      geometry: Schema.NullOr(Line),
      properties: Schema.Struct({
        seconds: Schema.Array(Schema.Int),
        distances_m: Schema.Array(Schema.Finite),
        heart_rates: Schema.optionalKey(Schema.Array(Schema.Int)),
        cadences: Schema.optionalKey(Schema.Array(Schema.Int)),
      }),
    }),
  ),
})
const sums = {
  total_runs: Schema.Int,
  total_distance_mi: Schema.Finite,
  total_elevation_ft: Schema.Finite,
  total_duration_s: Schema.Int,
  avg_pace: Pace,
  longest_run_mi: Schema.Finite,
  race_count: Schema.Int,
}
const Stats = Schema.Struct({ ...sums, first_run_at: InstantOrEmpty, last_run_at: InstantOrEmpty })
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
const Number = Schema.Struct({ number: Schema.Int, next: Schema.Int, missing_days: Schema.Int })
const Eddington = Schema.Struct({ miles: Number, kilometres: Number })
const Map = Schema.Struct({
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

/** A small life: a run of which everything is known, a race, and a run of an earlier year without a distance. */
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

const shown = {
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

const startLife = Effect.gen(function* () {
  const server = yield* startServer()
  yield* server.runs.storeRuns("strava", life)
  return server
})

describe("the reads of running", () => {
  it.effect("are empty on an instance without data", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const get = (path: string) => server.get(`/v1/running/${path}`)
      const none = { data: [], pagination: { page: 1, limit: 20, total: 0, total_pages: 0 } }
      for (const list of ["recent", "activities", "races", "gear", "records", "stats/years"])
        assert.deepStrictEqual(readAs(listOf(Schema.Unknown), yield* get(list)), none, list)
      const data = readAs(Stats, yield* get("stats"))
      assert.deepStrictEqual([data.total_runs, data.avg_pace, data.first_run_at], [0, "0:00/mi", ""])
      const number = { number: 0, next: 1, missing_days: 1 }
      assert.deepStrictEqual(readAs(Eddington, yield* get("eddington")), {
        miles: number,
        kilometres: number,
      })
      assert.deepStrictEqual(readAs(Map, yield* get("map")).features, [])
      assertFailure(yield* get("activities/strava:1"), 404, /no run with this id/)
    }),
  )

  it.effect("list runs with every field, newest first, and leave out what is unknown", () =>
    Effect.gen(function* () {
      const server = yield* startLife
      const { data, pagination } = readAs(Runs, yield* server.get("/v1/running/recent"))
      assert.deepStrictEqual(
        data.map(({ id }) => id),
        ["strava:2", "strava:1", "strava:3"],
      )
      assert.deepStrictEqual(data[1], shown)
      assert.hasAllKeys(data[2], [
        "id",
        "name",
        "started_at",
        "distance_mi",
        "moving_s",
        "elapsed_s",
        "elevation_ft",
        "avg_pace",
        "race",
        "city",
      ])
      assert.strictEqual(pagination.total, 3)
      const races = readAs(Runs, yield* server.get("/v1/running/races"))
      assert.deepStrictEqual(
        races.data.map(({ id }) => id),
        ["strava:2"],
      )
    }),
  )

  it.effect("list activities in the order and of the kind that is asked for", () =>
    Effect.gen(function* () {
      const server = yield* startLife
      for (const [query, ids] of [
        ["", "213"],
        ["sort=distance", "213"],
        ["sort=distance&order=asc", "312"],
        ["sort=pace", "123"],
        ["sort=duration&order=asc", "132"],
        ["sort=elevation", "213"],
        ["race=false", "13"],
        ["race=true", "2"],
        ["gear=strava:g1", "1"],
        ["gear=nothing", ""],
        ["from=2024-01-01&to=2024-05-31", "1"],
        ["date=2024-06-01", "2"],
        ["limit=1&page=2", "1"],
      ] as const) {
        const { data } = readAs(Runs, yield* server.get(`/v1/running/activities?${query}`))
        assert.strictEqual(data.map(({ id }) => id.slice(-1)).join(""), ids, query)
      }
    }),
  )

  it.effect("refuse what they do not know, and say what to send", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [query, says] of [
        ["activities?sort=speed", /^sort: must be started, distance, duration, pace or elevation$/],
        ["activities?order=up", /^order: must be asc or desc$/],
        ["activities?race=yes", /^race: must be true or false$/],
        ["recent?limit=0", /^limit: /],
        ["races?date=2024-02-30", /^date: /],
        ["map?from=2024-02-02&to=2024-02-01", /^from: /],
      ] as const)
        assertFailure(yield* server.get(`/v1/running/${query}`), 400, says)
    }),
  )

  it.effect("show a run with its splits, laps, best times and track", () =>
    Effect.gen(function* () {
      const server = yield* startLife
      const { best_efforts, laps, splits_km, splits_mi, track, ...summary } = readAs(
        WholeRun,
        yield* server.get("/v1/running/activities/strava:1"),
      )
      assert.deepStrictEqual(summary, shown)
      assert.deepStrictEqual(splits_mi[0], {
        distance_mi: 1,
        moving_s: 483,
        elapsed_s: 483,
        elevation_ft: 15.84,
        heart_rate: 150,
        avg_pace: "8:03/mi",
      })
      assert.deepStrictEqual([splits_mi.length, splits_mi.at(-1)?.distance_mi], [4, 0.11])
      assert.deepStrictEqual(
        splits_km.map(({ avg_pace, distance_km }) => [distance_km, avg_pace]),
        Array.from({ length: 5 }, () => [1, "5:00/km"]),
      )
      assert.deepStrictEqual(laps, [
        {
          name: "Lap 1",
          distance_mi: 3.11,
          moving_s: 1_500,
          elapsed_s: 1_600,
          elevation_ft: 10,
          avg_pace: "8:03/mi",
        },
      ])
      assert.deepStrictEqual(
        best_efforts.map(({ duration_s, effort }) => [effort, duration_s]),
        [
          ["1km", 300],
          ["mile", 483],
          ["5km", 1_500],
        ],
      )
      assert.strictEqual(track?.geometry?.coordinates.length, 1_501)
      assert.deepStrictEqual(track?.geometry?.coordinates[100], [-9.1, 38.702, 21])
      assert.deepStrictEqual(track?.properties.seconds.slice(0, 3), [0, 1, 2])
      assert.strictEqual(track?.properties.distances_m.at(-1), 5_000)
      const bare = readAs(WholeRun, yield* server.get("/v1/running/activities/strava:2"))
      assert.deepStrictEqual(
        [bare.splits_km, bare.laps, bare.best_efforts, bare.track],
        [[], [], [], undefined],
      )
    }),
  )

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

  it.effect("hold records, shoes and Eddington numbers", () =>
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
            race: false,
          },
        },
      ])
      assert.deepStrictEqual(readAs(Map, yield* server.get("/v1/running/map?from=2025-01-01")).features, [])
    }),
  )
})

describe("a year of running in review", () => {
  it.effect("has its sums, its twelve months, and the way up to each day", () =>
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
