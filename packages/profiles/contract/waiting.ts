import { erasedBefore, firstUsageDay, mergeName, ProfileStore, type RequestsAsked } from "@daybook/profiles"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  acceptOne,
  batchOf,
  drain,
  erasing,
  home,
  mergeRequest,
  noon,
  outcomeOf,
  place,
  propertiesOf,
  request,
  requestOf,
  setOnce,
} from "./requests.ts"

const day = 24 * 60 * 60 * 1000

/**
 * The contract of a `ProfileStore` with an inbox, where an accepted request waits until `apply` takes it. A store that applies
 * what it accepts at once is not held to it.
 */
export const waitingContract = (adapter: string, fresh: () => Layer.Layer<ProfileStore>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ProfileStore>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  const listed = Effect.fnUntraced(function* (asked: Partial<RequestsAsked> = {}, at = home) {
    const { requests } = yield* ProfileStore
    return (yield* requests(at, { limit: 100, ...asked })).outcomes.map(({ requestId }) => requestId)
  })

  describe(`${adapter}: requests that wait to be applied`, () => {
    test(
      "the oldest request that waits is the first accepted that is neither applied nor erased",
      Effect.gen(function* () {
        const store = yield* ProfileStore
        assert.isTrue(Option.isNone(yield* store.oldestWaiting))
        assert.strictEqual(yield* store.countWaiting, 0)
        for (const [at, id] of ["a", "b", "c"].entries()) {
          yield* acceptOne(request(id, { plan: "pro" }), noon + at)
          assert.deepStrictEqual(yield* store.oldestWaiting, Option.some(noon))
          assert.isAbove(yield* store.countWaiting, 0)
        }
        yield* store.erase(home, "a", erasing, noon + 3)
        assert.deepStrictEqual(yield* store.oldestWaiting, Option.some(noon + 1))
        yield* drain(noon + 4)
        assert.isTrue(Option.isNone(yield* store.oldestWaiting))
        yield* acceptOne(request("d", { plan: "pro" }), noon + 5)
        assert.deepStrictEqual(yield* store.oldestWaiting, Option.some(noon + 5))
      }),
    )

    test(
      "as many are applied at once as may be, though most are for one profile",
      Effect.gen(function* () {
        const store = yield* ProfileStore
        const many = Array.from({ length: 300 }, (_, index) => request("a", { [`x${index}`]: index }))
        yield* Effect.orDie(store.accept(many, noon))
        const applied: Array<number> = []
        // A store may keep profiles apart, and look at some of them at a time.
        for (let turn = 0; turn < 3; turn++) {
          const others = Array.from({ length: 40 }, (_, index) => request(`other ${index}`, { x: turn }))
          yield* Effect.orDie(store.accept(others, noon))
          applied.push(yield* store.apply(100, noon))
        }
        assert.include(applied, 100)
        yield* drain()
        assert.strictEqual(Object.keys((yield* propertiesOf("a")) ?? {}).length, 300)
      }),
    )

    test(
      "erasing a profile takes the requests that wait for it, and no other's",
      Effect.gen(function* () {
        const store = yield* ProfileStore
        yield* setOnce(request("a", { x: 1, y: 1 }))
        const waiting = yield* acceptOne(request("a", { z: 2, gone: "x".repeat(300) }))
        const neighbour = yield* acceptOne(request("b", { z: 2 }))
        yield* store.erase(home, "a", erasing, noon)
        assert.isUndefined(yield* propertiesOf("a"))
        yield* drain()
        assert.isUndefined(yield* propertiesOf("a"))
        const outcome = yield* outcomeOf(waiting)
        assert.strictEqual(outcome?.status, "processed")
        assert.deepStrictEqual(outcome?.applied, [])
        assert.deepStrictEqual(
          outcome?.ignored.map(({ name }) => name),
          ["gone", "z"],
        )
        assert.deepStrictEqual(outcome?.ignored[1]?.reason, erasedBefore)
        assert.deepStrictEqual((yield* outcomeOf(neighbour))?.applied, ["z"])
      }),
    )

    test(
      "a request that has not been applied is never forgotten",
      Effect.gen(function* () {
        const store = yield* ProfileStore
        const waiting = request("a", { x: 1 })
        yield* Effect.orDie(store.accept([waiting], noon))
        assert.strictEqual(yield* store.forget(noon + 1_000, 10, noon), 0)
        yield* drain()
        assert.deepStrictEqual(yield* propertiesOf("a"), { x: 1 })
      }),
    )

    test(
      "a page of a status is never empty while a later one is not, also while requests are applied",
      Effect.gen(function* () {
        const store = yield* ProfileStore
        const offered = Array.from({ length: 60 }, (_, at) => request(`p${at}`, { x: 1 }))
        yield* Effect.orDie(store.accept(offered, noon))
        const applying = yield* Effect.forkChild(
          Effect.forEach(offered, () => Effect.andThen(store.apply(1, noon), Effect.yieldNow)),
        )
        let waiting = offered.length
        while (waiting > 0) {
          waiting = yield* store.countWaiting
          const { next, outcomes } = yield* store.requests(home, { status: "accepted", limit: 1 })
          assert.isTrue(outcomes.length === 1 || next === undefined)
          yield* Effect.yieldNow
        }
        yield* Fiber.join(applying)
        assert.deepStrictEqual(
          yield* listed({ status: "processed" }),
          offered.map(({ requestId }) => requestId),
        )
      }),
    )

    test(
      "a request that waits is accepted and has changed nothing; batches are applied whole",
      Effect.gen(function* () {
        const store = yield* ProfileStore
        const requests = [
          request("a", { x: 1 }),
          batchOf([
            ["a", { $set: { y: 2 } }],
            ["b", { $set: { y: 2 } }],
          ]),
        ]
        yield* Effect.orDie(store.accept(requests, noon))
        assert.isUndefined(yield* propertiesOf("a"))
        for (const { requestId } of requests) {
          const outcome = yield* outcomeOf(requestId)
          assert.deepStrictEqual([outcome?.status, outcome?.applied], ["accepted", []])
        }
        yield* drain()
        assert.deepStrictEqual(yield* propertiesOf("a"), { x: 1, y: 2 })
        assert.strictEqual(yield* store.apply(10, noon), 0)
        for (const { requestId } of requests) {
          assert.strictEqual((yield* outcomeOf(requestId))?.status, "processed")
        }
      }),
    )

    test(
      "requests that wait are listed as accepted, in their place among all, page by page",
      Effect.gen(function* () {
        const store = yield* ProfileStore
        const sent = [
          yield* setOnce(request("ann", { x: 1 })),
          yield* setOnce(batchOf([["bob", { $set: { x: 2 } }]])),
          yield* setOnce(requestOf("set", "ann", { x: "misfit" }, { now: noon + day }), noon + day),
        ]
        yield* acceptOne(request("ann", { x: 1 }, { at: place("away") }))
        const waiting = [
          yield* acceptOne(request("ann", { y: "2" }, { now: noon + 2 * day }), noon + 2 * day),
          yield* acceptOne(batchOf([["ann", { $set: { x: 3 } }]], { now: noon + 2 * day }), noon + 2 * day),
        ]
        const { outcomes } = yield* store.requests(home, { limit: 100 })
        assert.deepStrictEqual(
          outcomes.map(({ operation, requestId, status }) => [requestId, operation, status]),
          [
            [sent[0], "set-once", "processed"],
            [sent[1], "batch", "processed"],
            [sent[2], "set", "processed"],
            [waiting[0], "set-once", "accepted"],
            [waiting[1], "batch", "accepted"],
          ],
        )
        assert.deepStrictEqual(yield* listed({ status: "processed" }), sent)
        assert.deepStrictEqual(yield* listed({ status: "accepted" }), waiting)
        assert.deepStrictEqual(yield* listed({ status: "failed" }), [])
        assert.deepStrictEqual(yield* listed({ acceptedAfter: noon + day, status: "accepted" }), waiting)
        for (const status of [undefined, "processed", "accepted"] as const) {
          for (const limit of [1, 2, 3]) {
            const found: Array<string> = []
            for (let after: number | undefined = 0; after !== undefined;) {
              const page: Effect.Success<ReturnType<typeof store.requests>> = yield* store.requests(home, {
                after,
                limit,
                status,
              })
              found.push(...page.outcomes.map(({ requestId }) => requestId))
              after = page.next
            }
            assert.deepStrictEqual(found, yield* listed({ status }))
          }
        }
      }),
    )

    test(
      "usage counts a waiting request, and tells what it may add; its profile is no longer unknown",
      Effect.gen(function* () {
        const store = yield* ProfileStore
        yield* setOnce(request("ann", { x: 1 }))
        const before = yield* store.usage(home, firstUsageDay(noon))
        assert.deepStrictEqual(before.waiting, { profiles: 0, bytes: 0 })
        yield* acceptOne(request("dan", { x: 1 }))
        const { requests, waiting, ...stored } = yield* store.usage(home, firstUsageDay(noon))
        assert.strictEqual(waiting.profiles, 1)
        assert.isAtLeast(waiting.bytes, '{"x": 1}'.length)
        assert.deepInclude(before, stored)
        assert.deepStrictEqual(
          requests.map((one) => one.requests),
          [2],
        )
        assert.deepStrictEqual((yield* store.findUnknown(home, ["dan", "eve"], [])).profiles, ["eve"])
        yield* store.erase(home, "dan", erasing, noon)
        yield* drain()
        assert.deepStrictEqual(yield* store.usage(home, firstUsageDay(noon)), { ...before, requests })
      }),
    )

    test(
      "erasing takes what waits for every id that leads to the profile, and merges that wait",
      Effect.gen(function* () {
        const store = yield* ProfileStore
        yield* setOnce(request("ann", { x: 0 }))
        yield* setOnce(mergeRequest("ann", "late"))
        yield* setOnce(request("dan", { y: 1 }))
        const waiting = [request("ann", { x: 1 }), mergeRequest("dan", "late"), request("dan", { x: 2 })]
        yield* Effect.orDie(store.accept(waiting, noon))
        yield* store.erase(home, "ann", erasing, noon)
        yield* drain()
        for (const id of ["ann", "late", "dan"]) assert.isUndefined(yield* propertiesOf(id))
        const outcomes = yield* Effect.forEach(waiting, ({ requestId }) => outcomeOf(requestId))
        assert.deepStrictEqual(
          outcomes.map((outcome) => outcome?.ignored),
          [
            [{ name: "x", reason: erasedBefore }],
            [{ name: mergeName, reason: erasedBefore }],
            [{ name: "x", reason: erasedBefore }],
          ],
        )
      }),
    )

    test(
      "erasing one profile of a batch that waits leaves its other changes",
      Effect.gen(function* () {
        const store = yield* ProfileStore
        const id = yield* acceptOne(
          batchOf([
            ["a", { $set: { x: 1 } }],
            ["c", { $set: { x: 5 } }],
          ]),
        )
        assert.strictEqual((yield* outcomeOf(id))?.status, "accepted")
        yield* store.erase(home, "c", erasing, noon)
        yield* drain()
        assert.deepStrictEqual(yield* propertiesOf("a"), { x: 1 })
        assert.isUndefined(yield* propertiesOf("c"))
        const outcome = yield* outcomeOf(id)
        assert.deepStrictEqual([outcome?.operation, outcome?.status], ["batch", "processed"])
        assert.deepStrictEqual(
          outcome?.changes.map(({ applied, change, ignored: not }) => [change, applied, not]),
          [
            [0, ["x"], []],
            [1, [], [{ name: "x", reason: erasedBefore }]],
          ],
        )
      }),
    )
  })
}
