import {
  type Bucket,
  type BucketLevel,
  drawFrom,
  limitsInForce,
  noLimits,
  quotasOf,
  WorkspaceId,
  WorkspaceRates,
  WorkspaceStore,
} from "@daybook/profiles"
import { LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"

const home = WorkspaceId.make("home")

describe("a bucket", () => {
  it("fills at its rate up to its size, owes what was spent, and forgets a clock set back", () => {
    const bucket: Bucket = { perSecond: 10, burst: 20 }
    const draw = (known: BucketLevel | undefined, owed: number, wanted: number, now: number) => {
      const { granted, left, ...level } = drawFrom(known, bucket, { owed, wanted }, now)
      return { granted, left, level }
    }
    const first = draw(undefined, 0, 15, 100_000)
    assert.deepInclude(first, { granted: 15, left: 5 })
    assert.deepInclude(draw(first.level, 0, 15, 100_000), { granted: 5, left: 0 })
    assert.deepInclude(draw(first.level, 0, 15, 100_550), { granted: 10, left: 0.5 })
    assert.deepInclude(draw(first.level, 0, 1, 900_000), { granted: 1, left: 19 })
    const owing = draw(first.level, 25, 1, 100_000)
    assert.deepInclude(owing, { granted: 0, left: -20 })
    assert.deepInclude(draw(owing.level, 0, 1, 102_000), { granted: 0, left: 0 })
    // The clock of another server is behind: nothing fills twice.
    const behind = draw(first.level, 0, 5, 99_000)
    assert.deepStrictEqual(behind.level, { level: 0, at: 100_000 })
    // A clock set back by an hour locks no one out for an hour.
    const back = draw({ level: 0, at: 3_700_000 }, 0, 1, 100_000)
    assert.deepInclude(draw(back.level, 0, 1, 100_100), { granted: 1 })
  })

  it("is a workspace's own if it has a rate, and each quota its own if it has one", () => {
    const general = { ...noLimits, perSecond: 5, burst: 50, profiles: 10, properties: 3 }
    assert.deepStrictEqual(limitsInForce(noLimits, general), general)
    assert.deepStrictEqual(limitsInForce({ ...noLimits, perSecond: 7, profiles: 0 }, general), {
      ...general,
      perSecond: 7,
      burst: undefined,
      profiles: 0,
    })
  })
})

/** Servers that share the buckets of one store, which counts how often it is called. */
const makeServers = (count: number) => {
  const asked = { draws: 0 }
  let level: BucketLevel | undefined
  const store = Layer.mock(WorkspaceStore, {
    draw: (_: WorkspaceId, bucket: Bucket, wanted: Parameters<typeof drawFrom>[2], now: number) =>
      Effect.sync(() => {
        asked.draws += 1
        const drawn = drawFrom(level, bucket, wanted, now)
        level = drawn
        return drawn
      }),
  })
  const start = Effect.map(Layer.build(Layer.fresh(Layer.provide(WorkspaceRates.layer, store))), (built) =>
    Context.get(built, WorkspaceRates),
  )
  return Effect.map(Effect.all(Array.from({ length: count }, () => start)), (servers) => ({ asked, servers }))
}

describe("the rate of a workspace", () => {
  it.effect("is drawn in blocks, reports itself, and lets a sender come back when it says", () =>
    Effect.gen(function* () {
      const { asked, servers } = yield* makeServers(1)
      const [rates] = servers
      assert.isDefined(rates)
      const bucket = { perSecond: 100, burst: 200 }
      const take = rates.take(home, bucket)
      assert.deepInclude(yield* take, { allowed: true, limit: 200, remaining: 199 })
      for (let request = 1; request < 200; request++) assert.isTrue((yield* take).allowed)
      assert.isBelow(asked.draws, 26)
      const refused = yield* take
      assert.deepInclude(refused, { allowed: false, remaining: 0, retryAfter: 1 })
      const draws = asked.draws
      for (let request = 0; request < 50; request++) assert.isFalse((yield* take).allowed)
      assert.strictEqual(asked.draws, draws)
      yield* TestClock.adjust("1 second")
      let allowed = 0
      while ((yield* take).allowed) allowed += 1
      assert.strictEqual(allowed, 100)

      // A batch of a thousand is paid for by those that come afterwards.
      yield* TestClock.adjust("2 seconds")
      assert.isTrue((yield* take).allowed)
      rates.charge(home, 999)
      yield* TestClock.adjust("2 seconds")
      const after = yield* take
      assert.isFalse(after.allowed)
      yield* TestClock.adjust(`${after.retryAfter} seconds`)
      assert.isTrue((yield* take).allowed)
      assert.include([7, 8], after.retryAfter)
    }),
  )

  it.effect.prop(
    "holds over all servers: in no time are more allowed than the burst and the rate of a second more",
    [
      Schema.Struct({
        perSecond: Schema.Literals([1, 3, 50, 400]),
        burst: Schema.Literals([1, 5, 60]),
        steps: Schema.Array(
          Schema.Struct({
            wait: Schema.Literals([0, 0, 5, 90, 400, 1_100, 3_000]),
            server: Schema.Literals([0, 1, 2]),
            times: Schema.Literals([1, 4, 30]),
          }),
        ).check(Schema.isBetweenLength(5, 40)),
      }),
    ],
    ([{ burst, perSecond, steps }]) =>
      Effect.gen(function* () {
        const { servers } = yield* makeServers(3)
        const allowed: Array<number> = []
        let now = 0
        for (const { server, times, wait } of steps) {
          yield* TestClock.adjust(wait)
          now += wait
          for (let time = 0; time < times; time++) {
            const standing = yield* (servers[server] ?? assert.fail()).take(home, { perSecond, burst })
            if (standing.allowed) allowed.push(now)
          }
        }
        assert.isAtLeast(allowed.length, 1)
        for (const [first, from] of allowed.entries()) {
          for (const [last, to] of allowed.entries()) {
            if (last < first) continue
            const most = burst + ((to - from + 1_000) * perSecond) / 1_000
            assert.isAtMost(last - first + 1, most, `from ${from} to ${to}`)
          }
        }
      }).pipe(Effect.scoped),
    { arbitrary: { runs: 30 } },
  )
})

describe("a quota", () => {
  it("of requests counts this month's in UTC", () => {
    const noNames = { string: 2, number: 1, boolean: 0, date: 0, list: 0 }
    const days = ["2026-06-30", "2026-07-01", "2026-07-31"].map((day, index) => ({
      day: LocalDate.make(day),
      operation: "set" as const,
      requests: 10 ** index,
    }))
    const usageOf = {
      profiles: 5,
      bytes: 70,
      properties: noNames,
      requests: days,
    }
    const limits = { ...noLimits, properties: 4, bytes: 60, monthlyRequests: 200 }
    assert.deepStrictEqual(quotasOf(limits, usageOf, Date.UTC(2026, 7, 1) - 1), {
      properties: { limit: 4, used: 3 },
      bytes: { limit: 60, used: 70 },
      requests: { limit: 200, used: 110 },
    })
  })
})
