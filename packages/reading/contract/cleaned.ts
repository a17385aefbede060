import { ArticleStore, cleanArticles, wholeArticle } from "@daybook/reading"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { cleanedBy, onlyArticle, plainText, type ReadingPorts, saved, store } from "./articles.ts"

/** Contract: the cleaned HTML of articles. */
export const cleanedContract = (fresh: () => Layer.Layer<ReadingPorts>): void => {
  it.effect("is made once, and again after another content, another address and other rules", () =>
    Effect.gen(function* () {
      const articles = yield* ArticleStore
      const clean = (rules = 1) => Effect.provide(cleanArticles(), cleanedBy(rules))
      assert.strictEqual(yield* clean(), 0)
      yield* store(saved("1", { content: "<b>tide</b>" }))
      const { id } = yield* onlyArticle
      const kept = (rules = 1) => Effect.map(articles.cleaned(rules, id), Option.getOrUndefined)
      const shown = Effect.provide(wholeArticle(id), Layer.merge(cleanedBy(1), plainText))

      assert.isUndefined(yield* kept())
      const url = "https://magazine.example/1"
      assert.strictEqual((yield* shown).html, `<p>1 ${url} tide</p>`, "made as it is asked for")
      assert.strictEqual(yield* clean(), 1)
      assert.strictEqual(yield* clean(), 0)
      assert.strictEqual(yield* kept(), `<p>1 ${url} tide</p>`)
      assert.strictEqual((yield* shown).body, `1 ${url} tide`)

      yield* store(saved("1", { title: "Another title" }))
      assert.strictEqual(yield* kept(), `<p>1 ${url} tide</p>`)
      yield* store(saved("1", { content: "<b>ebb</b>" }))
      assert.isUndefined(yield* kept())
      yield* clean()
      yield* store(saved("1", { url: "https://moved.example/1" }))
      assert.isUndefined(yield* kept())
      assert.strictEqual(yield* clean(), 1)
      assert.strictEqual(yield* kept(), "<p>1 https://moved.example/1 ebb</p>")
      assert.isUndefined(yield* kept(2))
      assert.strictEqual(yield* clean(2), 1)
      assert.isUndefined(yield* kept(1))

      yield* store(saved("1", { content: "<b>flood</b>" }))
      const stale = { id, revision: 1, html: "of an earlier content" }
      assert.strictEqual(yield* articles.storeCleaned(1, [stale]), 0)
      assert.isUndefined(yield* kept())
      yield* store(saved("1", { content: "" }))
      assert.strictEqual(yield* clean(), 0)
    }).pipe(Effect.provide(fresh())),
  )
}
