import { type NewShare, ShareId, ShareStore } from "@daybook/access"
import type { DataVersions } from "@daybook/kernel"
import { raisesVersion, readPages } from "@daybook/kernel/contract"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"

const unknownId = ShareId.make(987_654)

const newShare = (digit: string): NewShare => ({
  hash: digit.repeat(64),
  name: digit === "a" ? "" : `Ünïcode 'quoted' ${digit}`,
  address: `/v1/feed?domains=${digit}&q=%27`,
  hint: digit.repeat(4),
  createdAt: 1_700_000_000_123,
})

/**
 * The contract of every `ShareStore`, and of the versions of "access" next to it. `fresh` returns a store without shares.
 */
export const shareStoreContract = (
  adapter: string,
  fresh: () => Layer.Layer<ShareStore | DataVersions>,
): void => {
  describe(`${adapter}: shares`, () => {
    it.effect("are found by their hash and listed by id until they are revoked", () =>
      Effect.gen(function* () {
        const store = yield* ShareStore
        const wanted = ["a", "b", "c"].map(newShare)
        const stored = yield* Effect.forEach(wanted, (share) =>
          raisesVersion("access", "insert", store.insert(share)),
        )
        for (const [at, { hash, ...share }] of wanted.entries()) {
          const record = { ...share, id: stored[at]?.id ?? unknownId, lastUsedAt: undefined }
          assert.deepStrictEqual(yield* store.find(hash), Option.some(record))
        }
        assert.deepStrictEqual(yield* store.find("d".repeat(64)), Option.none())
        for (const limit of [1, 2, 100]) assert.deepStrictEqual(yield* readPages(store.list, limit), stored)

        const [first, second, third] = stored
        if (second === undefined || third === undefined) return assert.fail("three shares were stored")
        yield* store.touch(
          new Map([
            [second.id, 1_700_000_000_500],
            [unknownId, 1_700_000_000_500],
          ]),
        )
        yield* store.touch(new Map([[second.id, 1_700_000_000_400]]))
        yield* store.touch(new Map())

        assert.isFalse(yield* store.revoke(unknownId), "revoked a share that never was")
        const revoke = store.revoke(first?.id ?? unknownId)
        assert.isTrue(yield* raisesVersion("access", "revoke", revoke))
        assert.isFalse(yield* revoke, "revoked the share twice")
        assert.deepStrictEqual(yield* store.find("a".repeat(64)), Option.none())
        assert.deepStrictEqual(yield* store.list({ page: 1, limit: 100 }), {
          items: [{ ...second, lastUsedAt: 1_700_000_000_500 }, third],
          total: 2,
        })
      }).pipe(Effect.provide(fresh())),
    )
  })
}
