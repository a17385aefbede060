import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { activity, listed, type Order } from "./samples.ts"
import { startSeconds, day, type Script, strava, refsOf, history, failing } from "./client.ts"

describe("a first sync", () => {
  it.live("requests everything with the token, 200 at a time, and ends at an empty page", () =>
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
    { timeout: 180_000, arbitrary: { runs: 25, size: 60 } },
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

  it.live("ends where a server supports page numbers only", () =>
    Effect.gen(function* () {
      const done = history(7)
      const { batches } = yield* strava(({ query }) => {
        const page = new URLSearchParams({ page: query.get("page") ?? "1", per_page: "3" })
        return { body: listed(done, page, { order: "newest first" }) }
      })
      expect(new Set(refsOf(yield* batches())).size).toBe(7)
    }),
  )

  it.live("gives up on pages without end", () =>
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

  it.live("lists activities of all sports, apart from unreadable rows", () =>
    Effect.gen(function* () {
      const done = [
        { id: 1, at: startSeconds - 100, sport: "Swim" },
        { id: 2, at: startSeconds - 50 },
        { id: 3, at: startSeconds - 20, more: { start_date: null } },
      ]
      const { batches } = yield* strava(({ query }) => ({ body: listed(done, query) }))
      const [first] = yield* batches()
      expect(first).toMatchObject({
        runs: [
          { ref: "1", sport: "swim" },
          { ref: "2", sport: "" },
        ],
        gone: [],
        rejected: ["3"],
      })
    }),
  )
})

describe("the next sync", () => {
  it.live("reads the 30 days before the last sync again, as one batch marked as whole", () =>
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
        501,
      ])
      expect(again?.gone).toEqual([])
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
