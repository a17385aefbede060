import { KeyStore } from "@daybook/access"
import type { DataVersions } from "@daybook/kernel"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { everyKey, hashOf, names, newKey } from "./someKeys.ts"

/** Contract: keys from settings. */
export const configuredKeysContract = (fresh: () => Layer.Layer<KeyStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, KeyStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "a configured key replaces the key of the same setting, and no other",
    Effect.gen(function* () {
      const store = yield* KeyStore
      yield* store.insert(newKey("a"))
      yield* store.setConfigured("ADMIN_KEY", newKey("b", { scope: "admin" }))
      yield* store.setConfigured("READ_KEY", newKey("c"))
      yield* store.setConfigured("ADMIN_KEY", newKey("d", { scope: "admin" }))
      assert.deepStrictEqual((yield* names).toSorted(), ["key a", "key c", "key d"])
      assert.deepStrictEqual(yield* store.find(hashOf("b")), Option.none())
      assert.strictEqual(Option.getOrUndefined(yield* store.find(hashOf("d")))?.scope, "admin")
    }),
  )

  test(
    "a key configured unchanged keeps its record and its last use",
    Effect.gen(function* () {
      const store = yield* KeyStore
      yield* store.setConfigured("READ_KEY", newKey("a"))
      const [first] = (yield* store.list(everyKey)).items
      assert.isDefined(first)
      if (first === undefined) return
      yield* store.touch(new Map([[first.id, 1_700_000_000_500]]))
      yield* store.setConfigured("READ_KEY", newKey("a", { createdAt: 1_700_000_999_000 }))
      assert.deepStrictEqual((yield* store.list(everyKey)).items, [
        { ...first, lastUsedAt: 1_700_000_000_500 },
      ])
    }),
  )

  test(
    "a key configured again after another replaced it is accepted again",
    Effect.gen(function* () {
      const store = yield* KeyStore
      for (const digit of ["a", "b", "a"]) yield* store.setConfigured("READ_KEY", newKey(digit))
      assert.deepStrictEqual(yield* names, ["key a"])
      assert.isTrue(Option.isSome(yield* store.find(hashOf("a"))))
    }),
  )

  test(
    "the text of a created key, configured with another scope, is one key with the new scope",
    Effect.gen(function* () {
      const store = yield* KeyStore
      yield* store.insert(newKey("a", { name: "made" }))
      yield* store.setConfigured("ADMIN_KEY", newKey("a", { name: "configured", scope: "admin" }))
      assert.deepStrictEqual(yield* names, ["configured"])
      assert.strictEqual(Option.getOrUndefined(yield* store.find(hashOf("a")))?.scope, "admin")
    }),
  )

  test(
    "the same text in two settings is one key, as the later one says",
    Effect.gen(function* () {
      const store = yield* KeyStore
      yield* store.setConfigured("ADMIN_KEY", newKey("a", { name: "ADMIN_KEY", scope: "admin" }))
      yield* store.setConfigured("READ_KEY", newKey("a", { name: "READ_KEY" }))
      assert.deepStrictEqual(yield* names, ["READ_KEY"])
      yield* store.setConfigured("ADMIN_KEY", newKey("b", { name: "ADMIN_KEY", scope: "admin" }))
      assert.deepStrictEqual((yield* names).toSorted(), ["ADMIN_KEY", "READ_KEY"])
    }),
  )

  test(
    "configuring a key again with another scope gives it the new scope",
    Effect.gen(function* () {
      const store = yield* KeyStore
      yield* store.setConfigured("ADMIN_KEY", newKey("a"))
      yield* store.setConfigured("ADMIN_KEY", newKey("a", { scope: "admin" }))
      assert.deepStrictEqual(yield* names, ["key a"])
      assert.strictEqual(Option.getOrUndefined(yield* store.find(hashOf("a")))?.scope, "admin")
    }),
  )
}
