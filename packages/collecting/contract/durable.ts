import { CollectingStore } from "@daybook/collecting"
import type { DataVersions } from "@daybook/kernel"
import { durableJournalContract, durableSearchContract, versionOf } from "@daybook/kernel/contract"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { collectingJournal, collectingSearch } from "./journal.ts"
import { film, latestRecords, record } from "./owned.ts"

const contents = Effect.gen(function* () {
  const store = yield* CollectingStore
  return {
    records: yield* latestRecords({ page: 1, limit: 10 }),
    formats: yield* store.mediaFormats,
    cursor: yield* store.cursor("discogs"),
  }
})

/**
 * The contract of a `CollectingStore` that outlives its layer, in addition to `collectingStoreContract`. `make` returns a new
 * empty store as a function that opens it: every layer from that function is the same store, built again.
 */
export const durableCollectingStoreContract = (
  adapter: string,
  make: () => (zone?: string) => Layer.Layer<CollectingStore | DataVersions>,
): void => {
  describe(`${adapter}: collections that outlive the process`, () => {
    durableJournalContract(collectingJournal, make)
    durableSearchContract(collectingSearch, make)

    it.effect("records, ids, films, cursors and versions survive a restart", () => {
      const open = make()
      const records = [record(1), record(2, { addedAt: undefined })]
      const first = Effect.gen(function* () {
        const store = yield* CollectingStore
        yield* store.storeRecords(records, { source: "discogs", cursor: "page 2" })
        yield* store.replaceFilms("trakt", [film("a"), film("b", { format: "dvd" })], [])
        return { contents: yield* contents, version: yield* versionOf("collecting") }
      })
      return Effect.gen(function* () {
        const before = yield* Effect.provide(first, open())
        assert.strictEqual(before.contents.records.total, 2)
        assert.deepStrictEqual(before.contents.cursor, Option.some("page 2"))
        const second = Effect.gen(function* () {
          assert.deepStrictEqual(yield* contents, before.contents)
          assert.isAtLeast(yield* versionOf("collecting"), before.version)
          const store = yield* CollectingStore
          assert.strictEqual(yield* store.storeRecords(records), 0)
          assert.strictEqual(
            yield* store.replaceFilms("trakt", [film("a"), film("b", { format: "dvd" })], []),
            0,
          )
        })
        yield* Effect.provide(second, open())
      })
    })
  })
}
