import { SourceError } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Redacted from "effect/Redacted"
import { ActivityClient } from "../../src/index.ts"
import { assertFailure, readAs } from "../replies.ts"
import { run, runSourceOf } from "../scriptedSource.ts"
import { settingsOfRunSources, startServer } from "../testServer.ts"

const path = (year: string) => `/v1/running/stats/years/${year}`
const sync = "/v1/admin/sync/running"

const Summary = Schema.Struct({
  data: Schema.Struct({
    year: Schema.Int,
    total_runs: Schema.Int,
    total_distance_mi: Schema.Finite,
    total_elevation_ft: Schema.Finite,
    total_duration_s: Schema.Int,
    avg_pace: Schema.String.check(Schema.isPattern(/^\d+:[0-5]\d\/mi$/)),
    longest_run_mi: Schema.Finite,
    race_count: Schema.Int,
  }),
})

const batch = (
  cursor: string,
  runs: ReadonlyArray<ReturnType<typeof run>>,
  gone: ReadonlyArray<string> = [],
) => ({
  runs,
  gone,
  cursor,
})

describe("a year of running", () => {
  it.effect("has each field of the contract", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const runs = [
        run("2024-05-06T07:00:00Z"),
        run("2024-06-01T07:00:00Z", { distanceMm: 42_195_000, movingSeconds: 13_500, isRace: true }),
        run("2023-06-01T07:00:00Z"),
      ]
      yield* server.runs.storeRuns("strava", { runs, gone: [] })
      const reply = yield* server.get(path("2024"))
      assert.strictEqual(reply.status, 200)
      // 47,195 m are 29.3256… miles: 15,000 s over them are 511.5 s a mile.
      assert.deepStrictEqual(readAs(Summary, reply), {
        data: {
          year: 2024,
          total_runs: 2,
          total_distance_mi: 29.33,
          total_elevation_ft: 200,
          total_duration_s: 15_000,
          avg_pace: "8:31/mi",
          longest_run_mi: 26.22,
          race_count: 1,
        },
      })
    }),
  )

  it.effect("without a distance has zeros and a pace of zero", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const still = run("2024-05-06T07:00:00Z", { distanceMm: 0, climbMm: 0 })
      yield* server.runs.storeRuns("strava", { runs: [still], gone: [] })
      const { data } = readAs(Summary, yield* server.get(path("2024")))
      assert.deepInclude(data, {
        total_distance_mi: 0,
        total_elevation_ft: 0,
        avg_pace: "0:00/mi",
        longest_run_mi: 0,
      })
    }),
  )

  it.effect("without a run is not found, whatever the year", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.runs.storeRuns("strava", { runs: [run("2024-05-06T07:00:00Z")], gone: [] })
      for (const year of ["2023", "2025", "0001", "0024", "9999"]) {
        assertFailure(yield* server.get(path(year)), 404, new RegExp(`no run in the year ${year}`))
      }
    }),
  )

  it.effect("is requested by four digits and nothing else", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const year of [
        "0000",
        "24",
        "02024",
        "202a",
        "-024",
        "2024.0",
        "%202024",
        "2024%0A",
        "%D9%A2%D9%A0%D9%A2%D9%A4",
        "NaN",
      ]) {
        assertFailure(
          yield* server.get(path(year)),
          400,
          /^year: must be a year of four digits, from 0001 to 9999$/,
        )
      }
    }),
  )

  it.effect("is the same bytes and tag until a run changes", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const one = run("2024-05-06T07:00:00Z")
      yield* server.runs.storeRuns("strava", { runs: [one], gone: [] })
      const first = yield* server.get(path("2024"))
      const tag = String(first.headers.etag)
      const again = yield* server.get(path("2024"), { headers: { "if-none-match": tag } })
      assert.strictEqual(again.status, 304)
      yield* server.runs.storeRuns("strava", { runs: [{ ...one, isRace: true }], gone: [] })
      const changed = yield* server.get(path("2024"), { headers: { "if-none-match": tag } })
      assert.strictEqual(readAs(Summary, changed).data.race_count, 1)
      yield* server.runs.storeRuns("strava", { runs: [], gone: [one.ref] })
      assertFailure(yield* server.get(path("2024"), { headers: { "if-none-match": tag } }), 404)
    }),
  )

  it.effect("is known to the typed client", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.runs.storeRuns("strava", { runs: [run("2024-05-06T07:00:00Z")], gone: [] })
      const client = yield* ActivityClient.make({
        baseUrl: server.address,
        key: Redacted.make(server.read.key),
      }).pipe(Effect.provide(FetchHttpClient.layer))
      assert.strictEqual((yield* client.running.year({ params: { year: 2024 } })).data.avg_pace, "8:03/mi")
      const missing = yield* Effect.flip(client.running.year({ params: { year: 2023 } }))
      assert.deepInclude(missing, { status: 404 })
    }),
  )
})

describe("a sync of running", () => {
  it.effect("changes the years by new, edited and removed runs, and reports their number", () =>
    Effect.gen(function* () {
      const kept = run("2024-05-06T07:00:00Z")
      const gone = run("2024-05-07T07:00:00Z")
      const server = yield* startServer({
        runSources: [
          runSourceOf(batch("1", [kept, gone]), batch("2", [{ ...kept, isRace: true }], [gone.ref])),
        ],
      })
      const reply = yield* server.command("POST", sync)
      assert.strictEqual(reply.status, 200)
      assert.deepInclude(JSON.parse(reply.text), { status: "completed", items_synced: 4, remaining: 0 })
      const { data } = readAs(Summary, yield* server.get(path("2024")))
      assert.deepInclude(data, { total_runs: 1, race_count: 1 })
    }),
  )

  it.effect("names the settings when no source is configured", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const says = assertFailure(yield* server.command("POST", sync), 500)
      assert.strictEqual(says, `No source of running is configured: set ${settingsOfRunSources}`)
    }),
  )

  it.effect("names the source that failed and why", () =>
    Effect.gen(function* () {
      const error = new SourceError({
        source: "runs",
        failure: "rate limited",
        message: "takes no more calls",
      })
      const source = { ...runSourceOf(), runs: () => Stream.fail(error) }
      const server = yield* startServer({ runSources: [source] })
      assertFailure(yield* server.command("POST", sync), 500, /^runs: takes no more calls$/)
    }),
  )
})
