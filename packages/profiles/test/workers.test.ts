import { forgetErasures, forgetOutcomes, ProfileStore, ProfileInbox, workers } from "@daybook/profiles"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { TestClock } from "effect/testing"
import { makeStore, newRequest } from "./profileStore.ts"

const serviceOf = (store: ProfileStore["Service"]) => Layer.succeed(ProfileStore, store)
const silent = Logger.layer([])

describe("a worker", () => {
  it.effect("applies what is accepted at once, and looks once a second for what others have accepted", () => {
    let asked = 0
    const { store } = makeStore({ apply: () => Effect.sync(() => ((asked += 1), 0)) })
    return Effect.gen(function* () {
      const inbox = yield* ProfileInbox
      yield* TestClock.adjust("1 millis")
      const first = asked
      yield* TestClock.adjust("998 millis")
      assert.strictEqual(asked, first)
      yield* inbox.accept(newRequest("ann"))
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(asked, first + 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(asked, first + 2)
    }).pipe(
      Effect.provide(
        workers(1).pipe(Layer.provideMerge(ProfileInbox.layer()), Layer.provide(serviceOf(store))),
      ),
    )
  })

  it.effect("goes on a second after the store has failed", () => {
    let asked = 0
    const { store } = makeStore({
      apply: () => Effect.suspend(() => ((asked += 1), asked === 1 ? Effect.die("away") : Effect.succeed(0))),
    })
    return Effect.gen(function* () {
      yield* TestClock.adjust("999 millis")
      assert.strictEqual(asked, 1)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(asked, 2)
    }).pipe(
      Effect.provide(
        workers(1).pipe(
          Layer.provideMerge(ProfileInbox.layer()),
          Layer.provide(serviceOf(store)),
          Layer.provide(silent),
        ),
      ),
    )
  })

  it.effect("waits a little after a batch that was not full, so that the next one is worth its cost", () => {
    let asked = 0
    const { store } = makeStore({
      apply: (limit) => Effect.sync(() => ((asked += 1), asked === 1 ? limit : asked === 2 ? 1 : 0)),
    })
    return Effect.gen(function* () {
      yield* TestClock.adjust("49 millis")
      assert.strictEqual(asked, 2)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(asked, 3)
    }).pipe(
      Effect.provide(
        workers(1).pipe(Layer.provideMerge(ProfileInbox.layer()), Layer.provide(serviceOf(store))),
      ),
    )
  })

  it.effect("takes more at once while that is quick", () => {
    const limits: Array<number> = []
    const { store } = makeStore({
      apply: (limit) => Effect.sync(() => (limits.push(limit), limits.length < 10 ? limit : 0)),
    })
    return Effect.gen(function* () {
      while (limits.length < 10) yield* Effect.yieldNow
      assert.strictEqual(limits[0], 400)
      assert.strictEqual(Math.max(...limits), 4_000)
    }).pipe(
      Effect.provide(
        workers(1).pipe(Layer.provideMerge(ProfileInbox.layer()), Layer.provide(serviceOf(store))),
      ),
    )
  })
})

describe("the size of a batch", () => {
  /** The sizes of the first four batches, where each is full and takes so long. */
  const limitsWhere = (millis: number) => {
    const limits: Array<number> = []
    const { store } = makeStore({
      apply: (limit) =>
        Effect.suspend(() => {
          limits.push(limit)
          return Effect.delay(Effect.succeed(limit), millis)
        }),
    })
    return Effect.as(TestClock.adjust(millis * 3), limits).pipe(
      Effect.provide(
        workers(1).pipe(Layer.provideMerge(ProfileInbox.layer()), Layer.provide(serviceOf(store))),
      ),
    )
  }

  it.effect("is halved after more than 60 ms, to 200 at the least, and doubled after less than 20", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* limitsWhere(61), [400, 200, 200, 200])
      assert.deepStrictEqual(yield* limitsWhere(60), [400, 400, 400, 400])
      assert.deepStrictEqual(yield* limitsWhere(20), [400, 400, 400, 400])
      assert.deepStrictEqual(yield* limitsWhere(19), [400, 800, 1_600, 3_200])
    }),
  )
})

describe("old requests and keys", () => {
  it.effect("is forgotten each hour, batch by batch until nothing is left", () => {
    const asked: Array<number> = []
    const { store } = makeStore({
      forget: (before) => Effect.sync(() => (asked.push(before), asked.length % 3 === 0 ? 0 : 1_000)),
    })
    const day = 24 * 60 * 60 * 1000
    return Effect.gen(function* () {
      yield* TestClock.adjust("59 seconds")
      assert.deepStrictEqual(asked, [])
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(asked.length, 3)
      assert.strictEqual(asked[0], 60_000 - 7 * day)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(asked.length, 6)
    }).pipe(Effect.provide(forgetOutcomes(7).pipe(Layer.provide(serviceOf(store)))))
  })

  it.effect("of the log of erasures are forgotten after days of their own", () => {
    const asked: Array<readonly [number, number]> = []
    const { store } = makeStore({
      forgetErasures: (before, limit) => Effect.sync(() => (asked.push([before, limit]), 0)),
    })
    return Effect.gen(function* () {
      yield* TestClock.adjust("61 seconds")
      assert.deepStrictEqual(asked, [[60_000 - 400 * 24 * 60 * 60 * 1000, 1_000]])
    }).pipe(Effect.provide(forgetErasures(400).pipe(Layer.provide(serviceOf(store)))))
  })
})
