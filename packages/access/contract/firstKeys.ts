import { KeyStore } from "@daybook/access"
import type { DataVersions } from "@daybook/kernel"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { hashOf, names, newKey } from "./someKeys.ts"

/** Contract: the keys of a first start. */
export const firstKeysContract = (fresh: () => Layer.Layer<KeyStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, KeyStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "the first keys are stored on an empty store",
    Effect.gen(function* () {
      const store = yield* KeyStore
      assert.isTrue(
        yield* store.insertFirst([newKey("a", { scope: "admin" }), newKey("b")]),
        "stored none on an empty store",
      )
      assert.deepStrictEqual(yield* names, ["key a", "key b"])
      assert.strictEqual(Option.getOrUndefined(yield* store.find(hashOf("a")))?.scope, "admin")
    }),
  )

  test(
    "no first keys are stored if there is a key already, created or configured",
    Effect.gen(function* () {
      const store = yield* KeyStore
      const { id } = yield* store.insert(newKey("a"))
      assert.isFalse(yield* store.insertFirst([newKey("b"), newKey("c")]), "stored next to a made key")
      assert.deepStrictEqual(yield* names, ["key a"])
      yield* store.revoke(id)
      yield* store.setConfigured("ADMIN_KEY", newKey("d"))
      assert.isFalse(yield* store.insertFirst([newKey("b")]), "stored next to a configured key")
      assert.deepStrictEqual(yield* names, ["key d"])
    }),
  )

  test(
    "of several that store first keys at once only one does",
    Effect.gen(function* () {
      const store = yield* KeyStore
      const all = ["a", "b", "c", "d"]
      const inserted = yield* Effect.forEach(all, (digit) => store.insertFirst([newKey(digit)]), {
        concurrency: "unbounded",
      })
      assert.strictEqual(inserted.filter((did) => did).length, 1)
      assert.deepStrictEqual(yield* names, [`key ${all[inserted.indexOf(true)]}`])
    }),
  )
}
