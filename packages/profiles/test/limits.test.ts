import {
  type Bucket,
  type BucketLevel,
  drawFrom,
  limitsInForce,
  makeQuotas,
  noLimits,
  type Profile,
  type ProfileStore,
  quotasOf,
  type Usage,
  WorkspaceId,
  type WorkspaceLimits,
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
import { batchRequest, makeStore, newRequest } from "./profileStore.ts"

const home = WorkspaceId.make("home")

describe("a bucket", () => {
  it("fills at its rate up to its size, owes what was spent, and forgets a clock that was set back", () => {
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
    // A clock set back by an hour locks nobody out for an hour.
    const back = draw({ level: 0, at: 3_700_000 }, 0, 1, 100_000)
    assert.deepInclude(draw(back.level, 0, 1, 100_100), { granted: 1 })
  })

  it("is a workspace's own where it has a rate, and each quota its own where it has one", () => {
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

/** Servers that share the buckets of one store, which counts how often it is asked. */
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
  it.effect("is drawn in blocks, tells of itself, and lets a sender come back when it says", () =>
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
  it("of requests counts those of this month in UTC", () => {
    const noNames = { string: 2, number: 1, boolean: 0, date: 0, list: 0 }
    const days = ["2026-06-30", "2026-07-01", "2026-07-31"].map((day, index) => ({
      day: LocalDate.make(day),
      operation: "set" as const,
      requests: 10 ** index,
    }))
    const usageOf = {
      profiles: 5,
      bytes: 70,
      waiting: { profiles: 9, bytes: 9 },
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

  const usage: Usage = {
    profiles: 6,
    bytes: 60,
    waiting: { profiles: 3, bytes: 40 },
    properties: { string: 1, number: 1, boolean: 0, date: 0, list: 0 },
    requests: [],
  }
  type Request = ReturnType<typeof newRequest>
  /** Holds a batch to the limits; gives the quota of each request that goes past one. */
  const makeCheck = (more: Partial<ProfileStore["Service"]>) => {
    const asked = { usage: 0, unknown: 0, profiles: 0 }
    const counting =
      <Args extends ReadonlyArray<unknown>, A>(name: keyof typeof asked, answer: (...args: Args) => A) =>
      (...args: Args) =>
        Effect.sync(() => ((asked[name] += 1), answer(...args)))
    const { store } = makeStore({
      usage: counting("usage", () => usage),
      findUnknown: counting("unknown", (_, ids: ReadonlyArray<string>, names: ReadonlyArray<string>) => ({
        profiles: ids.filter((id) => id.startsWith("new")),
        properties: names.filter((name) => name.startsWith("new")),
      })),
      findRetries: (_, keys) => Effect.succeed(keys.filter((key) => key === "sent before")),
      ...more,
    })
    const find = makeQuotas(store)
    const check = (limits: Partial<WorkspaceLimits>, ...requests: ReadonlyArray<Request>) =>
      Effect.map(
        find(requests.map((request) => ({ ...request, limits: { ...noLimits, ...limits } }))),
        (found) => requests.map((_, index) => found.get(index)?.quota),
      )
    return { asked, check, counting }
  }

  it.effect(
    "is asked for nothing where there is none, for usage once a batch, and for what is new near its end",
    () =>
      Effect.gen(function* () {
        const { asked, check } = makeCheck({})
        yield* check({ perSecond: 1 }, newRequest("new"))
        assert.deepStrictEqual(asked, { usage: 0, unknown: 0, profiles: 0 })
        const two = [newRequest("new 1"), newRequest("new 2")] as const
        assert.deepStrictEqual(yield* check({ profiles: 11 }, ...two), [undefined, undefined])
        assert.deepStrictEqual(asked, { usage: 1, unknown: 0, profiles: 0 })
        assert.deepStrictEqual(yield* check({ monthlyRequests: 1 }, ...two), [undefined, "requests"])
        assert.deepStrictEqual(yield* check({ profiles: 9 }, newRequest("known")), [undefined])
        assert.deepStrictEqual(yield* check({ properties: 2 }, newRequest("known")), [undefined])
        const named = batchRequest("known", { $set: { new: 1 } })
        assert.deepStrictEqual(yield* check({ properties: 2 }, named), ["properties"])
        assert.deepStrictEqual(asked, { usage: 5, unknown: 4, profiles: 0 })
      }),
  )

  it.effect(
    "counts what waits and what a batch makes, each profile and name once, and lets no more through",
    () =>
      Effect.gen(function* () {
        const { check } = makeCheck({})
        const ids = ["new 1", "known", "new 2", "new 1", "new 3", "new 2"]
        const found = yield* check({ profiles: 11 }, ...ids.map((id) => newRequest(id)))
        assert.deepStrictEqual(found, [undefined, undefined, undefined, undefined, "profiles", undefined])
        const names = ["new 1", "x", "new 2", "new 1"].map((name) =>
          batchRequest("known", { $set: { [name]: 1 } }),
        )
        assert.deepStrictEqual(yield* check({ properties: 3 }, ...names), [
          undefined,
          undefined,
          "properties",
          undefined,
        ])
      }),
  )

  it.effect("of bytes reads profiles only near its end, and refuses what makes them larger", () =>
    Effect.gen(function* () {
      const known: Readonly<Record<string, Profile>> = {
        ann: { distinctId: "ann", properties: { x: "text", list: [1] }, createdAt: 0, updatedAt: 0 },
      }
      const { asked, counting } = makeCheck({})
      const { check } = makeCheck({
        profiles: counting(
          "profiles",
          (_, ids: ReadonlyArray<string>) =>
            new Map(ids.flatMap((id) => (known[id] === undefined ? [] : [[id, known[id]]]))),
        ),
      })
      const passes = (left: number, id: string, ...actions: ReadonlyArray<object>) =>
        check({ bytes: 100 + left }, ...actions.map((action) => batchRequest(id, action)))
      assert.deepStrictEqual(yield* passes(500, "bob", { $set: { x: "a", y: 2 }, $add: { n: 1 } }), [
        undefined,
      ])
      assert.strictEqual(asked.profiles, 0)
      // A new profile is {"x": "a"}.
      assert.deepStrictEqual(yield* passes(10, "bob", { $set: { x: "a" } }), [undefined])
      assert.deepStrictEqual(yield* passes(9, "bob", { $set: { x: "a" } }), ["bytes"])
      // The same again adds nothing.
      const twice = [{ $set: { x: "a" } }, { $set: { x: "a" } }, { $set: { x: "ab" } }]
      assert.deepStrictEqual(yield* passes(10, "bob", ...twice), [undefined, undefined, "bytes"])
      for (const action of [
        { $once: { x: "longer than before" } },
        { $set: { x: "same" } },
        { $set: { x: "" } },
        { $unset: ["x"] },
        { $unset: ["x"], $set: { y: "ab" } },
        { $add: { n: 1 }, $unset: ["x"] },
      ]) {
        assert.deepStrictEqual(yield* passes(0, "ann", action), [undefined], JSON.stringify(action))
      }
      for (const action of [{ $set: { x: "longer" } }, { $append: { list: 1 } }, { $add: { n: 1 } }]) {
        assert.deepStrictEqual(yield* passes(0, "ann", action), ["bytes"], JSON.stringify(action))
      }
      // One that is over its quota already may shrink, or stay as it is.
      assert.deepStrictEqual(yield* passes(-50, "ann", { $set: { x: "same" } }), [undefined])
    }),
  )

  it.effect("that is used up refuses no retry of what was accepted", () =>
    Effect.gen(function* () {
      const { check } = makeCheck({})
      const send = (key: string) =>
        check({ profiles: 9 }, { ...newRequest("new"), idempotency: { key, bodyHash: "any" } })
      assert.deepStrictEqual(yield* send("sent before"), [undefined])
      assert.deepStrictEqual(yield* send("another"), ["profiles"])
      const retry = { ...newRequest("known"), idempotency: { key: "sent before", bodyHash: "any" } }
      const found = yield* check({ monthlyRequests: 1 }, retry, newRequest("known"), newRequest("known"))
      assert.deepStrictEqual(found, [undefined, undefined, "requests"])
    }),
  )
})
