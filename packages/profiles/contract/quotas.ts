import { noLimits, type OfferedRequest, ProfileStore, type WorkspaceLimits } from "@daybook/profiles"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { acceptOne, batchOf, home, idAt, mergeRequest, noon, propertiesOf, request } from "./requests.ts"

/** Contract: a request past a quota of its workspace is refused, and stores nothing. */
export const quotasContract = (fresh: () => Layer.Layer<ProfileStore>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ProfileStore>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  /** Sends requests together; returns the quota of each that goes past one. */
  const send = Effect.fnUntraced(function* (
    limits: Partial<WorkspaceLimits>,
    ...requests: ReadonlyArray<OfferedRequest>
  ) {
    const { accept } = yield* ProfileStore
    const bound = requests.map((one) => ({ ...one, limits: { ...noLimits, ...limits } }))
    return (yield* Effect.orDie(accept(bound, noon))).map((one) =>
      one.accepted ? undefined : one.passed?.quota,
    )
  })

  test(
    "profiles and properties are counted once each, the batch's new ones as well",
    Effect.gen(function* () {
      yield* acceptOne(request("known", { x: 1 }))
      const ids = ["new 1", "known", "new 2", "new 1", "new 3", "new 2"]
      assert.deepStrictEqual(yield* send({ profiles: 3 }, ...ids.map((id) => request(id, { x: 1 }))), [
        undefined,
        undefined,
        undefined,
        undefined,
        "profiles",
        undefined,
      ])
      assert.isUndefined(yield* propertiesOf("new 3"))
      const names = ["new 1", "x", "new 2", "new 1"].map((name) =>
        batchOf([["known", { $set: { [name]: 1 } }]]),
      )
      assert.deepStrictEqual(yield* send({ properties: 2 }, ...names), [
        undefined,
        undefined,
        "properties",
        undefined,
      ])
      // A refused value sets no type.
      yield* acceptOne(request("known", { "new 2": "text" }))
      assert.deepStrictEqual(yield* propertiesOf("known"), { x: 1, "new 1": 1, "new 2": "text" })
      // Merging a profile into another one frees space.
      assert.deepStrictEqual(
        yield* send({ profiles: 3 }, mergeRequest("new 1", "known"), request("new 3", { x: 1 })),
        [undefined, undefined],
      )
    }),
  )

  test(
    "a batch of several changes past a quota stores none of them",
    Effect.gen(function* () {
      const batch = batchOf([
        ["ann", { $set: { x: 1 } }],
        ["bob", { $set: { y: 1 } }],
      ])
      assert.deepStrictEqual(yield* send({ profiles: 1 }, batch), ["profiles"])
      for (const id of ["ann", "bob"]) assert.isUndefined(yield* propertiesOf(id))
      const { usage } = yield* ProfileStore
      assert.deepInclude(yield* usage(home, "2026-07-01" as never), { profiles: 0, bytes: 0, requests: [] })
    }),
  )

  test(
    "bytes are those that a request adds to what is stored, and nothing that makes no profile larger is refused",
    Effect.gen(function* () {
      yield* acceptOne(request("ann", { x: "text", list: [1] }))
      const stored = '{"x": "text", "list": [1]}'.length
      const passes = (left: number, id: string, ...actions: ReadonlyArray<object>) =>
        send({ bytes: stored + left }, ...actions.map((action) => batchOf([[id, action as never]])))
      // A new profile is {"x": "a"}.
      assert.deepStrictEqual(yield* passes(9, "bob", { $set: { x: "a" } }), ["bytes"])
      const twice = [{ $set: { x: "a" } }, { $set: { x: "a" } }, { $set: { x: "ab" } }]
      assert.deepStrictEqual(yield* passes(10, "bob", ...twice), [undefined, undefined, "bytes"])
      for (const action of [{ $set: { x: "longer" } }, { $append: { list: 1 } }, { $add: { n: 1 } }]) {
        assert.deepStrictEqual(yield* passes(10, "ann", action), ["bytes"], JSON.stringify(action))
      }
      assert.deepStrictEqual(yield* propertiesOf("ann"), { x: "text", list: [1] })
      for (const action of [
        { $once: { x: "longer than before" } },
        { $set: { x: "same" } },
        { $set: { x: "" } },
        { $unset: ["x"] },
      ]) {
        // A workspace over its quota may shrink, or stay as it is.
        assert.deepStrictEqual(yield* passes(-50, "ann", action), [undefined], JSON.stringify(action))
      }
    }),
  )

  test(
    "requests count within the month, and a retry does not count",
    Effect.gen(function* () {
      const first = request("ann", { x: 1 }, { key: "sent before" })
      assert.deepStrictEqual(yield* send({ monthlyRequests: 1 }, first), [undefined])
      const retry = { ...first, requestId: idAt(noon) }
      const another = request("bob", { x: 1 }, { key: "another" })
      assert.deepStrictEqual(yield* send({ monthlyRequests: 1 }, retry, another), [undefined, "requests"])
      // The key of a refused request is free.
      assert.deepStrictEqual(yield* send({ monthlyRequests: 2 }, { ...another, requestId: idAt(noon) }), [
        undefined,
      ])
      assert.deepStrictEqual(yield* send({ monthlyRequests: 2 }, mergeRequest("ann", "bob")), ["requests"])
      assert.deepStrictEqual(yield* propertiesOf("ann"), { x: 1 })
    }),
  )
}
