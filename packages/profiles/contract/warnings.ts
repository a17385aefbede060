import {
  maxWarnings,
  mismatch,
  noLimits,
  notConvertible,
  notFinite,
  ProfileStore,
  PropertyStore,
  type Warning,
} from "@daybook/profiles"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { finishChanges } from "./properties.ts"
import {
  acceptOne,
  batchOf,
  erasing,
  home,
  mergeRequest,
  noon,
  place,
  request,
  requestOf,
} from "./requests.ts"

const warning = (
  name: string | undefined,
  reason: string,
  count: number,
  lastAt: number,
  distinctId: string | undefined,
  example: string | undefined,
): Warning => ({ name, reason, count, lastAt, distinctId, example })

/** Contract: warnings of values that were ignored. */
export const warningsContract = (fresh: () => Layer.Layer<ProfileStore | PropertyStore>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ProfileStore | PropertyStore>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  const warnings = Effect.flatMap(PropertyStore, (store) => store.warnings(home))

  test(
    "ignored values are counted by property and reason, newest first, each with its last example",
    Effect.gen(function* () {
      const tooLong = "a text has at most 255 characters"
      const long = "x".repeat(300)
      yield* acceptOne(request("ann", { plan: "pro", n: 1e308 }))
      yield* acceptOne(requestOf("set", "ann", { plan: 1 }), noon + 1)
      yield* acceptOne(
        batchOf([
          ["bob", { $set: { plan: [true, 2].slice(1), note: long } }],
          ["ann", { $add: { n: 1e308 } }],
        ]),
        noon + 2,
      )
      yield* acceptOne(requestOf("append", "eve", { plan: "x" }), noon + 3)
      assert.deepStrictEqual(yield* warnings, [
        warning("plan", mismatch("string"), 3, noon + 3, "eve", '["x"]'),
        warning("n", notFinite, 1, noon + 2, "ann", "1e+308"),
        warning("note", tooLong, 1, noon + 2, "bob", `"${"x".repeat(99)}…`),
      ])
      assert.deepStrictEqual(yield* (yield* PropertyStore).warnings(place("home", "test")), [])
    }),
  )

  test(
    "a request without changes raises no warning, and neither does a refused one or a retry",
    Effect.gen(function* () {
      const { accept } = yield* ProfileStore
      yield* acceptOne(request("ann", { plan: "pro", tags: ["x"] }))
      yield* acceptOne(request("ann", { plan: "free" }))
      yield* acceptOne(requestOf("unset", "ann", ["gone"]))
      yield* acceptOne(requestOf("union", "ann", { tags: "x" }))
      yield* acceptOne(requestOf("remove", "ann", { tags: "y" }))
      yield* acceptOne(mergeRequest("nobody", "ann"))
      const refused = { ...requestOf("set", "new", { plan: 1 }), limits: { ...noLimits, profiles: 1 } }
      yield* Effect.orDie(accept([refused], noon))
      const retried = requestOf("set", "ann", { plan: 1 }, { key: "a key" })
      for (const one of [retried, { ...retried, requestId: requestOf("set", "x", { a: 1 }).requestId }])
        yield* acceptOne(one)
      assert.deepStrictEqual(yield* warnings, [warning("plan", mismatch("string"), 1, noon, "ann", "1")])
    }),
  )

  test(
    "properties beyond 1,000 share one warning for each reason",
    Effect.gen(function* () {
      const names = Array.from(
        { length: maxWarnings + 20 },
        (_, index) => `n${String(index).padStart(4, "0")}`,
      )
      const pages = [names.slice(0, 600), names.slice(600)]
      for (const page of pages)
        yield* acceptOne(request("ann", Object.fromEntries(page.map((name) => [name, 1]))))
      for (const page of pages)
        yield* acceptOne(requestOf("set", "ann", Object.fromEntries(page.map((name) => [name, "x"]))))
      yield* acceptOne(requestOf("set", "ann", { [names[0] ?? ""]: "y" }), noon + 1)
      yield* acceptOne(requestOf("set", "ann", { [names.at(-1) ?? ""]: "z" }), noon + 2)
      const found = yield* warnings
      assert.strictEqual(found.length, maxWarnings + 1)
      assert.deepStrictEqual(found.slice(0, 2), [
        warning(undefined, mismatch("number"), 21, noon + 2, "ann", '"z"'),
        warning(names[0], mismatch("number"), 2, noon + 1, "ann", '"y"'),
      ])
    }),
  )

  test(
    "values that a conversion removes are counted by property, whatever other warnings there are",
    Effect.gen(function* () {
      const names = Array.from({ length: maxWarnings }, (_, index) => `n${index}`)
      yield* acceptOne(request("ann", { plan: "pro", city: "Ulm" }))
      yield* acceptOne(request("bob", { city: "Bonn" }))
      const { change } = yield* PropertyStore
      for (const name of ["plan", "city"]) yield* change(home, name, "number", noon)
      for (const page of [names.slice(0, 600), names.slice(600)]) {
        yield* acceptOne(request("eve", Object.fromEntries(page.map((name) => [name, 1]))))
        yield* acceptOne(requestOf("set", "eve", Object.fromEntries(page.map((name) => [name, "x"]))))
      }
      yield* finishChanges()
      yield* acceptOne(requestOf("set", "eve", { plan: "x" }), noon + 2_000)
      const found = yield* warnings
      assert.strictEqual(found.length, maxWarnings + 3)
      assert.deepStrictEqual(found.slice(0, 3), [
        warning(undefined, mismatch("number"), 1, noon + 2_000, "eve", '"x"'),
        warning("city", notConvertible("number"), 2, noon + 1_000, "bob", '"Bonn"'),
        warning("plan", notConvertible("number"), 1, noon + 1_000, "ann", '"pro"'),
      ])
      // They take no room from others.
      const { forgetWarnings } = yield* PropertyStore
      yield* forgetWarnings(noon + 1, 20)
      yield* acceptOne(requestOf("set", "eve", Object.fromEntries(names.map((name) => [name, "x"]))))
      assert.strictEqual((yield* warnings).length, maxWarnings + 3)
    }),
  )

  test(
    "an erased profile leaves no example, and old warnings are forgotten",
    Effect.gen(function* () {
      const { erase } = yield* ProfileStore
      const { forgetWarnings } = yield* PropertyStore
      yield* acceptOne(request("ann", { plan: "pro", n: 1 }))
      yield* acceptOne(mergeRequest("anon", "ann"))
      yield* acceptOne(requestOf("set", "anon", { plan: 1 }), noon + 1)
      yield* acceptOne(requestOf("set", "bob", { n: "x" }), noon + 2)
      yield* erase(home, "ann", erasing, noon + 3)
      assert.deepStrictEqual(yield* warnings, [
        warning("n", mismatch("number"), 1, noon + 2, "bob", '"x"'),
        warning("plan", mismatch("string"), 1, noon + 1, undefined, undefined),
      ])
      assert.strictEqual(yield* forgetWarnings(noon + 2, 10), 1)
      assert.deepStrictEqual(
        (yield* warnings).map(({ name }) => name),
        ["n"],
      )
    }),
  )

  test(
    "an erased id without a profile leaves no example either",
    Effect.gen(function* () {
      const { erase, erasures } = yield* ProfileStore
      yield* acceptOne(request("ann", { tags: ["x"] }))
      yield* acceptOne(requestOf("remove", "cid", { tags: "12 Elm St\nUlm" }), noon + 1)
      const named = Effect.map(warnings, (all) => all.map(({ distinctId, example }) => [distinctId, example]))
      assert.deepStrictEqual(yield* named, [["cid", '"12 Elm St\\nUlm"']])
      yield* erase(home, "cid", erasing, noon + 2)
      assert.deepStrictEqual(yield* named, [[undefined, undefined]])
      assert.deepStrictEqual((yield* erasures(home, { limit: 9 })).erasures, [])
    }),
  )
}
