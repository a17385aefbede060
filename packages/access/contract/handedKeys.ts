import { KeyStore } from "@daybook/access"
import type { DataVersions } from "@daybook/kernel"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { everyKey, hashOf, names, newKey } from "./someKeys.ts"

/** The part of the contract that tells of keys that settings hand in. */
export const handedKeysContract = (fresh: () => Layer.Layer<KeyStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, KeyStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "a key that is handed in replaces what the same setting handed in before, and keeps all others",
    Effect.gen(function* () {
      const store = yield* KeyStore
      yield* store.insert(newKey("a"))
      yield* store.handIn("ADMIN_KEY", newKey("b", { scope: "admin" }))
      yield* store.handIn("READ_KEY", newKey("c"))
      yield* store.handIn("ADMIN_KEY", newKey("d", { scope: "admin" }))
      assert.deepStrictEqual((yield* names).toSorted(), ["key a", "key c", "key d"])
      assert.deepStrictEqual(yield* store.find(hashOf("b")), Option.none())
      assert.strictEqual(Option.getOrUndefined(yield* store.find(hashOf("d")))?.scope, "admin")
    }),
  )

  test(
    "a key that is handed in unchanged keeps its record and its last use",
    Effect.gen(function* () {
      const store = yield* KeyStore
      yield* store.handIn("READ_KEY", newKey("a"))
      const [first] = (yield* store.list(everyKey)).items
      assert.isDefined(first)
      if (first === undefined) return
      yield* store.touch(new Map([[first.id, 1_700_000_000_500]]))
      yield* store.handIn("READ_KEY", newKey("a", { createdAt: 1_700_000_999_000 }))
      assert.deepStrictEqual((yield* store.list(everyKey)).items, [
        { ...first, lastUsedAt: 1_700_000_000_500 },
      ])
    }),
  )

  test(
    "a key that is handed in again after another one took its place is accepted again",
    Effect.gen(function* () {
      const store = yield* KeyStore
      for (const digit of ["a", "b", "a"]) yield* store.handIn("READ_KEY", newKey(digit))
      assert.deepStrictEqual(yield* names, ["key a"])
      assert.isTrue(Option.isSome(yield* store.find(hashOf("a"))))
    }),
  )

  test(
    "the text of a key that was made, handed in with another scope, is one key with the new scope",
    Effect.gen(function* () {
      const store = yield* KeyStore
      yield* store.insert(newKey("a", { name: "made" }))
      yield* store.handIn("ADMIN_KEY", newKey("a", { name: "handed in", scope: "admin" }))
      assert.deepStrictEqual(yield* names, ["handed in"])
      assert.strictEqual(Option.getOrUndefined(yield* store.find(hashOf("a")))?.scope, "admin")
    }),
  )

  test(
    "the same text in two settings is one key, as the later one says",
    Effect.gen(function* () {
      const store = yield* KeyStore
      yield* store.handIn("ADMIN_KEY", newKey("a", { name: "ADMIN_KEY", scope: "admin" }))
      yield* store.handIn("READ_KEY", newKey("a", { name: "READ_KEY" }))
      assert.deepStrictEqual(yield* names, ["READ_KEY"])
      yield* store.handIn("ADMIN_KEY", newKey("b", { name: "ADMIN_KEY", scope: "admin" }))
      assert.deepStrictEqual((yield* names).toSorted(), ["ADMIN_KEY", "READ_KEY"])
    }),
  )

  test(
    "a key that is handed in again with another scope has the new scope",
    Effect.gen(function* () {
      const store = yield* KeyStore
      yield* store.handIn("ADMIN_KEY", newKey("a"))
      yield* store.handIn("ADMIN_KEY", newKey("a", { scope: "admin" }))
      assert.deepStrictEqual(yield* names, ["key a"])
      assert.strictEqual(Option.getOrUndefined(yield* store.find(hashOf("a")))?.scope, "admin")
    }),
  )
}
