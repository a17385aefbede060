import { everything, type RejectedRow, RejectedRows } from "@daybook/kernel"
import { hostileTexts, refusedUrls, survivesHostileTexts, urlsIn } from "@daybook/kernel/contract"
import { ArticleStore, searchWords, normalizeArticle, VectorIndex } from "@daybook/reading"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { everyArticle, finished, type ReadingPorts, saved, store } from "./articles.ts"

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
    "articles of hostile texts are stored once, returned as they were tidied, and searched for",
    Effect.gen(function* () {
      const articles = yield* ArticleStore
      const sent = hostileTexts.map(hostile)
      assert.strictEqual(yield* store(...sent), sent.length)
      assert.strictEqual(yield* store(...sent), 0)
      assert.sameMembers(
        (yield* everyArticle).map(({ title }) => title),
        sent.map((article) => normalizeArticle(article).title),
      )
      for (const text of hostileTexts) {
        yield* articles.matching(searchWords(text), 10)
      }
    }),
  )

  test(
    "an article loses a URL that is not one of http or https, and nothing else",
    Effect.gen(function* () {
      const articles = yield* ArticleStore
      const sent = refusedUrls.map((url, at) =>
        finished(String(at), "2024-05-06T07:08:09Z", {
          url,
          readerUrl: url,
          readerAppUrl: url,
          imageUrl: url,
        }),
      )
      assert.strictEqual(yield* store(...sent), sent.length)
      const stored = yield* everyArticle
      assert.sameMembers(
        stored.map(({ title }) => title),
        sent.map(({ title }) => title),
      )
      const entries = yield* articles.journal.entries(everything, 100)
      const [first] = stored
      yield* articles.edits.make({
        type: "article",
        action: "correct",
        itemId: String(first?.id),
        fields: { url: refusedUrls[0] ?? "", title: "By hand" },
        at: 0,
      })
      const urls = urlsIn([stored, entries, yield* everyArticle])
      // An app may open it.
      assert.sameMembers([...new Set(urls)], ["", "ftp://img.example/1.jpg"])
      assert.lengthOf(entries, sent.length)
    }).pipe(Effect.orDie),
  )

  test(
    "an article without an id is set aside if its URL is not stored",
    Effect.gen(function* () {
      const aside: Array<RejectedRow> = []
      const keep = (rows: ReadonlyArray<RejectedRow>) => Effect.sync(() => void aside.push(...rows))
      const setAside = { keep, fit: () => Effect.void, tryAgain: () => Effect.void }
      const sent = refusedUrls.map((url) => saved("", { title: `At ${url}`, url }))
      const stored = yield* Effect.provideService(store(...sent, saved("good")), RejectedRows, setAside)
      assert.strictEqual(stored, 1)
      assert.deepStrictEqual(
        aside.map(({ raw, reason }) => [JSON.parse(raw).title, reason]),
        sent.map(({ title }) => [title, "it has no id, and its URL is not http or https"]),
      )
    }),
  )

  test(
    "a hostile text that comes untidied is stored or fails on its own",
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
