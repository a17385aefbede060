import { type RunStore, RunSources, syncRunning, yearSummary } from "@daybook/running"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { describe, expect, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Sealing, Strava } from "../../src/index.ts"
import { type Asked, type Reply, scriptedServer } from "../scriptedServer.ts"
import { answers } from "./answers.ts"

/** Syncs once from a server with these responses. */
const syncedFrom = (token: Reply, list: (asked: Asked) => Reply) =>
  Effect.gen(function* () {
    const server = yield* scriptedServer((asked) => (asked.path === "/oauth/token" ? token : list(asked)))
    const source = yield* Strava.make({
      url: server.url,
      clientId: "24523",
      clientSecret: Redacted.make("client-secret"),
      refreshToken: Redacted.make("refresh-token"),
    })
    const sync = Effect.provideService(syncRunning, RunSources, {
      configured: [source],
      settings: "STRAVA_CLIENT_ID, STRAVA_CLIENT_SECRET and STRAVA_REFRESH_TOKEN",
    })
    return { source, sync, calls: server.calls }
  })

const memory = SqliteStorage.layer().pipe(
  Layer.provide([Sqlite.layerMemory, DateTime.layerCurrentZoneNamed("Asia/Tokyo")]),
  Layer.provideMerge(Sealing.layer(Redacted.make("0".repeat(64)))),
  Layer.provideMerge(FetchHttpClient.layer),
)

const summaryOf = (year: number): Effect.Effect<object | undefined, never, RunStore> =>
  Effect.map(yearSummary(year), Option.getOrUndefined)

describe("responses as Strava returns them", () => {
  it.live.each(answers)("give a year its exact totals, without other sports: $name", (given) =>
    Effect.gen(function* () {
      const { activities, count, perPage, token, years } = given
      const all = new Map(activities().map((item) => [item.id, item]))
      // If only the beginning is requested Strava lists the oldest first.
      const sorted = [...all.values()].toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1))
      const { sync } = yield* syncedFrom(token, ({ query }) => {
        const after = Number(query.get("after"))
        const left = sorted.filter((item) => Date.parse(item.start_date) / 1000 > after)
        const page = Number(query.get("page"))
        return { body: left.slice((page - 1) * perPage, page * perPage) }
      })
      expect([all.size, (yield* sync).itemsSynced]).toEqual([count, count])
      for (const [year, summary] of years) {
        const found = yield* summaryOf(year)
        if (summary === undefined) expect(found).toBeUndefined()
        else expect(found).toMatchObject(summary)
      }
    }).pipe(Effect.provide(memory)),
  )

  it.live.each(answers)(
    "refresh the token, and an empty page ends the walk: $name",
    ({ accessToken, empty, token }) =>
      Effect.gen(function* () {
        const { calls, source } = yield* syncedFrom(token, () => empty)
        expect(yield* Stream.runCollect(source.runs(Option.none()))).toMatchObject([
          { runs: [], gone: [] },
          { runs: [], gone: [] },
        ])
        expect(calls[1]?.headers.authorization).toBe(`Bearer ${accessToken}`)
      }).pipe(Effect.provide(memory)),
  )

  it.live.each(answers)("describe a run in detail: $name", ({ detail, detailRead, token }) =>
    Effect.gen(function* () {
      const { source } = yield* syncedFrom(token, () => detail)
      expect(Option.getOrUndefined(yield* source.run(detailRead.ref))).toMatchObject(detailRead)
    }).pipe(Effect.provide(memory)),
  )

  const failures = answers.flatMap(
    ({ empty, invalidClient, name, rateLimited, stats, token, unauthorized }) => [
      {
        of: `a wrong client: ${name}`,
        token: invalidClient,
        list: empty,
        failure: "unauthorized",
        says: "STRAVA_CLIENT_ID",
      },
      {
        of: `a wrong token: ${name}`,
        token,
        list: unauthorized,
        failure: "unauthorized",
        says: "STRAVA_REFRESH_TOKEN",
      },
      {
        of: `limits that are used up: ${name}`,
        token,
        list: rateLimited,
        failure: "rate limited",
        says: "T00:00:00.000Z",
      },
      // Statistics are not a list of activities, and nothing in them is stored.
      {
        of: `an answer to another question: ${name}`,
        token,
        list: stats,
        failure: "malformed answer",
        says: "invalid response",
      },
    ],
  )
  it.live.each(failures)("are clear failures, of $of", ({ failure, list, says, token }) =>
    Effect.gen(function* () {
      const { source } = yield* syncedFrom(token, () => list)
      expect(yield* Effect.flip(Stream.runDrain(source.runs(Option.none())))).toMatchObject({
        failure,
        message: expect.stringContaining(says),
      })
    }).pipe(Effect.provide(memory)),
  )
})
