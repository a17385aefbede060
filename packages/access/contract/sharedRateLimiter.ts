import type { RateLimiter } from "@daybook/access"
import type { EpochMillis } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { busiestWindow } from "./rateLimiterModel.ts"

/** Several servers on one store, for `sharedRateLimiterContract`. */
export class RateLimiterServers extends Context.Service<
  RateLimiterServers,
  {
    /** Starts one more server on the store; returns its limiter. It stops when the scope closes. */
    readonly start: Effect.Effect<RateLimiter["Service"], never, Scope.Scope>
  }
>()("daybook/access/contract/RateLimiterServers") {}

const Step = Schema.Struct({
  wait: Schema.Literals([0, 0, 0, 300, 7_000, 29_500, 60_000, 125_000]),
  server: Schema.Literals([0, 0, 1, 2]),
  times: Schema.Literals([1, 3, 8]),
})

const manySteps = Schema.Array(Step).check(Schema.isBetweenLength(10, 30))

const properties = { timeout: 120_000, arbitrary: { runs: 10, size: 60, maxShrinks: 40 } }

/** Takes this many times; returns the times of the allowed requests. */
const allowedTimes = Effect.fnUntraced(function* (
  limiter: RateLimiter["Service"],
  limit: number,
  times: number,
) {
  const allowed: Array<EpochMillis> = []
  for (let time = 0; time < times; time++) {
    const now = yield* Clock.currentTimeMillis
    if ((yield* limiter.take("key 1", limit)).allowed) allowed.push(now)
  }
  return allowed
})

/**
 * The contract of a `RateLimiter` that several servers share: together they never allow more than the limit. `fresh`
 * returns a store that has counted nothing, built again for each test. `slack` is the part of a limit that one busy
 * server may miss because others hold it.
 */
export const sharedRateLimiterContract = (
  adapter: string,
  fresh: () => Layer.Layer<RateLimiterServers>,
  slack: (limit: number) => number,
): void => {
  const test = (name: string, body: Effect.Effect<void, never, RateLimiterServers | Scope.Scope>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  describe(`${adapter}: the rate limit that servers share`, () => {
    it.effect.prop(
      "all servers together never allow more than the limit in any 60 seconds",
      { steps: manySteps, limit: Schema.Literals([1, 5, 12]) },
      ({ steps, limit }) =>
        Effect.gen(function* () {
          const servers = yield* RateLimiterServers
          const limiters = yield* Effect.all([servers.start, servers.start, servers.start])
          const allowed: Array<EpochMillis> = []
          for (const { wait, server, times } of steps) {
            yield* TestClock.adjust(wait)
            allowed.push(...(yield* allowedTimes(limiters[server], limit, times)))
          }
          assert.isAtMost(busiestWindow(allowed), limit)
        }).pipe(Effect.provide(fresh())),
      properties,
    )

    it.effect.prop(
      "servers that are killed take no more of a limit with them than they have used, and for little more than a minute",
      {
        uses: Schema.Array(Schema.Literals([0, 1, 1, 3])).check(Schema.isBetweenLength(10, 10)),
        back: Schema.Boolean,
      },
      ({ uses, back }) =>
        Effect.gen(function* () {
          const servers = yield* RateLimiterServers
          const limit = 100
          const allowed: Array<EpochMillis> = []
          // A server that gets no more requests counts as dead: it returns nothing to the others.
          for (const times of uses) {
            allowed.push(...(yield* allowedTimes(yield* servers.start, limit, times)))
            yield* TestClock.adjust("1 second")
          }
          const used = allowed.length
          const elapsed = uses.length * 1_000
          // If the clock was set back, earlier times cannot be compared.
          if (back) yield* TestClock.setTime((yield* Clock.currentTimeMillis) - 3_600_000)
          const last = yield* servers.start
          const more = (yield* allowedTimes(last, limit, limit)).length
          assert.isAtLeast(more, limit - 2 * used)
          assert.isAtMost(more, limit - used)
          // It knows whether its own requests leave first or the others', and waits for them.
          const { allowed: now, retryAfter } = yield* last.take("key 1", limit)
          assert.isFalse(now)
          yield* TestClock.adjust(retryAfter * 1_000)
          assert.isTrue((yield* last.take("key 1", limit)).allowed, `after ${retryAfter} s`)
          yield* TestClock.adjust(90_000 - elapsed)
          assert.strictEqual((yield* allowedTimes(last, limit, limit + 1)).length, limit)
        }).pipe(Effect.provide(fresh())),
      properties,
    )

    test(
      "servers that are called at the same time never allow more than the limit together",
      Effect.gen(function* () {
        const servers = yield* RateLimiterServers
        const limiters = yield* Effect.all([servers.start, servers.start, servers.start])
        const times = yield* Effect.forEach(
          limiters.flatMap((limiter) => Array.from({ length: 20 }, () => limiter)),
          (limiter) => allowedTimes(limiter, 20, 1),
          { concurrency: "unbounded" },
        )
        assert.isAtMost(times.flat().length, 20)
      }),
    )

    test(
      "one busy server gets the limit without the unused part of the others",
      Effect.gen(function* () {
        const servers = yield* RateLimiterServers
        const [busy, quiet] = yield* Effect.all([servers.start, servers.start])
        yield* allowedTimes(quiet, 60, 1)
        for (let time = 0; time < 6; time++) {
          const allowed = yield* allowedTimes(busy, 60, 80)
          assert.isAtLeast(allowed.length, 60 - 1 - slack(60))
          yield* TestClock.adjust(61_000)
        }
        const alone = yield* allowedTimes(busy, 60, 80)
        assert.strictEqual(alone.length, 60, "a server without requests for minutes has nothing")
      }),
    )

    test(
      "requests that a server allowed still count after it has stopped",
      Effect.gen(function* () {
        const servers = yield* RateLimiterServers
        const first = yield* Scope.make()
        const stopped = yield* Scope.provide(servers.start, first)
        const before = yield* allowedTimes(stopped, 20, 5)
        assert.strictEqual(before.length, 5)
        yield* Scope.close(first, Exit.void)
        const next = yield* servers.start
        const { length } = yield* allowedTimes(next, 20, 30)
        assert.isAtMost(length, 15)
        assert.isAtLeast(length, 15 - slack(20))
        yield* TestClock.adjust(60_000)
        assert.isAtMost((yield* allowedTimes(next, 20, 30)).length, 20)
      }),
    )
  })
}
