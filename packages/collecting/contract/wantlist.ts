import { CollectingStore, type WantedRecord } from "@daybook/collecting"
import type { DataVersions } from "@daybook/kernel"
import { raisesVersion } from "@daybook/kernel/contract"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

const at = Date.parse("2024-05-06T07:08:09Z")

const wanted = (releaseId: number, more: Partial<WantedRecord> = {}): WantedRecord => ({
  releaseId,
  title: `Maps ${releaseId}`,
  artist: "Low",
  year: 1999,
  format: "Vinyl",
  imageUrl: "",
  source: "discogs",
  notes: "",
  addedAt: at + releaseId,
  ...more,
})

const replace = (list: ReadonlyArray<WantedRecord>, source = "discogs", unread: ReadonlyArray<number> = []) =>
  Effect.flatMap(CollectingStore, (store) => store.replaceWanted(source, list, unread))

const listed = (page = 1, limit = 10) =>
  Effect.flatMap(CollectingStore, ({ lists }) => lists.wanted({ page, limit }))

const ids = Effect.map(listed(), ({ items }) => items.map(({ releaseId }) => releaseId))

/** Contract: wantlists. */
export const wantlistContract = (fresh: () => Layer.Layer<CollectingStore | DataVersions>): void => {
  it.effect("a wantlist is replaced by its source, listed latest first, and pages do not overlap", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* listed(), { items: [], total: 0 })
      // Beyond 32 bits, since the ids of services are.
      const large = wanted(5_000_000_000, { notes: "first pressing", addedAt: undefined })
      const list = [wanted(1), large, wanted(3), wanted(2)]
      assert.strictEqual(yield* raisesVersion("collecting", "a wantlist", replace(list)), 4)
      assert.deepStrictEqual((yield* listed()).items, [wanted(3), wanted(2), wanted(1), large])
      assert.strictEqual(yield* replace(list), 0)
      assert.deepStrictEqual((yield* listed(2, 3)).items, [large])
      assert.strictEqual((yield* listed(2, 3)).total, 4)

      assert.strictEqual(yield* replace([wanted(7, { source: "other" })], "other"), 1)
      assert.deepStrictEqual(yield* ids, [7, 3, 2, 1, large.releaseId])

      // One has changed, two are gone, and one could not be read.
      assert.strictEqual(yield* replace([wanted(3, { notes: "any" })], "discogs", [2]), 3)
      assert.deepStrictEqual(yield* ids, [7, 3, 2])
      assert.strictEqual((yield* listed()).items[1]?.notes, "any")
      assert.strictEqual(yield* replace([], "other"), 1)
      assert.strictEqual(yield* replace([]), 2)
      assert.deepStrictEqual(yield* ids, [])
    }).pipe(Effect.provide(fresh())),
  )
}
