import { type Allowance, RateLimiter, windowMillis } from "@daybook/access"
import type { EpochMillis } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { busiestWindow, RateLimiterModel } from "./rateLimiterModel.ts"

/** The steps of a test: the time to wait, then the request, its subject and its limit. */
const Step = Schema.Struct({
  wait: Schema.Literals([0, 0, 1, 999, 7_000, 29_500, 59_999, 60_000, 61_000]),
  ask: Schema.Literals(["take", "take", "take", "peek"]),
  subject: Schema.Literals(["key 1", "key 2", "address ::1"]),
  limit: Schema.Literals([1, 2, 3, 5]),
})

const manySteps = Schema.Array(Step).check(Schema.isBetweenLength(20, 60))

const properties = { timeout: 120_000, arbitrary: { runs: 10, size: 60, maxShrinks: 40 } }

const answerOf = ({ allowed, limit, remaining, resetAt }: Allowance) => ({
  allowed,
  limit,
  remaining,
  resetAt,
})

/** The number of allowed requests. */
const allowedOf = (answers: ReadonlyArray<Allowance>): number =>
  answers.filter((answer) => answer.allowed).length

/** Takes this many times; returns the responses. */
const takes = (subject: string, limit: number, times: number) =>
  Effect.gen(function* () {
    const limiter = yield* RateLimiter
    const answers: Array<Allowance> = []
    for (let time = 0; time < times; time++) answers.push(yield* limiter.take(subject, limit))
    return answers
  })

/**
 * The contract of every `RateLimiter` that a single server uses: it allows exactly the limit. `fresh` returns a new limiter that
 * has counted nothing, built again for each test.
 */
export const rateLimiterContract = (adapter: string, fresh: () => Layer.Layer<RateLimiter>): void => {
  const test = (name: string, body: Effect.Effect<void, never, RateLimiter>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  describe(`${adapter}: the rate limit of one server`, () => {
    it.effect.prop(
      "never more than the limit is allowed in any 60 seconds",
      [manySteps],
      ([steps]) =>
        Effect.gen(function* () {
          const limiter = yield* RateLimiter
          const allowed: Array<EpochMillis> = []
          for (const { wait, subject } of steps) {
            yield* TestClock.adjust(wait)
            for (const other of ["key 1", subject]) {
              const answer = yield* limiter.take(other, 4)
              if (answer.allowed && other === "key 1") allowed.push(yield* Clock.currentTimeMillis)
            }
          }
          assert.isAtMost(busiestWindow(allowed), 4)
        }).pipe(Effect.provide(fresh())),
      properties,
    )

    it.effect.prop(
      "any sequence of requests follows the rule, whatever limits are raised or lowered in between",
      [manySteps],
      ([steps]) =>
        Effect.gen(function* () {
          const limiter = yield* RateLimiter
          const model = new RateLimiterModel()
          for (const { wait, ask, subject, limit } of steps) {
            yield* TestClock.adjust(wait)
            const now = yield* Clock.currentTimeMillis
            const answer = yield* limiter[ask](subject, limit)
            assert.deepStrictEqual(answerOf(answer), model[ask](subject, limit, now))
            assert.isAtLeast(answer.retryAfter, 1)
          }
        }).pipe(Effect.provide(fresh())),
      properties,
    )

    it.effect.prop(
      "a refused request is allowed after the returned number of seconds, at most 60",
      [manySteps],
      ([steps]) =>
        Effect.gen(function* () {
          const limiter = yield* RateLimiter
          for (const { wait, subject, limit } of steps) {
            yield* TestClock.adjust(wait)
            const { allowed, retryAfter } = yield* limiter.take(subject, limit)
            if (allowed) continue
            assert.isTrue(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 60)
            yield* TestClock.adjust(retryAfter * 1000)
            assert.isTrue((yield* limiter.take(subject, limit)).allowed, `after ${retryAfter} s`)
          }
        }).pipe(Effect.provide(fresh())),
      properties,
    )

    test(
      "a request counts for 60 seconds from its own time, to the millisecond",
      Effect.gen(function* () {
        yield* takes("key 1", 2, 1)
        yield* TestClock.adjust(30_000)
        yield* takes("key 1", 2, 1)
        yield* TestClock.adjust(29_999)
        const [refused] = yield* takes("key 1", 2, 1)
        assert.deepStrictEqual(refused, {
          allowed: false,
          limit: 2,
          remaining: 0,
          resetAt: windowMillis,
          retryAfter: 1,
        })
        yield* TestClock.adjust(1)
        const answers = yield* takes("key 1", 2, 2)
        assert.deepStrictEqual(
          answers.map((answer) => answer.allowed),
          [true, false],
        )
      }),
    )

    test(
      "a refused request does not count",
      Effect.gen(function* () {
        yield* takes("key 1", 3, 3)
        yield* TestClock.adjust(59_000)
        assert.strictEqual(allowedOf(yield* takes("key 1", 3, 10)), 0, "allowed while the window is full")
        yield* TestClock.adjust(1_000)
        assert.strictEqual(
          allowedOf(yield* takes("key 1", 3, 3)),
          3,
          "allowed when the window is empty again",
        )
      }),
    )

    it.effect.prop(
      "a clock set back makes nothing count for longer than 60 seconds",
      { hours: Schema.Literals([1, 24]), later: Schema.Literals([0, 1, 30_000, 59_999]) },
      ({ hours, later }) =>
        Effect.gen(function* () {
          assert.strictEqual(allowedOf(yield* takes("key 1", 3, 4)), 3)
          yield* TestClock.adjust(later)
          yield* TestClock.setTime((yield* Clock.currentTimeMillis) - hours * 3_600_000)
          const [refused] = yield* takes("key 1", 3, 1)
          assert.isFalse(refused?.allowed, "allowed though the window is full")
          assert.strictEqual(refused?.retryAfter, Math.ceil((windowMillis - later) / 1000))
          assert.strictEqual(refused?.resetAt, (yield* Clock.currentTimeMillis) + windowMillis - later)
          yield* TestClock.adjust(windowMillis - later)
          assert.strictEqual(allowedOf(yield* takes("key 1", 3, 3)), 3)
        }).pipe(Effect.provide(fresh())),
      properties,
    )

    test(
      "one subject's requests do not count for another",
      Effect.gen(function* () {
        yield* takes("key 1", 3, 5)
        const answers = yield* takes("key 11", 3, 1)
        assert.deepStrictEqual(answers.map(answerOf), [
          { allowed: true, limit: 3, remaining: 2, resetAt: windowMillis },
        ])
      }),
    )

    test(
      "looking counts nothing and refuses nothing",
      Effect.gen(function* () {
        const limiter = yield* RateLimiter
        const nothing = { allowed: true, limit: 2, remaining: 2, resetAt: 0 }
        for (let time = 0; time < 5; time++) {
          assert.deepStrictEqual(answerOf(yield* limiter.peek("key 1", 2)), nothing)
        }
        assert.strictEqual(allowedOf(yield* takes("key 1", 2, 2)), 2, "allowed after looking")
        const full = { allowed: true, limit: 2, remaining: 0, resetAt: windowMillis }
        assert.deepStrictEqual(answerOf(yield* limiter.peek("key 1", 2)), full)
      }),
    )

    test(
      "of requests that come at the same time exactly the limit is allowed",
      Effect.gen(function* () {
        const limiter = yield* RateLimiter
        const answers = yield* Effect.forEach(Array.from({ length: 50 }), () => limiter.take("key 1", 20), {
          concurrency: "unbounded",
        })
        assert.strictEqual(allowedOf(answers), 20)
      }),
    )

    test(
      "a higher limit allows more at once; a lower limit waits for requests to leave",
      Effect.gen(function* () {
        assert.strictEqual(allowedOf(yield* takes("key 1", 2, 4)), 2)
        yield* TestClock.adjust(10_000)
        assert.strictEqual(allowedOf(yield* takes("key 1", 5, 6)), 3, "allowed under a raised limit")
        yield* TestClock.adjust(50_000)
        // The first two have left the window; the three that still count are more than the limit allows now.
        const [refused] = yield* takes("key 1", 1, 1)
        assert.isFalse(refused?.allowed, "allowed above a lowered limit")
        assert.strictEqual(refused?.remaining, 0)
        assert.strictEqual(refused?.retryAfter, 10)
        yield* TestClock.adjust(10_000)
        assert.strictEqual(allowedOf(yield* takes("key 1", 1, 2)), 1, "allowed under a lowered limit")
      }),
    )
  })
}
