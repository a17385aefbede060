import type { DataVersions } from "@daybook/kernel"
import { durableJournalContract, durableSearchContract, versionOf } from "@daybook/kernel/contract"
import { ArticleStore } from "@daybook/reading"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { articleJournal, articleSearch } from "./journal.ts"
import { everyArticle, finished, type ReadingPorts, saved, store, titlesWith } from "./articles.ts"

/**
 * The contract of a durable `ArticleStore`, next to `articleStoreContract`. `make` returns a function that opens one new
 * and empty store.
 */
export const durableArticleStoreContract = (
  adapter: string,
  make: () => (zone?: string) => Layer.Layer<ReadingPorts | DataVersions>,
): void => {
  describe(`${adapter}: articles that outlive the process`, () => {
    durableJournalContract(articleJournal, make)
    durableSearchContract(articleSearch, make)

    it.effect("articles, words, cursors and versions survive a restart", () => {
      const open = make()
      return Effect.gen(function* () {
        const before = yield* Effect.provide(
          Effect.gen(function* () {
            yield* store(finished("1", "2024-05-06T07:00:00Z", { content: "<p>paraffin</p>" }), saved("2"))
            return { articles: yield* everyArticle, version: yield* versionOf("reading") }
          }),
          open(),
        )
        yield* Effect.provide(
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* everyArticle, before.articles)
            assert.deepStrictEqual(yield* titlesWith("paraffin"), ["Article 1"])
            const articles = yield* ArticleStore
            assert.deepStrictEqual(yield* articles.cursor("readwise"), Option.some("anywhere"))
            assert.isAtLeast(yield* versionOf("reading"), before.version)
            assert.strictEqual(yield* store(saved("2")), 0)
            assert.strictEqual(yield* store(saved("3")), 1)
          }),
          open(),
        )
      })
    })
  })
}
