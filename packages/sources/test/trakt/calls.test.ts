import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Trakt } from "../../src/index.ts"
import { hastyClock } from "../hastyClock.ts"
import { movie, traktOf } from "./samples.ts"
import { now, at, trakt, refsOf } from "./client.ts"

describe("trouble", () => {
  it.live.each([
    [401, "unauthorized", /TRAKT_TOKEN/],
    [403, "unauthorized", /TRAKT_CLIENT_ID/],
    [423, "unauthorized", /locked/],
    [503, "unavailable", /503/],
  ] as const)("%j with an empty body", ([status, failure, message]) =>
    Effect.gen(function* () {
      const { batches } = yield* trakt(() => ({ status, body: "" }))
      expect(yield* Effect.flip(batches())).toMatchObject({
        source: "trakt",
        failure,
        message: expect.stringMatching(message),
      })
    }),
  )

  it.live("of too many calls is waited for, as long as Trakt says", () =>
    Effect.gen(function* () {
      const { batches, clock } = yield* trakt((asked, call) =>
        call === 1
          ? { status: 429, headers: { "retry-after": "12" }, body: "" }
          : traktOf({ movies: [movie(1, at(1))] })(asked),
      )
      expect(refsOf(yield* batches())).toEqual([1])
      expect(Math.max(...clock.slept)).toBeGreaterThanOrEqual(12_000)
    }),
  )

  it.live("with ratings or shows does not stop the history", () =>
    Effect.gen(function* () {
      const { batches } = yield* trakt((asked) =>
        asked.path.startsWith("/sync/history")
          ? traktOf({ movies: [movie(1, at(1))] })(asked)
          : { status: 404, body: "" },
      )
      expect(refsOf(yield* batches())).toEqual([1])
    }),
  )
})

describe("the pace", () => {
  const films = { movies: [movie(1, at(1))] }

  it.live("is empty at a stand-in", () =>
    Effect.gen(function* () {
      const { batches, clock } = yield* trakt(traktOf(films))
      yield* batches()
      expect(clock.slept).toEqual([])
    }),
  )

  it.live("is 300 milliseconds at Trakt's own host", () =>
    Effect.gen(function* () {
      const clock = hastyClock(now)
      const source = yield* Trakt.makeHistory({
        clientId: Redacted.make("the-client"),
        token: Redacted.make("the-token"),
      })
      let calls = 0
      // Nothing leaves this process: the fetch is ours.
      const answered: typeof fetch = () => {
        calls += 1
        return Promise.resolve(new Response("[]"))
      }
      yield* Stream.runDrain(source.records(Option.none())).pipe(
        Effect.provideService(FetchHttpClient.Fetch, answered),
        clock.provide,
      )
      expect(calls).toBeGreaterThan(1)
      expect(clock.slept).toEqual(Array.from({ length: calls - 1 }, () => 300))
    }).pipe(Effect.provide(FetchHttpClient.layer)),
  )
})
