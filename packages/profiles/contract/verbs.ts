import {
  alreadySet,
  hasAllItems,
  mismatch,
  noSuchItem,
  notAList,
  notFinite,
  notSet,
  type OfferedRequest,
  ProfileStore,
} from "@daybook/profiles"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { acceptOne, batchOf, home, noon, outcomeOf, propertiesOf, request, requestOf } from "./requests.ts"

/** Contract: the operations next to set-once, and batches of all of them. */
export const verbsContract = (fresh: () => Layer.Layer<ProfileStore>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ProfileStore>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  /** Sends a request and gives what it applied and ignored. */
  const told = Effect.fnUntraced(function* (one: ReturnType<typeof request>, now = noon) {
    const outcome = yield* outcomeOf(yield* acceptOne(one, now))
    assert.strictEqual(outcome?.status, "processed")
    return [outcome?.applied, outcome?.ignored] as const
  })
  const ignored = (name: string, reason: string) => [[], [{ name, reason }]] as const

  test(
    "a request that was offered before and stored is applied once, with any other requests",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const one = requestOf("numerical-add", "a", { n: 1 })
      const keyed = requestOf("numerical-add", "a", { n: 10 }, { key: "a key" })
      const fresh = requestOf("numerical-add", "a", { n: 100 })
      const accepted = (requests: ReadonlyArray<OfferedRequest>) =>
        requests.map(({ requestId }) => ({ accepted: true as const, requestId }))
      yield* Effect.orDie(store.accept([one, keyed], noon))
      const again = [one, keyed, fresh]
      assert.deepStrictEqual(yield* Effect.orDie(store.accept(again, noon, true)), accepted(again))
      assert.deepStrictEqual(yield* Effect.orDie(store.accept(again, noon, true)), accepted(again))
      assert.deepStrictEqual(yield* propertiesOf("a"), { n: 111 })
      assert.strictEqual((yield* store.requests(home, { limit: 9 })).outcomes.length, 3)
    }),
  )

  test(
    "each verb does what it says, in the order of acceptance",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      // A value is set over another, only of the same type.
      assert.deepStrictEqual(yield* told(requestOf("set", "a", { plan: "free", seats: 3 })), [
        ["plan", "seats"],
        [],
      ])
      assert.deepStrictEqual(yield* told(requestOf("set", "a", { plan: "pro", seats: "3" })), [
        ["plan"],
        [{ name: "seats", reason: mismatch("number") }],
      ])
      assert.deepStrictEqual(yield* told(request("a", { plan: "other" })), ignored("plan", alreadySet))
      assert.deepStrictEqual(yield* propertiesOf("a"), { plan: "pro", seats: 3 })

      // A number is added, and exact up to 2^53.
      yield* told(requestOf("numerical-add", "a", { seats: 2, logins: -1 }))
      yield* told(requestOf("set", "a", { large: Number.MAX_SAFE_INTEGER - 1 }))
      yield* told(requestOf("numerical-add", "a", { large: 1 }))
      assert.deepStrictEqual(yield* propertiesOf("a"), {
        plan: "pro",
        seats: 5,
        logins: -1,
        large: Number.MAX_SAFE_INTEGER,
      })
      yield* told(requestOf("set", "a", { large: Number.MAX_VALUE }))
      assert.deepStrictEqual(
        yield* told(requestOf("numerical-add", "a", { large: Number.MAX_VALUE })),
        ignored("large", notFinite),
      )
      assert.deepStrictEqual(
        yield* told(requestOf("numerical-add", "a", { plan: 1 })),
        ignored("plan", mismatch("string")),
      )

      // Set-once sets again a property that was unset; its type stays.
      assert.deepStrictEqual(yield* told(requestOf("unset", "a", ["large", "logins", "none"])), [
        ["large", "logins"],
        [{ name: "none", reason: notSet }],
      ])
      assert.deepStrictEqual(
        yield* told(request("a", { logins: "many" })),
        ignored("logins", mismatch("number")),
      )
      assert.deepStrictEqual(yield* told(request("a", { logins: 7 })), [["logins"], []])
      assert.deepStrictEqual(yield* propertiesOf("a"), { plan: "pro", seats: 5, logins: 7 })

      // Lists grow at their end, lose their oldest items past 1,000, and lose every equal item.
      yield* told(requestOf("append", "l", { tags: "x", dates: ["2024-01-01", 1] }))
      yield* told(requestOf("append", "l", { tags: ["y", 1, "x", "1"] }))
      assert.deepStrictEqual(yield* propertiesOf("l"), {
        tags: ["x", "y", 1, "x", "1"],
        dates: ["2024-01-01", 1],
      })
      assert.deepStrictEqual(yield* told(requestOf("remove", "l", { tags: ["x", 1], dates: 2 })), [
        ["tags"],
        [{ name: "dates", reason: noSuchItem }],
      ])
      assert.deepStrictEqual((yield* propertiesOf("l"))?.["tags"], ["y", "1"])
      const many = Array.from({ length: 999 }, (_, index) => index)
      yield* told(requestOf("union", "u", { tags: ["x", "x", 1] }))
      assert.deepStrictEqual(yield* told(requestOf("union", "u", { tags: ["y", "1", "x"], dates: [] })), [
        ["dates", "tags"],
        [],
      ])
      assert.deepStrictEqual(
        yield* told(requestOf("union", "u", { tags: ["x", 1] })),
        ignored("tags", hasAllItems),
      )
      assert.deepStrictEqual(yield* propertiesOf("u"), { tags: ["x", 1, "y", "1"], dates: [] })
      yield* told(requestOf("append", "l", { tags: many }))
      assert.deepStrictEqual((yield* propertiesOf("l"))?.["tags"], ["1", ...many])
      yield* told(requestOf("remove", "l", { tags: ["1", ...many] }))
      assert.deepStrictEqual((yield* propertiesOf("l"))?.["tags"], [])
      assert.deepStrictEqual(
        yield* told(requestOf("append", "l", { plan: "x" })),
        ignored("plan", mismatch("string")),
      )
      assert.deepStrictEqual(yield* told(requestOf("remove", "a", { plan: "x" })), ignored("plan", notAList))
      assert.deepStrictEqual(yield* told(requestOf("remove", "a", { gone: "x" })), ignored("gone", notSet))

      // A request that only takes away makes no profile.
      yield* told(requestOf("unset", "nobody", ["plan"]))
      yield* told(requestOf("remove", "nobody", { tags: "x" }))
      assert.isUndefined(yield* propertiesOf("nobody"))
      yield* told(requestOf("set", "somebody", { seats: "misfit" }))
      assert.deepStrictEqual(yield* propertiesOf("somebody"), {})

      // A profile is older than its changes.
      yield* told(requestOf("numerical-add", "a", { logins: 1 }), noon + 5_000)
      yield* told(requestOf("remove", "a", { tags: "x" }), noon + 9_000)
      const { createdAt, updatedAt } = Option.getOrThrow(yield* store.profile(home, "a"))
      assert.deepStrictEqual([createdAt, updatedAt], [noon, noon + 5_000])
    }),
  )

  test(
    "changes that are accepted together are applied one after another, and a number is added exactly once",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const adds = Array.from({ length: 50 }, (_, index) =>
        requestOf("numerical-add", `p${index % 3}`, { n: 1 }, { key: `k${index}` }),
      )
      const requests = [
        request("a", { x: 1, l: ["first"] }),
        requestOf("set", "a", { x: 2 }),
        requestOf("append", "a", { l: "last" }),
        requestOf("unset", "a", ["x"]),
        request("a", { x: 3 }),
        requestOf("numerical-add", "a", { x: 4 }),
        request("a", { x: 5 }),
      ]
      yield* Effect.orDie(store.accept([...requests, ...adds], noon))
      const again = adds.map((one) => ({ ...one, requestId: request("x", { x: 1 }).requestId }))
      yield* Effect.orDie(store.accept(again, noon))
      assert.deepStrictEqual(yield* propertiesOf("a"), { x: 7, l: ["first", "last"] })
      const applied = yield* Effect.forEach(requests, ({ requestId }) => outcomeOf(requestId))
      assert.deepStrictEqual(
        applied.map((outcome) => outcome?.applied),
        [["l", "x"], ["x"], ["l"], ["x"], ["x"], ["x"], []],
      )
      assert.deepStrictEqual([yield* propertiesOf("p0"), yield* propertiesOf("p2")], [{ n: 17 }, { n: 16 }])
    }),
  )

  test(
    "a batch is one request of many changes, accepted together, each with its outcome",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const batch = batchOf(
        [
          [
            "a",
            {
              $once: { x: 1, l: ["y"] },
              $add: { x: 2 },
              $unset: ["l"],
              $append: { l: ["z"] },
              $remove: { l: "y" },
            },
          ],
          ["b", { $set: { x: "text" } }],
          ["a", { $add: { x: 10 } }],
          ["c", { $set: { x: 5 } }],
        ],
        { key: "once" },
      )
      const id = yield* acceptOne(batch)
      assert.deepStrictEqual(yield* propertiesOf("a"), { x: 13, l: ["z"] })
      assert.deepStrictEqual(yield* propertiesOf("b"), {})
      assert.deepStrictEqual(yield* propertiesOf("c"), { x: 5 })
      const outcome = yield* outcomeOf(id)
      assert.deepStrictEqual([outcome?.operation, outcome?.status], ["batch", "processed"])
      assert.deepStrictEqual(
        outcome?.changes.map(({ applied, change, ignored: not }) => [change, applied, not]),
        [
          [0, ["l", "x"], [{ name: "l", reason: notSet }]],
          [1, [], [{ name: "x", reason: mismatch("number") }]],
          [2, ["x"], []],
          [3, ["x"], []],
        ],
      )
      const again = { ...batch, requestId: request("x", { x: 1 }).requestId }
      assert.deepStrictEqual(yield* Effect.orDie(store.accept([again], noon)), [
        { accepted: true, requestId: id },
      ])
      assert.deepStrictEqual(yield* propertiesOf("a"), { x: 13, l: ["z"] })
    }),
  )
}
