import { TokenStore } from "@daybook/kernel"
import { tidyRun } from "@daybook/running"
import type { RunBatch } from "@daybook/running"
import { MemoryStorage } from "@daybook/storage-memory"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Sealing, Strava } from "../src/index.ts"
import { hastyClock } from "./hastyClock.ts"
import { collectRejectedRows } from "./collectRejectedRows.ts"
import { type Asked, type Reply, scriptedServer } from "./scriptedServer.ts"
import {
  activity,
  type Done,
  limits,
  listed,
  missing,
  type Order,
  Rotating,
  tokens,
} from "./strava.samples.ts"

const start = Date.parse("2026-11-21T10:05:00Z")
const startSeconds = start / 1000
const day = 86_400

const sealingKey = Redacted.make("0123456789abcdef".repeat(4))

type Script = (asked: Asked, call: number) => Reply

/** Strava with these replies to calls of its API; tokens are given to everyone. */
const strava = (
  api: Script,
  {
    clock = hastyClock(start),
    refreshToken = "the-setting",
    token = () => ({ body: tokens("the-setting", "access", startSeconds + 365 * day) }),
    tokenStore,
    key = sealingKey,
  }: {
    readonly clock?: ReturnType<typeof hastyClock>
    readonly refreshToken?: string
    readonly token?: Script
    readonly tokenStore?: TokenStore["Service"]
    readonly key?: Redacted.Redacted<string>
  } = {},
) =>
  Effect.gen(function* () {
    const apiCalls: Array<Asked> = []
    const server = yield* scriptedServer((asked, call) => {
      if (asked.path === "/oauth/token") return token(asked, call)
      apiCalls.push(asked)
      return api(asked, apiCalls.length)
    })
    const source = yield* Strava.make({
      url: server.url,
      clientId: "the-app",
      clientSecret: Redacted.make("the-secret"),
      refreshToken: Redacted.make(refreshToken),
    })
    const stream = (cursor?: string) => source.runs(Option.fromUndefinedOr(cursor))
    return {
      calls: server.calls,
      apiCalls,
      clock,
      stream,
      batches: (cursor?: string) => Stream.runCollect(stream(cursor)).pipe(clock.provide),
      run: (ref: string) => source.run(ref).pipe(clock.provide),
    }
  }).pipe(
    Effect.provide([
      tokenStore === undefined ? MemoryStorage.Kernel.layer : Layer.succeed(TokenStore, tokenStore),
      Sealing.layer(key),
      FetchHttpClient.layer,
    ]),
  )

const refsOf = (batches: ReadonlyArray<RunBatch>) => batches.flatMap(({ runs }) => runs.map(({ ref }) => ref))

/** Runs some hours apart, the newest an hour ago. */
const history = (count: number, apart = 40_000): Array<Done> =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, at: startSeconds - 3_600 - index * apart }))

const failing = (failure: string, message: string | RegExp) => ({
  _tag: "SourceError",
  source: "strava",
  failure,
  message: typeof message === "string" ? expect.stringContaining(message) : expect.stringMatching(message),
})

describe("an activity", () => {
  const runOf = (more: object, sport?: string) =>
    Effect.gen(function* () {
      const { run } = yield* strava(() => ({
        body: activity({ id: 5, at: startSeconds, ...(sport === undefined ? {} : { sport }), more }),
      }))
      return Option.getOrUndefined(yield* run("5"))
    })

  it.live("is a run with the day on which it began where it began, in millimetres and moving seconds", () =>
    Effect.gen(function* () {
      const run = yield* runOf({
        start_date: "2018-01-01T04:59:00Z",
        start_date_local: "2017-12-31T23:59:00Z",
        distance: 6874.4,
        workout_type: 1,
      })
      expect(run && tidyRun(run)).toEqual({
        ref: "5",
        startedAt: Date.parse("2018-01-01T04:59:00Z"),
        localDay: "2017-12-31",
        distanceMm: 6_874_400,
        climbMm: 12_500,
        movingSeconds: 1_500,
        isRace: true,
      })
    }),
  )

  const sports = [
    ["Run", true],
    ["TrailRun", true],
    ["VirtualRun", true],
    ["Ride", false],
    ["Swim", false],
    ["Walk", false],
    ["Hike", false],
    ["Wheelchair", false],
  ] as const
  it.live.each(sports)("of the sport %s is a run: %s", ([sport, isRun]) =>
    Effect.gen(function* () {
      expect((yield* runOf({}, sport)) !== undefined).toBe(isRun)
    }),
  )

  it.live(
    "goes by its exact sport where that and its type differ, and by its type where there is no other",
    () =>
      Effect.gen(function* () {
        expect(yield* runOf({ type: "Run", sport_type: "Hike" })).toBeUndefined()
        expect(yield* runOf({ type: "Workout", sport_type: "TrailRun" })).toBeDefined()
        expect(yield* runOf({ type: "Run", sport_type: undefined })).toBeDefined()
      }),
  )

  it.live("is a race by its workout type alone", () =>
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

  it.live("without distance, time or climb has none of them", () =>
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

  it.live("that is not there is none, although the answer says JSON and is empty", () =>
    Effect.gen(function* () {
      const { apiCalls, run } = yield* strava(() => missing)
      expect(yield* run("5")).toEqual(Option.none())
      expect(apiCalls[0]?.path).toBe("/api/v3/activities/5")
    }),
  )
})

describe("a first sync", () => {
  it.live("asks for everything with the token, 200 at a time, and ends at an empty page", () =>
    Effect.gen(function* () {
      const { apiCalls, batches, calls } = yield* strava(({ query }) => ({ body: listed([], query) }))
      expect(yield* batches()).toHaveLength(2)
      expect(calls[0]).toMatchObject({ method: "POST", path: "/oauth/token" })
      expect(Object.fromEntries(new URLSearchParams(calls[0]?.body))).toEqual({
        client_id: "the-app",
        client_secret: "the-secret",
        grant_type: "refresh_token",
        refresh_token: "the-setting",
      })
      expect(apiCalls[0]).toMatchObject({
        method: "GET",
        path: "/api/v3/athlete/activities",
        headers: { authorization: "Bearer access" },
      })
      expect(Object.fromEntries(apiCalls[0]?.query ?? [])).toEqual({ after: "0", page: "1", per_page: "200" })
    }),
  )

  const orders: ReadonlyArray<Order> = ["as Strava", "newest first", "oldest first"]
  const Sizes = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))
  const Most = Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 9 }))
  const Gap = Schema.Literals([0, 1, 2, 50_000])
  it.live.prop(
    "finds every run once, in whichever order they are listed and however full the pages are",
    [Sizes, Most, Schema.Array(Gap), Schema.Literals(orders)],
    ([count, most, gaps, order]) =>
      Effect.gen(function* () {
        // Several may begin in the same second, though fewer than fill a page.
        let at = startSeconds - 400 * day
        const done = Array.from({ length: count }, (_, index) => {
          at += index % (most - 1) === 0 ? 1_000 : (gaps[index] ?? 3)
          return { id: index + 1, at }
        })
        const { batches } = yield* strava(({ query }) => ({ body: listed(done, query, { most, order }) }))
        const walked = (yield* batches()).slice(0, -1)
        expect([...new Set(refsOf(walked))].toSorted()).toEqual(done.map(({ id }) => String(id)).toSorted())
      }),
    { timeout: 60_000, arbitrary: { runs: 25, size: 60 } },
  )

  it.live("finds both of two runs that began in the same second, on either side of a page's end", () =>
    Effect.gen(function* () {
      const done = [1, 2, 3, 3, 4, 5].map((hour, index) => ({
        id: index,
        at: startSeconds - 99 * day + hour * 3_600,
      }))
      for (const order of orders) {
        const { batches } = yield* strava(({ query }) => ({ body: listed(done, query, { most: 3, order }) }))
        expect(new Set(refsOf(yield* batches())).size, order).toBe(6)
      }
    }),
  )

  it.live("comes to its end where a server knows pages only", () =>
    Effect.gen(function* () {
      const done = history(7)
      const { batches } = yield* strava(({ query }) => {
        const page = new URLSearchParams({ page: query.get("page") ?? "1", per_page: "3" })
        return { body: listed(done, page, { order: "newest first" }) }
      })
      expect(new Set(refsOf(yield* batches())).size).toBe(7)
    }),
  )

  it.live("gives up where pages come to no end", () =>
    Effect.gen(function* () {
      const { stream, clock } = yield* strava(() => ({ body: [activity({ id: 1, at: startSeconds })] }))
      const error = yield* Effect.flip(Stream.runDrain(stream()).pipe(clock.provide))
      expect(error).toMatchObject(failing("malformed answer", "comes to no end"))
    }),
  )

  it.live("that was cut anywhere carries on from the page after the last batch", () =>
    Effect.gen(function* () {
      for (const order of orders) {
        const done = history(9, 10 * day)
        const { batches, clock, stream } = yield* strava(({ query }) => ({
          body: listed(done, query, { most: 3, order }),
        }))
        const whole = yield* batches()
        for (let cut = 1; cut < whole.length; cut++) {
          const first = yield* Stream.runCollect(Stream.take(stream(), cut)).pipe(clock.provide)
          const rest = yield* batches(first.at(-1)?.cursor)
          expect(new Set([...refsOf(first), ...refsOf(rest)]).size, `${order}, cut after ${cut}`).toBe(9)
          expect(first.length + rest.length, `${order}, cut after ${cut}`).toBe(whole.length)
        }
      }
    }),
  )

  it.live("loses nothing where activities are deleted and added between two pages", () =>
    Effect.gen(function* () {
      for (const order of orders) {
        let done = history(12, 10 * day)
        const { batches, clock, stream } = yield* strava(({ query }) => ({
          body: listed(done, query, { most: 4, order }),
        }))
        const first = yield* Stream.runCollect(Stream.take(stream(), 1)).pipe(clock.provide)
        const seen = new Set(refsOf(first))
        done = [
          ...done.filter(({ id }) => !seen.has(String(id)) || id % 2 === 0),
          { id: 99, at: startSeconds - 5 },
        ]
        const rest = yield* batches(first.at(-1)?.cursor)
        const found = new Set([...seen, ...refsOf(rest)])
        expect(
          done.map(({ id }) => String(id)).filter((ref) => !found.has(ref)),
          order,
        ).toEqual([])
      }
    }),
  )

  it.live("names what is no run, and apart from it what cannot be read", () =>
    Effect.gen(function* () {
      const done = [
        { id: 1, at: startSeconds - 100, sport: "Swim" },
        { id: 2, at: startSeconds - 50 },
        { id: 3, at: startSeconds - 20, more: { start_date: null } },
      ]
      const { batches } = yield* strava(({ query }) => ({ body: listed(done, query) }))
      const [first] = yield* batches()
      expect(first).toMatchObject({ runs: [{ ref: "2" }], gone: ["1"], rejected: ["3"] })
    }),
  )
})

describe("a rejected activity", () => {
  const rejected: ReadonlyArray<[string, object]> = [
    ["id: Missing key", { id: undefined }],
    ["id", { id: null }],
    ["id", { id: "\0" }],
    ["id", { id: "1".repeat(1_000) }],
    ["start_date: is no time", { start_date: null }],
    ["start_date: is no time", { start_date: "soon" }],
    ["start_date: is no time", { start_date: "2026-02-30T10:05:00Z" }],
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

describe("the next sync", () => {
  it.live("reads the last 30 days before the last one again, as one batch that says so", () =>
    Effect.gen(function* () {
      let done = history(200, day)
      const { apiCalls, batches, clock } = yield* strava(({ query }) => ({
        body: listed(done, query, { most: 10 }),
      }))
      const last = (yield* batches()).at(-1)
      clock.skip("10 days")
      done = [
        { id: 500, at: startSeconds + 5 * day },
        ...done.slice(2),
        { id: 501, at: startSeconds - 20 * day, sport: "Ride" },
      ]
      const before = apiCalls.length
      const [again, ...more] = yield* batches(last?.cursor)
      expect(more).toEqual([])
      expect(apiCalls[before]?.query.get("after")).toBe(String(startSeconds - 30 * day - 1))
      expect(again?.wholeSince).toBe((startSeconds - 30 * day) * 1000)
      expect(again?.runs.map(({ ref }) => Number(ref)).toSorted((a, b) => a - b)).toEqual([
        ...Array.from({ length: 28 }, (_, index) => index + 3),
        500,
      ])
      expect(again?.gone).toEqual(["501"])
    }),
  )

  it.live(
    "starts over where the refresh token in the settings has changed, or the cursor cannot be read",
    () =>
      Effect.gen(function* () {
        const done = history(3, 100 * day)
        const api: Script = ({ query }) => ({ body: listed(done, query) })
        const { batches } = yield* strava(api)
        const cursor = (yield* batches()).at(-1)?.cursor
        const other = yield* strava(api, { refreshToken: "another" })
        expect(new Set(refsOf(yield* other.batches(cursor))).size).toBe(3)
        expect(new Set(refsOf(yield* batches("unreadable"))).size).toBe(3)
        expect(new Set(refsOf(yield* batches(cursor))).size).toBe(1)
      }),
  )
})

describe("the refresh token", () => {
  const clockOf = (clock: ReturnType<typeof hastyClock>) => () =>
    start + clock.slept.reduce((a, b) => a + b, 0)

  it.live("that Strava gives is stored, sealed, before it is used", () =>
    Effect.gen(function* () {
      const memory = Context.get(yield* Layer.build(MemoryStorage.Kernel.layer), TokenStore)
      const log: Array<string> = []
      const tokenStore = TokenStore.of({
        ...memory,
        put: (source, setting, sealed) =>
          Effect.andThen(
            Effect.sync(() => {
              log.push("stored")
              expect(`${setting} ${sealed}`).not.toMatch(/refresh|the-setting/)
            }),
            memory.put(source, setting, sealed),
          ),
      })
      const clock = hastyClock(start)
      const rotating = new Rotating("the-setting", clockOf(clock))
      const { batches } = yield* strava(
        (asked) => {
          log.push("asked")
          return rotating.takes(asked) ? { body: [] } : { status: 401, body: "" }
        },
        { clock, tokenStore, token: (asked) => rotating.answer(asked) },
      )
      yield* batches()
      expect(log).toEqual(["stored", "asked", "asked"])
    }),
  )

  it.live("that was stored wins over the setting after a restart, until the setting is changed", () =>
    Effect.gen(function* () {
      const tokenStore = Context.get(yield* Layer.build(MemoryStorage.Kernel.layer), TokenStore)
      const clock = hastyClock(start)
      const rotating = new Rotating("the-setting", clockOf(clock))
      const api: Script = (asked) => (rotating.takes(asked) ? { body: [] } : { status: 401, body: "" })
      const options = { clock, tokenStore, token: (asked: Asked) => rotating.answer(asked) }
      for (let restart = 0; restart < 3; restart++) yield* (yield* strava(api, options)).batches()
      expect(rotating.valid).toBe("refresh-3")

      rotating.valid = "a new one"
      const old = yield* strava(api, options)
      expect(yield* Effect.flip(old.batches())).toMatchObject(
        failing("unauthorized", "set STRAVA_REFRESH_TOKEN anew"),
      )
      const changed = yield* strava(api, { ...options, refreshToken: "a new one" })
      yield* changed.batches()
      expect(rotating.valid).toBe("refresh-4")
    }),
  )

  it.live("that was sealed with another key is not passed over, and the error says what to do", () =>
    Effect.gen(function* () {
      const tokenStore = Context.get(yield* Layer.build(MemoryStorage.Kernel.layer), TokenStore)
      const clock = hastyClock(start)
      const rotating = new Rotating("the-setting", clockOf(clock))
      const options = { clock, tokenStore, token: (asked: Asked) => rotating.answer(asked) }
      yield* (yield* strava(() => ({ body: [] }), options)).batches()
      const other = yield* strava(() => ({ body: [] }), { ...options, key: Redacted.make("f".repeat(64)) })
      expect(yield* Effect.flip(other.batches())).toMatchObject(
        failing("unauthorized", "set SEALING_KEY to that key, or STRAVA_REFRESH_TOKEN anew"),
      )
      expect(other.calls).toEqual([])
    }),
  )

  it.live("is used again only when the access token has a minute left", () =>
    Effect.gen(function* () {
      const { batches, calls, clock } = yield* strava(() => ({ body: [] }), {
        token: (_, call) => ({
          body: tokens("the-setting", "access", startSeconds + (call === 1 ? 21_600 : 43_200)),
        }),
      })
      const refreshes = () => calls.filter(({ path }) => path === "/oauth/token").length
      yield* batches()
      clock.skip("358 minutes")
      yield* batches()
      expect(refreshes()).toBe(1)
      clock.skip("1 minute")
      yield* batches()
      expect(refreshes()).toBe(2)
    }),
  )

  it.live("is used again where the access token from before is refused, and once only", () =>
    Effect.gen(function* () {
      const refused: Reply = { status: 401, body: { message: "Authorization Error", errors: [] } }
      let revoked = false
      let given = 0
      const { apiCalls, batches, calls } = yield* strava(
        ({ headers }) => (revoked && headers.authorization !== "Bearer access-2" ? refused : { body: [] }),
        { token: () => ({ body: tokens("the-setting", `access-${++given}`, startSeconds + 21_600) }) },
      )
      yield* batches()
      revoked = true
      yield* batches()
      expect(calls.filter(({ path }) => path === "/oauth/token")).toHaveLength(2)
      given = 5
      const before = apiCalls.length
      expect(
        yield* Effect.flip(strava(() => refused).pipe(Effect.flatMap((fresh) => fresh.batches()))),
      ).toMatchObject(failing("unauthorized", "check STRAVA_CLIENT_ID"))
      expect(apiCalls.length).toBe(before)
    }),
  )

  const refusals = [
    [
      400,
      [{ resource: "RefreshToken", field: "refresh_token", code: "invalid" }],
      "set STRAVA_REFRESH_TOKEN anew",
    ],
    [400, [{ resource: "Application", field: "client_id", code: "invalid" }], "check STRAVA_CLIENT_ID"],
    [401, [{ resource: "Application", field: "", code: "invalid" }], "STRAVA_CLIENT_SECRET"],
    [403, "Forbidden", "STRAVA_CLIENT_SECRET"],
  ] as const
  it.live.each(refusals)("that is refused with %s %j says what to set", ([status, errors, says]) =>
    Effect.gen(function* () {
      const { batches, calls } = yield* strava(() => ({ body: [] }), {
        token: () => ({ status, body: { message: "Bad Request", errors } }),
      })
      expect(yield* Effect.flip(batches())).toMatchObject(failing("unauthorized", says))
      expect(calls).toHaveLength(1)
    }),
  )

  it.live("without the scope to read activities says which one is missing", () =>
    Effect.gen(function* () {
      const { batches } = yield* strava(() => ({
        status: 401,
        body: {
          message: "Authorization Error",
          errors: [{ resource: "AccessToken", field: "activity:read_permission", code: "missing" }],
        },
      }))
      expect(yield* Effect.flip(batches())).toMatchObject(failing("unauthorized", "scope activity:read"))
    }),
  )
})

describe("Strava's limits", () => {
  const quarter = "2026-11-21T10:15:00.000Z"
  const midnight = "2026-11-22T00:00:00.000Z"
  const used = [
    ["the quarter hour of all calls", limits("200,300", "50,300"), quarter, 600],
    ["the quarter hour of reading ones", limits("100,300", "100,300"), quarter, 600],
    ["the day of all calls", limits("5,2000", "5,900"), midnight, 50_100],
    ["the day of reading ones", limits("5,1000", "5,1001"), midnight, 50_100],
    ["both windows", limits("600,30000", "1,1", "600,30000"), midnight, 50_100],
  ] as const
  it.live.each(used)(
    "where %s is used up the page is kept and no more is asked until then",
    ([, headers, until, retryAfter]) =>
      Effect.gen(function* () {
        const { apiCalls, clock, stream } = yield* strava(({ query }) => ({
          headers,
          body: listed(history(1), query),
        }))
        let kept = 0
        const drained = Stream.runForEach(stream(), () => Effect.sync(() => kept++)).pipe(clock.provide)
        expect(yield* Effect.flip(drained)).toMatchObject({
          ...failing("rate limited", `no more calls until ${until}`),
          retryAfter,
        })
        expect([kept, apiCalls.length, clock.slept]).toEqual([1, 1, []])
      }),
  )

  it.live("are good again when their window turns", () =>
    Effect.gen(function* () {
      let calls = 0
      const { batches, clock } = yield* strava(() => {
        calls += 1
        return { headers: calls === 1 ? limits("200,300", "50,300") : limits("1,301", "1,301"), body: [] }
      })
      expect(yield* Effect.flip(batches())).toMatchObject({ failure: "rate limited" })
      clock.skip("10 minutes")
      expect(yield* batches()).toHaveLength(2)
    }),
  )

  it.live("keep nobody for longer where the clock is set back", () =>
    Effect.gen(function* () {
      let calls = 0
      const { batches, clock } = yield* strava(() => {
        calls += 1
        return { headers: calls === 1 ? limits("200,300", "50,300") : limits("1,301", "1,301"), body: [] }
      })
      expect(yield* Effect.flip(batches())).toMatchObject({ failure: "rate limited", retryAfter: 600 })
      clock.setBack("1 hour")
      expect(yield* Effect.flip(batches())).toMatchObject({ failure: "rate limited", retryAfter: 600 })
      clock.skip("10 minutes")
      expect(yield* batches()).toHaveLength(2)
    }),
  )

  it.live("are waited for where the window turns within half a minute", () =>
    Effect.gen(function* () {
      const clock = hastyClock(Date.parse("2026-11-21T10:14:40Z"))
      let calls = 0
      const { batches } = yield* strava(
        () => ({ headers: limits(++calls === 1 ? "200,300" : "1,301", "1,1"), body: [] }),
        { clock },
      )
      expect(yield* batches()).toHaveLength(2)
      expect(clock.slept).toEqual([20_000])
    }),
  )

  const refused = [
    ["that tells of both windows", limits("600,30000", "1,1", "600,30000"), midnight],
    ["that tells of the quarter hour", limits("200,300", "1,1"), quarter],
    ["that tells nothing", {}, quarter],
    ["with a Retry-After", { "retry-after": "1200" }, "2026-11-21T10:25:00.000Z"],
  ] as const
  it.live.each(refused)("a 429 %s is not tried again", ([, headers, until]) =>
    Effect.gen(function* () {
      const { apiCalls, batches, clock } = yield* strava(() => ({
        status: 429,
        headers,
        body: { errors: "Rate Limit Exceeded", status: 429, message: "Too Many Requests" },
      }))
      expect(yield* Effect.flip(batches())).toMatchObject(failing("rate limited", until))
      expect(yield* Effect.flip(batches())).toMatchObject({ failure: "rate limited" })
      expect([apiCalls.length, clock.slept]).toEqual([1, []])
    }),
  )

  it.live("a 429 shortly before the window turns is waited out", () =>
    Effect.gen(function* () {
      const clock = hastyClock(Date.parse("2026-11-21T10:14:45Z"))
      const { batches } = yield* strava(
        (_, call) => (call === 1 ? { status: 429, body: "" } : { body: [] }),
        { clock },
      )
      expect(yield* batches()).toHaveLength(2)
      expect(clock.slept).toEqual([15_000])
    }),
  )
})

describe("secrets", () => {
  it.live("are in no error, whatever Strava sends back", () =>
    Effect.gen(function* () {
      const all = "the-secret the-setting access"
      const bodies: ReadonlyArray<Reply> = [
        { status: 400, body: all },
        { status: 500, body: all },
        { status: 200, body: { access_token: { all }, refresh_token: all } },
        { status: 401, body: { errors: [{ field: all, code: all }] } },
      ]
      for (const reply of bodies) {
        for (const side of ["token", "api"] as const) {
          const asked = yield* strava(() => reply, side === "token" ? { token: () => reply } : {})
          const error = yield* Effect.flip(asked.batches())
          expect(JSON.stringify(error) + String(error)).not.toMatch(/the-secret|the-setting|"access/)
        }
      }
    }),
  )
})
