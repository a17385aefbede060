import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { hastyClock } from "../hastyClock.ts"
import { limits, listed } from "./samples.ts"
import { strava, history, failing } from "./client.ts"

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
    "if %s is used up the page is stored and no request is sent until then",
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

  it.live("reset when their window turns", () =>
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

  it.live("block no longer if the clock is set back", () =>
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
    ["that reports both windows", limits("600,30000", "1,1", "600,30000"), midnight],
    ["that reports the quarter hour", limits("200,300", "1,1"), quarter],
    ["that reports nothing", {}, quarter],
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
