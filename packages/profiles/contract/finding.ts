import { type Cohort, ProfileStore } from "@daybook/profiles"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { drain, home, noon, outcomeOf, place, propertiesOf, request } from "./requests.ts"

/** Contract: cohorts, and the forgetting of outcomes. */
export const findingContract = (fresh: () => Layer.Layer<ProfileStore>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ProfileStore>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  const idsOf = Effect.fnUntraced(function* (where: Cohort["where"], more: Partial<Cohort> = {}, at = home) {
    const found = yield* (yield* ProfileStore).find(at, { where, limit: 100, ...more })
    return found.map(({ distinctId }) => distinctId)
  })

  test(
    "a cohort has all the values, of exactly that type, in that place",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const requests = [
        request("ann", { country: "PT", plan: "pro", seats: 3, on: true }),
        request("bob", { country: "PT", plan: "free", seats: 3.0 }),
        request("cid", { country: "ES", plan: "pro", on: false }),
        request("dan", { country: "PT", plan: "pro", tags: ["pro"] }),
        request("eve", { country: "pt", other: "PT" }),
        request("ann", { country: "PT", plan: "pro" }, { at: place("home", "test") }),
        request("fay", { country: "PT", plan: "pro" }, { at: place("away") }),
      ]
      yield* Effect.orDie(store.accept(requests, noon))
      yield* drain()
      const portugal = ["country", "PT"] as const
      assert.deepStrictEqual(yield* idsOf([portugal, ["plan", "pro"]]), ["ann", "dan"])
      assert.deepStrictEqual(yield* idsOf([portugal]), ["ann", "bob", "dan"])
      assert.deepStrictEqual(yield* idsOf([["seats", 3]]), ["ann", "bob"])
      assert.deepStrictEqual(yield* idsOf([["on", true]]), ["ann"])
      assert.deepStrictEqual(yield* idsOf([["on", false]]), ["cid"])
      assert.deepStrictEqual(yield* idsOf([["tags", "pro"]]), [])
      assert.deepStrictEqual(yield* idsOf([portugal, ["country", "ES"]]), [])
      assert.deepStrictEqual(yield* idsOf([["nothing", 1]]), [])
      assert.deepStrictEqual(yield* idsOf([portugal], {}, place("home", "test")), ["ann"])
      assert.deepStrictEqual(yield* idsOf([]), ["ann", "bob", "cid", "dan", "eve"])
      const [ann] = yield* store.find(home, { where: [["seats", 3]], limit: 1 })
      assert.deepStrictEqual(ann?.properties, { country: "PT", plan: "pro", seats: 3, on: true })
    }),
  )

  test(
    "the pages of a cohort neither overlap nor skip, by distinct id",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const ids = ["", "B", "a", "aa", "b", "z", "é", "\u{FFFD}", "🎈"].map((id) => `x${id}`)
      yield* Effect.orDie(
        store.accept(
          ids.toReversed().map((id) => request(id, { x: 1 })),
          noon,
        ),
      )
      yield* drain()
      for (const limit of [1, 2, 4, 100]) {
        const found: Array<string> = []
        while (true) {
          const page = yield* idsOf([["x", 1]], { limit, ...(found.length > 0 && { after: found.at(-1) }) })
          found.push(...page)
          if (page.length < limit) break
        }
        assert.deepStrictEqual(found, ids)
      }
    }),
  )

  test(
    "old requests are forgotten in small batches, and nothing else",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const hour = 60 * 60 * 1000
      const old = [0, 1, 2].map((index) => request("a", { [`old${index}`]: 1 }, { key: `o${index}` }))
      const recent = request("a", { recent: 1 }, { key: "r", now: noon + 30 * hour })
      yield* Effect.orDie(store.accept(old, noon))
      yield* Effect.orDie(store.accept([recent], noon + 30 * hour))
      yield* drain()
      const now = noon + 48 * hour
      assert.strictEqual(yield* store.forget(noon + hour, 2, now), 4)
      assert.strictEqual(yield* store.forget(noon + hour, 2, now), 2)
      assert.strictEqual(yield* store.forget(noon + hour, 2, now), 0)
      for (const { requestId } of old) assert.isUndefined(yield* outcomeOf(requestId))
      assert.strictEqual((yield* outcomeOf(recent.requestId))?.status, "processed")
      assert.deepStrictEqual(yield* propertiesOf("a"), { old0: 1, old1: 1, old2: 1, recent: 1 })
      const retry = { ...recent, requestId: request("a", { recent: 1 }).requestId }
      assert.deepStrictEqual(yield* Effect.orDie(store.accept([retry], now)), [
        { accepted: true, requestId: recent.requestId },
      ])
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
}
