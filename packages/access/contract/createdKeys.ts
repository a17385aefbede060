import { KeyStore } from "@daybook/access"
import { type DataVersions, isStorableText } from "@daybook/kernel"
import { hostileTexts, readPages, survivesHostileTexts } from "@daybook/kernel/contract"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { everyKey, hashOf, names, newKey, recordOf, unknownId } from "./someKeys.ts"

/** Contract: keys that are created, found, listed, used and revoked. */
export const createdKeysContract = (fresh: () => Layer.Layer<KeyStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, KeyStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "a stored key is found by its hash, with all its fields",
    Effect.gen(function* () {
      const store = yield* KeyStore
      const plain = newKey("a")
      const full = newKey("b", {
        name: "Ünïcode 'quoted' key",
        scope: "admin",
        rateLimit: 240,
        expiresAt: 1_800_000_000_456,
      })
      const sender = newKey("c", { scope: "submit" })
      for (const key of [plain, full, sender]) {
        const stored = yield* store.insert(key)
        assert.deepStrictEqual(stored, recordOf(key, stored.id))
        assert.deepStrictEqual(yield* store.find(key.hash), Option.some(stored))
      }
    }),
  )

  test(
    "an unknown hash finds no key",
    Effect.gen(function* () {
      const store = yield* KeyStore
      assert.deepStrictEqual(yield* store.find(hashOf("a")), Option.none())
      yield* store.insert(newKey("a"))
      assert.deepStrictEqual(yield* store.find(hashOf("b")), Option.none())
      assert.deepStrictEqual(yield* store.find(""), Option.none())
    }),
  )

  test(
    "keys are listed oldest first by id, and their pages neither overlap nor skip",
    Effect.gen(function* () {
      const store = yield* KeyStore
      assert.deepStrictEqual(yield* store.list(everyKey), { items: [], total: 0 })
      // Ordered by id, not by `createdAt`.
      const stored = yield* Effect.forEach(["a", "b", "c", "d", "e"], (digit, index) =>
        store.insert(newKey(digit, { createdAt: 1_700_000_000_000 - index })),
      )
      const ids = stored.map((key) => key.id)
      assert.deepStrictEqual(
        ids,
        [...new Set(ids)].sort((a, b) => a - b),
      )
      for (const limit of [1, 2, 5, 100]) {
        assert.deepStrictEqual(yield* readPages(store.list, limit), stored)
      }
    }),
  )

  test(
    "a key that is revoked is found and listed no more, and cannot be revoked again",
    Effect.gen(function* () {
      const store = yield* KeyStore
      const { id } = yield* store.insert(newKey("a"))
      yield* store.insert(newKey("b"))
      assert.isFalse(yield* store.revoke(unknownId), "revoked a key that never was")
      assert.isTrue(yield* store.revoke(id), "did not revoke the key")
      assert.isFalse(yield* store.revoke(id), "revoked the key twice")
      assert.deepStrictEqual(yield* store.find(hashOf("a")), Option.none())
      assert.deepStrictEqual(yield* names, ["key b"])
    }),
  )

  test(
    "a key's last use is the latest reported one, found and listed",
    Effect.gen(function* () {
      const store = yield* KeyStore
      const used = yield* store.insert(newKey("a"))
      const unused = yield* store.insert(newKey("b"))
      const told = [
        [1_700_000_000_500, 1_700_000_000_500],
        [1_700_000_000_400, 1_700_000_000_500],
        [1_700_000_060_001, 1_700_000_060_001],
      ] as const
      for (const [use, latest] of told) {
        yield* store.touch(
          new Map([
            [used.id, use],
            [unknownId, use],
          ]),
        )
        const expected = { ...used, lastUsedAt: latest }
        assert.deepStrictEqual(yield* store.find(hashOf("a")), Option.some(expected))
        assert.deepStrictEqual((yield* store.list(everyKey)).items, [expected, unused])
      }
      yield* store.touch(new Map())
    }),
  )

  test(
    "a key named by any hostile text is stored under that name if it is storable, else only it fails",
    Effect.gen(function* () {
      const store = yield* KeyStore
      let made = 0
      const add = (name: string) => {
        made += 1
        const hash = made.toString(16).padStart(64, "0")
        return store.insert(newKey("a", { hash, name }))
      }
      yield* survivesHostileTexts(
        (text) =>
          Effect.map(add(text), ({ name }) => {
            if (isStorableText(text)) assert.strictEqual(name, text)
          }),
        (at) => Effect.map(add(`good ${at}`), ({ name }) => assert.strictEqual(name, `good ${at}`)),
      )
      const { items } = yield* store.list({ page: 1, limit: 1_000 })
      assert.includeMembers(
        items.map(({ name }) => name),
        hostileTexts.filter(isStorableText),
      )
    }),
  )
}
