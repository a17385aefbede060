import { type RunStore, RunSources, syncRuns, yearSummary } from "@daybook/running"
import { MemoryStorage } from "@daybook/storage-memory"
import { describe, expect, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Sealing, Strava } from "../src/index.ts"
import { recorded, recordedThere } from "./exports.samples.ts"
import { type Asked, type Reply, scriptedServer } from "./scriptedServer.ts"

const Recorded = Schema.Struct({
  id: Schema.Int,
  start_date: Schema.String,
  sport_type: Schema.String,
  start_date_local: Schema.String,
})
const Items = Schema.Array(Schema.StructWithRest(Recorded, [Schema.Record(Schema.String, Schema.Unknown)]))
const Exchange = Schema.Struct({
  response: Schema.Struct({
    status: Schema.Int,
    headers: Schema.Record(Schema.String, Schema.String),
    body: Schema.Unknown,
  }),
})

const jsonOf = (file: string): unknown => JSON.parse(new TextDecoder().decode(recorded(`strava/${file}`)))
const itemsOf = (file: string) => Schema.decodeUnknownSync(Items)(jsonOf(file))
const exchange = (file: string) => Schema.decodeUnknownSync(Exchange)(jsonOf(file)).response
const listOf = (file: string) => Schema.decodeUnknownSync(Items)(exchange(file).body)

/** A recorded answer as it was sent; its type would be that of a body that we write anew. */
const replyOf = (file: string): Reply => {
  const { body, headers, status } = exchange(file)
  const kept = Object.entries(headers).filter(([name]) => /^X-R/i.test(name))
  return { status, headers: Object.fromEntries(kept), body: body === null ? "" : JSON.stringify(body) }
}

/** Syncs once from a server that lists these activities 50 at a time, oldest first, with the recorded limits. */
const syncedFrom = (token: Reply, list: (asked: Asked) => Reply) =>
  Effect.gen(function* () {
    const server = yield* scriptedServer((asked) => (asked.path === "/oauth/token" ? token : list(asked)))
    const source = yield* Strava.make({
      url: server.url,
      clientId: "24523",
      clientSecret: Redacted.make("client-secret"),
      refreshToken: Redacted.make("refresh-token"),
    })
    const sync = Effect.provideService(syncRuns, RunSources, {
      configured: [source],
      settings: Strava.settings,
    })
    return { source, sync, calls: server.calls }
  })

const memory = MemoryStorage.layer.pipe(
  Layer.provide(DateTime.layerCurrentZoneNamed("Asia/Tokyo")),
  Layer.provideMerge(Sealing.layer(Redacted.make("0".repeat(64)))),
  Layer.provideMerge(FetchHttpClient.layer),
)

const summaryOf = (year: number): Effect.Effect<object | undefined, never, RunStore> =>
  Effect.map(yearSummary(year), Option.getOrUndefined)

describe.skipIf(!recordedThere)("recorded answers of Strava (where ../shared/upstream is)", () => {
  it.live("give a year of 175 runs its exact totals, and what is no run is not stored", () =>
    Effect.gen(function* () {
      const all = new Map(
        [
          ...itemsOf("runs_2024_all_fields_trimmed.json"),
          ...itemsOf("athlete_activities_mixed_types_assembled.json"),
          ...listOf("athlete_activities_page1.exchange.json"),
          ...listOf("athlete_activities_after_before_2018.exchange.json"),
        ].map((item) => [item.id, item]),
      )
      const sorted = [...all.values()].toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1))
      const { sync } = yield* syncedFrom(replyOf("token_refresh.exchange.json"), ({ query }) => {
        const after = Number(query.get("after"))
        const left = sorted.filter((item) => Date.parse(item.start_date) / 1000 > after)
        const page = Number(query.get("page"))
        return { body: left.slice((page - 1) * 50, page * 50) }
      })
      // Of 195 activities 187 are runs: 175 of 2024, eight of 2025 and four of 2018.
      expect([all.size, (yield* sync).itemsSynced]).toEqual([195, 187])

      // By hand, from the file: 1,767,627.5 m / 1609.344 = 1098.3528…; 8,938.5 m / 0.3048 = 29,325.7874…;
      // 621,035 s / 1098.3528 = 565.42… = 9:25; the longest of 42,766.8 m / 1609.344 = 26.5740…; six with
      // workout_type 1.
      expect(yield* summaryOf(2024)).toEqual({
        year: 2024,
        runs: 175,
        miles: 1098.35,
        feetClimbed: 29325.79,
        seconds: 621_035,
        pace: "9:25/mi",
        longestMiles: 26.57,
        races: 6,
      })
      expect(yield* summaryOf(2025)).toMatchObject({ runs: 8, races: 2 })
      // 13,994.6 + 9,681.1 + 8,449.8 + 5,045.1 = 37,170.6 m = 23.0967… miles.
      expect(yield* summaryOf(2018)).toMatchObject({ runs: 4, miles: 23.1, races: 1, seconds: 12_904 })
      expect(yield* summaryOf(2023)).toBeUndefined()
    }).pipe(Effect.provide(memory)),
  )

  it.live("refresh the token, and an empty page ends the walk", () =>
    Effect.gen(function* () {
      const { calls, source } = yield* syncedFrom(replyOf("token_refresh.exchange.json"), () =>
        replyOf("athlete_activities_page39_empty.exchange.json"),
      )
      expect(yield* Stream.runCollect(source.runs(Option.none()))).toMatchObject([
        { runs: [], gone: [] },
        { runs: [], gone: [] },
      ])
      expect(calls[1]?.headers.authorization).toBe("Bearer new-access-token")
    }).pipe(Effect.provide(memory)),
  )

  it.live("tell of a run in detail", () =>
    Effect.gen(function* () {
      const { source } = yield* syncedFrom(replyOf("token_refresh.exchange.json"), () =>
        replyOf("activity_detail_trimmed.exchange.json"),
      )
      expect(Option.getOrUndefined(yield* source.run("1946417534"))).toMatchObject({
        ref: "1946417534",
        localDay: "2018-11-04",
        movingSeconds: 13_085,
        isRace: true,
      })
    }).pipe(Effect.provide(memory)),
  )

  const failures = [
    ["token_error_400_invalid_client", "athlete_activities_page39_empty", "unauthorized", "STRAVA_CLIENT_ID"],
    ["token_refresh", "error_401_authorization", "unauthorized", "STRAVA_REFRESH_TOKEN"],
    ["token_refresh", "error_429_rate_limit", "rate limited", "T00:00:00.000Z"],
    // Statistics are no list of activities, and nothing of them is stored.
    ["token_refresh", "athlete_stats", "malformed answer", "cannot read"],
  ] as const
  it.live.each(failures)("%s, then %s, is %s", ([token, list, failure, says]) =>
    Effect.gen(function* () {
      const { source } = yield* syncedFrom(replyOf(`${token}.exchange.json`), () =>
        replyOf(`${list}.exchange.json`),
      )
      expect(yield* Effect.flip(Stream.runDrain(source.runs(Option.none())))).toMatchObject({
        failure,
        message: expect.stringContaining(says),
      })
    }).pipe(Effect.provide(memory)),
  )
})
