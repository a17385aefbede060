import { hostileTexts, survivesHostileTexts } from "@daybook/kernel/contract"
import { ArticleStore, searchWords, tidyArticle, VectorIndex } from "@daybook/reading"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { everyArticle, type ReadingPorts, saved, store } from "./articles.ts"

/** An article with this text in every text field. */
const hostile = (text: string) =>
  saved(text, {
    title: `title ${text}`,
    author: text,
    url: `https://magazine.example/${text}`,
    readerUrl: text,
    readerAppUrl: text,
    siteName: text,
    description: text,
    tags: [text, "tag"],
    imageUrl: text,
    content: `<p>${text}</p>`,
  })

/** Contract: no text breaks a store for the articles that follow it. */
export const hostileContract = (fresh: () => Layer.Layer<ReadingPorts>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ReadingPorts>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "articles of hostile texts are stored once, given back as they were tidied, and searched for",
    Effect.gen(function* () {
      const articles = yield* ArticleStore
      const sent = hostileTexts.map(hostile)
      assert.strictEqual(yield* store(...sent), sent.length)
      assert.strictEqual(yield* store(...sent), 0)
      assert.sameMembers(
        (yield* everyArticle).map(({ title }) => title),
        sent.map((article) => tidyArticle(article).title),
      )
      for (const text of hostileTexts) {
        yield* articles.matching(searchWords(text), 10)
      }
    }),
  )

  test(
    "a hostile text that comes untidied is kept or dies alone",
    Effect.gen(function* () {
      const articles = yield* ArticleStore
      const vectors = yield* VectorIndex
      yield* survivesHostileTexts(
        (text) =>
          Effect.all([
            articles.cursor(text),
            vectors.textHashes(text, []),
            vectors.nearest(text, Float32Array.of(1, 0), 3),
            articles.matching(searchWords(text), 3),
          ]),
        Effect.fnUntraced(function* (at) {
          assert.strictEqual(yield* store(saved(`good ${at}`)), 1)
          assert.isTrue(Option.isSome(yield* articles.cursor("readwise")))
        }),
      )
    }),
  )
}
