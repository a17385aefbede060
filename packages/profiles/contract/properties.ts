import {
  beingDeleted,
  firstUsageDay,
  ProfileStore,
  type Property,
  PropertyStore,
  type PropertyType,
} from "@daybook/profiles"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  acceptOne,
  batchOf,
  erasing,
  home,
  mergeRequest,
  noon,
  outcomeOf,
  place,
  propertiesOf,
  request,
  requestOf,
} from "./requests.ts"

/** A property that is not being changed, as `list` returns it. */
const ready = (
  name: string,
  type: PropertyType,
  profiles: number,
  firstSetAt: number,
  lastSetAt = firstSetAt,
): Property => ({ name, type, profiles, firstSetAt, lastSetAt, change: undefined })

/** Carries out all changes that have started, `limit` profiles at a time. Returns the number of steps. */
export const finishChanges = Effect.fnUntraced(function* (limit = 2) {
  const { step } = yield* PropertyStore
  let steps = 0
  while (yield* step(limit, noon + 1_000)) steps += 1
  return steps
})

const list = Effect.gen(function* () {
  return yield* (yield* PropertyStore).list(home, { limit: 100 })
})

/** Contract: the list of properties, and deleting one. */
export const propertiesContract = (fresh: () => Layer.Layer<ProfileStore | PropertyStore>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ProfileStore | PropertyStore>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "a property is listed with its type, its profiles, and the times when it was first and last set",
    Effect.gen(function* () {
      const { erase } = yield* ProfileStore
      const { find } = yield* PropertyStore
      yield* acceptOne(request("ann", { plan: "pro", seats: 2 }), noon)
      yield* acceptOne(request("bob", { plan: "free", tags: [] }), noon + 1)
      yield* acceptOne(request("eve", { plan: 1 }, { at: place("home", "test") }), noon + 2)
      assert.deepStrictEqual(yield* list, [
        ready("plan", "string", 2, noon, noon + 1),
        ready("seats", "number", 1, noon),
        ready("tags", "list", 1, noon + 1),
      ])
      // Neither a known value nor one of another type sets the property; the same value does.
      yield* acceptOne(request("ann", { plan: "free", seats: 3 }), noon + 3)
      yield* acceptOne(requestOf("set", "ann", { plan: 1 }), noon + 3)
      yield* acceptOne(requestOf("set", "ann", { seats: 2 }), noon + 4)
      yield* acceptOne(requestOf("unset", "bob", ["tags"]), noon + 5)
      assert.deepStrictEqual(yield* list, [
        ready("plan", "string", 2, noon, noon + 1),
        ready("seats", "number", 1, noon, noon + 4),
        ready("tags", "list", 0, noon + 1),
      ])
      yield* acceptOne(mergeRequest("bob", "ann"), noon + 6)
      yield* acceptOne(requestOf("append", "ann", { tags: "x" }), noon + 7)
      assert.deepStrictEqual(
        (yield* list).map(({ name, profiles }) => [name, profiles]),
        [
          ["plan", 1],
          ["seats", 1],
          ["tags", 1],
        ],
      )
      yield* erase(home, "bob", erasing, noon + 8)
      assert.deepStrictEqual(
        (yield* list).map(({ profiles }) => profiles),
        [0, 0, 0],
      )
      assert.deepStrictEqual(
        yield* find(home, "tags"),
        Option.some(ready("tags", "list", 0, noon + 1, noon + 7)),
      )
      assert.deepStrictEqual(yield* find(home, "no such"), Option.none())
    }),
  )

  test(
    "properties are listed by name, page by page",
    Effect.gen(function* () {
      const { list: listAll } = yield* PropertyStore
      const names = ["", "\u{1F388}", "Z", "a", "zebra", "é"].map((name) => `x${name}`)
      yield* acceptOne(request("ann", Object.fromEntries(names.map((name) => [name, 1]))))
      const found: Array<string> = []
      for (let after: string | undefined; ;) {
        const page = yield* listAll(home, { limit: 4, after })
        found.push(...page.map(({ name }) => name))
        after = page.at(-1)?.name
        if (after === undefined) break
      }
      assert.deepStrictEqual(found, ["x", "xZ", "xa", "xzebra", "xé", "x\u{1F388}"])
    }),
  )

  test(
    "a deleted property leaves every profile in steps, and a later set-once sets its type again",
    Effect.gen(function* () {
      const { count, usage } = yield* ProfileStore
      const { change, find } = yield* PropertyStore
      for (const id of ["a", "b", "c", "d", "e"])
        yield* acceptOne(request(id, id === "c" ? { seats: 1 } : { seats: 1, plan: "pro" }))
      yield* acceptOne(requestOf("set", "a", { plan: 5 }))
      const begun = yield* change(home, "plan", undefined, noon + 1)
      assert.deepStrictEqual(begun, {
        ...ready("plan", "string", 4, noon),
        change: { to: undefined, visited: 0, startedAt: noon + 1 },
      })
      const { step } = yield* PropertyStore
      assert.isTrue(yield* step(2, noon + 2))
      const half = Option.getOrThrow(yield* find(home, "plan"))
      assert.deepStrictEqual([half.profiles, half.change?.visited], [2, 2])
      // Deleting again changes nothing, and its type cannot be changed meanwhile.
      assert.deepStrictEqual(yield* change(home, "plan", undefined, noon + 3), half)
      assert.strictEqual(yield* change(home, "plan", "number", noon + 3), "busy")
      assert.isAtLeast(yield* finishChanges(), 2)

      assert.deepStrictEqual(yield* find(home, "plan"), Option.none())
      for (const id of ["a", "b", "c", "d", "e"])
        assert.deepStrictEqual(yield* propertiesOf(id), { seats: 1 })
      assert.deepStrictEqual((yield* usage(home, firstUsageDay(noon))).properties, {
        string: 0,
        number: 1,
        boolean: 0,
        date: 0,
        list: 0,
      })
      assert.deepStrictEqual(yield* (yield* PropertyStore).warnings(home), [])
      yield* acceptOne(request("a", { plan: 7 }), noon + 9)
      assert.deepStrictEqual(yield* propertiesOf("a"), { seats: 1, plan: 7 })
      assert.deepStrictEqual(yield* find(home, "plan"), Option.some(ready("plan", "number", 1, noon + 9)))
      assert.strictEqual(yield* count(home, { name: "plan", op: "gte", value: 7 }), 1)
      assert.strictEqual(yield* count(home, { name: "plan", op: "eq", value: "pro" }), 0)
    }),
  )

  test(
    "while a property is deleted its values are ignored, and no request carries one past the profiles that are done",
    Effect.gen(function* () {
      const { change, step } = yield* PropertyStore
      for (const id of ["b", "d", "f"]) yield* acceptOne(request(id, { plan: "pro", n: 1 }))
      yield* change(home, "plan", undefined, noon)
      yield* step(1, noon)
      const id = yield* acceptOne(requestOf("set", "b", { plan: "free", n: 2 }))
      assert.deepStrictEqual((yield* outcomeOf(id))?.ignored, [{ name: "plan", reason: beingDeleted }])
      // These profiles are not done yet.
      yield* acceptOne(mergeRequest("d", "a"))
      yield* acceptOne(batchOf([["f", { $set: { n: 3 }, $unset: ["plan"] }]]))
      assert.deepStrictEqual(yield* propertiesOf("f"), { n: 3 })
      yield* finishChanges()
      assert.deepStrictEqual(yield* Effect.forEach(["a", "b", "f"], (one) => propertiesOf(one)), [
        { n: 1 },
        { n: 2 },
        { n: 3 },
      ])
      assert.deepStrictEqual(
        (yield* list).map(({ name, profiles }) => [name, profiles]),
        [["n", 3]],
      )
    }),
  )

  test(
    "an unknown property cannot be changed, and nothing is left to do",
    Effect.gen(function* () {
      const { change, step } = yield* PropertyStore
      assert.strictEqual(yield* change(home, "plan", undefined, noon), "unknown")
      assert.strictEqual(yield* change(home, "plan", "number", noon), "unknown")
      assert.isFalse(yield* step(10, noon))
    }),
  )
}
