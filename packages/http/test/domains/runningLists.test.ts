import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assertFailure, listOf, readAs } from "../replies.ts"
import { Eddington, Line, Map, Pace, Run, shown, startLife, Stats } from "./runningLife.ts"
import { run } from "../scriptedSource.ts"
import { startServer } from "../testServer.ts"

const Runs = listOf(Run)
const split = {
  moving_s: Schema.Int,
  elapsed_s: Schema.Int,
  elevation_ft: Schema.Finite,
  heart_rate: Schema.optionalKey(Schema.Finite),
}
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

  it.effect("list and sum activities of other sports apart from runs", () =>
    Effect.gen(function* () {
      const server = yield* startLife
      const rides = [
        run("2024-05-07T07:00:00Z", { sport: "ride", distanceMm: 16_093_440, name: "To the lake" }),
        run("2024-05-08T07:00:00Z", { sport: "swim", distanceMm: 1_609_344, climbMm: 0 }),
      ]
      yield* server.runs.storeRuns("fit", { runs: rides, gone: [] })
      const idsOf = (query: string) =>
        Effect.map(server.get(`/v1/running/activities${query}`), (reply) =>
          readAs(Runs, reply).data.map(({ id, sport }) => [id, sport]),
        )
      assert.deepStrictEqual(yield* idsOf("?sport=ride"), [["fit:2024-05-07T07:00:00Z", "ride"]])
      assert.strictEqual((yield* idsOf("?sport=all")).length, 2)
      assert.strictEqual((yield* idsOf("")).length, 3)
      assert.deepStrictEqual((yield* idsOf("?city=Lisbon&min_mi=3&max_mi=3.2")).flat(), [
        "strava:1",
        undefined,
      ])
      assert.deepStrictEqual(yield* idsOf("?min_mi=3.2&max_mi=26.1"), [])
      assertFailure(yield* server.get("/v1/running/activities?sport=ride&q=lake"), 400, /q finds runs only/)
      assertFailure(yield* server.get("/v1/running/activities?min_mi=far"), 400, /min_mi: must be miles/)
      const Sport = Schema.Struct({
        sport: Schema.String,
        activities: Schema.Int,
        distance_mi: Schema.Finite,
        elevation_ft: Schema.Finite,
        moving_s: Schema.Int,
        longest_mi: Schema.Finite,
      })
      const one = { activities: 1, moving_s: 1_500 }
      assert.deepStrictEqual(readAs(listOf(Sport), yield* server.get("/v1/running/sports")).data, [
        { sport: "ride", ...one, distance_mi: 10, elevation_ft: 100, longest_mi: 10 },
        { sport: "swim", ...one, distance_mi: 1, elevation_ft: 0, longest_mi: 1 },
      ])
      const { data } = readAs(listOf(Sport), yield* server.get("/v1/running/sports?date=2024-05-08"))
      assert.deepStrictEqual(
        data.map(({ sport }) => sport),
        ["swim"],
      )
      assert.strictEqual(readAs(Stats, yield* server.get("/v1/running/stats")).total_runs, 3)
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

  it.effect("list activities in the order and of the kind that is requested", () =>
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
        ["q=RIVER", "1"],
        ["q=blue", "1"],
        ["q=nothing", ""],
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

  it.effect("refuse what they do not know, and state what to send", () =>
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
})
