import {
  firstUsageDay,
  maxListedChanges,
  type Place,
  ProfileStore,
  type RequestListOptions,
} from "@daybook/profiles"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { acceptOne, batchOf, erasing, home, noon, place, request, requestOf } from "./requests.ts"

const day = 24 * 60 * 60 * 1000

/** Contract: lists of requests, and usage. */
export const listingContract = (fresh: () => Layer.Layer<ProfileStore>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ProfileStore>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  const listed = Effect.fnUntraced(function* (asked: Partial<RequestListOptions> = {}, at = home) {
    const { requests } = yield* ProfileStore
    return (yield* requests(at, { limit: 100, ...asked })).outcomes.map(({ requestId }) => requestId)
  })

  test(
    "requests are listed in the order of acceptance, page by page, by status and from an instant on",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      assert.deepStrictEqual(yield* store.requests(home, { limit: 1 }), { outcomes: [], next: undefined })
      const sent = [
        yield* acceptOne(request("ann", { x: 1 })),
        yield* acceptOne(
          batchOf([
            ["bob", { $set: { x: 2 } }],
            ["cid", { $unset: ["x"], $set: { y: "z" } }],
          ]),
        ),
        yield* acceptOne(requestOf("set", "ann", { x: "misfit" }, { now: noon + day }), noon + day),
      ]
      yield* acceptOne(request("ann", { x: 1 }, { at: place("home", "test") }))
      yield* acceptOne(request("ann", { x: 1 }, { at: place("away") }))
      const latest = [
        yield* acceptOne(request("ann", { y: "2" }, { now: noon + 2 * day }), noon + 2 * day),
        yield* acceptOne(batchOf([["ann", { $set: { x: 3 } }]], { now: noon + 2 * day }), noon + 2 * day),
      ]
      const all = [...sent, ...latest]
      const { next, outcomes } = yield* store.requests(home, { limit: 100 })
      assert.isUndefined(next)
      assert.deepStrictEqual(
        outcomes.map(({ requestId }) => requestId),
        all,
      )
      assert.deepStrictEqual(
        outcomes.map(({ applied, ignored, operation, status }) => [
          operation,
          status,
          applied,
          ignored.map(({ name }) => name),
        ]),
        [
          ["set-once", "processed", ["x"], []],
          ["batch", "processed", ["x", "y"], ["x"]],
          ["set", "processed", [], ["x"]],
          ["set-once", "processed", ["y"], []],
          ["batch", "processed", ["x"], []],
        ],
      )
      assert.deepStrictEqual(yield* listed({ status: "processed" }), all)
      assert.deepStrictEqual(yield* listed({ status: "accepted" }), [])
      assert.deepStrictEqual(yield* listed({ status: "failed" }), [])
      assert.deepStrictEqual(yield* listed({ acceptedAfter: noon }), all.slice(2))
      assert.deepStrictEqual(yield* listed({ acceptedAfter: noon - 1 }), all)
      assert.deepStrictEqual(yield* listed({ acceptedAfter: noon + day, status: "processed" }), latest)
      assert.deepStrictEqual(yield* listed({ acceptedAfter: noon + 2 * day }), [])
      for (const status of [undefined, "processed"] as const) {
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

      // A page ends if its batches may have too many changes; the next one continues there.
      const many = place("many")
      const batches = Array.from({ length: maxListedChanges / 1_000 + 1 }, () =>
        batchOf([["ann", { $set: { x: 1 } }]], { at: many }),
      )
      yield* Effect.orDie(store.accept(batches, noon))
      const page = yield* store.requests(many, { limit: 1_000 })
      assert.strictEqual(page.outcomes.length, batches.length - 1)
      assert.strictEqual((yield* listed({ after: page.next }, many)).length, 1)
    }),
  )

  test(
    "usage counts requests by day and operation, profiles, and properties by type",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      // Days are texts here.
      const usageOf = (at: Place, now: number) =>
        Effect.map(store.usage(at, firstUsageDay(now)), (usage) => ({
          ...usage,
          requests: usage.requests.map((one) => ({
            ...one,
            day: String(one.day),
            operation: String(one.operation),
          })),
        }))
      const none = { string: 0, number: 0, boolean: 0, date: 0, list: 0 }
      assert.deepStrictEqual(yield* usageOf(home, noon), {
        profiles: 0,
        bytes: 0,
        properties: none,
        requests: [],
      })
      const once = request("ann", { x: 1, y: "z" }, { key: "once" })
      yield* acceptOne(once)
      yield* acceptOne({ ...once, requestId: request("ann", { x: 1 }).requestId })
      yield* acceptOne(
        batchOf([
          ["ann", { $set: { x: 2 } }],
          ["bob", { $append: { l: 1 } }],
        ]),
      )
      yield* acceptOne(requestOf("unset", "nobody", ["x"]))
      yield* acceptOne(requestOf("set", "cid", { x: "misfit" }, { now: noon + day }), noon + day)
      yield* acceptOne(request("ann", { x: 1 }, { at: place("away") }))
      yield* acceptOne(request("dan", { x: 1 }, { now: noon + day }), noon + day)
      const today = { day: "2026-07-16", requests: 1 }
      const before = { day: "2026-07-15", requests: 1 }
      const requests = [
        { ...before, operation: "batch" },
        { ...before, operation: "set-once" },
        { ...before, operation: "unset" },
        { ...today, operation: "set" },
        { ...today, operation: "set-once" },
      ]
      const properties = { ...none, string: 1, number: 1, list: 1 }
      const bytes = '{"x": 2, "y": "z"}{"l": [1]}{}{"x": 1}'.length
      const now = noon + day
      const usage = { profiles: 4, bytes, properties, requests }
      assert.deepStrictEqual(yield* usageOf(home, now), usage)
      assert.strictEqual((yield* usageOf(place("away"), now)).profiles, 1)

      // Erasing takes the profile away.
      yield* store.erase(home, "ann", erasing, noon)
      yield* store.erase(home, "dan", erasing, noon)
      yield* store.erase(home, "nobody", erasing, noon)
      assert.deepStrictEqual(yield* usageOf(home, now), {
        ...usage,
        profiles: 2,
        bytes: '{"l": [1]}{}'.length,
      })
      // The counts of forgotten requests stay for a year.
      yield* store.forget(noon + 9 * day, 100, now)
      assert.deepStrictEqual((yield* usageOf(home, now)).requests, requests)
      assert.deepStrictEqual((yield* usageOf(home, noon + 366 * day)).requests, requests.slice(3))
    }),
  )
}
