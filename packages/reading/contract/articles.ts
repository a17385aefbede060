import { everything, SourceError, type SyncRuns } from "@daybook/kernel"
import {
  type Article,
  articleBatches,
  type ArticleId,
  ArticleStore,
  CleanHtml,
  Embedder,
  PlainText,
  type SavedArticle,
  searchWords,
  unknownArticle,
  type VectorIndex,
} from "@daybook/reading"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"

/** The ports of reading, and those that its use cases need next to them. */
export type ReadingPorts = ArticleStore | VectorIndex | SyncRuns

/** An article as a service has it, the same each time unless `more` says otherwise. */
export const saved = (sourceId: string, more: Partial<SavedArticle> = {}): SavedArticle => ({
  ...unknownArticle,
  source: "readwise",
  sourceId,
  title: `Article ${sourceId}`,
  url: `https://magazine.example/${sourceId}`,
  savedAt: Date.parse("2024-05-06T07:08:09.010Z"),
  ...more,
})

/** An article read to its end and archived at a time such as `2024-05-06T07:08:09Z`. */
export const finished = (sourceId: string, time: string, more: Partial<SavedArticle> = {}): SavedArticle =>
  saved(sourceId, { progress: 1, archived: true, movedAt: Date.parse(time), ...more })

/** A rough conversion of HTML to text, good enough for these tests. */
export const plainText = Layer.succeed(PlainText, {
  of: (html, limit) =>
    html
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim()
      .slice(0, limit)
      .trim(),
})

/** Cleaning that reports its rules and the article's address. */
export const cleanedBy = (rules: number) =>
  Layer.succeed(CleanHtml, {
    rules,
    of: (html, url) => `<p>${rules} ${url} ${html.replace(/<[^>]*>/g, "")}</p>`,
  })

const dimensions = 24

/** An embedder that notes the texts it is given; its vectors depend on the text and the model. */
export const makeEmbedder = (model: string) => {
  const asked: Array<string> = []
  const vectorOf = (text: string): Float32Array => {
    const vector = new Float32Array(dimensions)
    for (const [word] of `${model} ${text}`.toLowerCase().matchAll(/\p{L}+/gu)) {
      let place = 7
      for (const letter of word) place = (place * 31 + (letter.codePointAt(0) ?? 0)) % 9_973
      vector[place % dimensions] = (vector[place % dimensions] ?? 0) + 1
    }
    return vector
  }
  const layer = Layer.succeed(Embedder, {
    model,
    embed: (texts) =>
      Effect.sync(() => {
        asked.push(...texts)
        return { vectors: texts.map(vectorOf), tokens: texts.length }
      }),
  })
  return { asked, layer, vectorOf }
}

/** An embedder that refuses every text that contains the word. */
export const refusing = (model: string, word: string) => {
  const { asked, vectorOf } = makeEmbedder(model)
  return Layer.succeed(Embedder, {
    model,
    embed: (texts) =>
      texts.some((text) => text.includes(word))
        ? Effect.fail(new SourceError({ source: model, failure: "unavailable", message: "does not answer" }))
        : Effect.sync(() => {
            asked.push(...texts)
            return { vectors: texts.map(vectorOf), tokens: texts.length }
          }),
  })
}

/**
 * Stores articles as a sync does; returns the number that are new or have changed. A sync stores no time ahead of the
 * clock, so it runs on the real clock: a test clock that jumps by decades would wake each fiber of a store once for
 * every minute.
 */
export const store = Effect.fnUntraced(function* (...articles: ReadonlyArray<SavedArticle>) {
  const batches = yield* Effect.provide(articleBatches, plainText)
  return yield* TestClock.withLive(batches.store(articles, { source: "readwise", cursor: "anywhere" }))
})

/** Every article, by id. */
export const everyArticle = Effect.gen(function* () {
  const articles = yield* ArticleStore
  const ids = yield* articles.toExcerpt({ limit: 100_000, offset: 0, all: true })
  return yield* articles.find(ids)
})

/** The only article stored. */
export const onlyArticle = Effect.map(everyArticle, ([article, ...others]): Article => {
  assert.lengthOf(others, 0, "there is more than one article")
  return article ?? assert.fail("there is no article")
})

/** The titles of the articles that have the words, best first. */
export const titlesWith = Effect.fnUntraced(function* (query: string) {
  const articles = yield* ArticleStore
  const found = yield* articles.find(yield* articles.matching(searchWords(query), 100))
  return found.map(({ title }) => title)
})

/** The titles of the archive, in its order. */
export const archivedTitles = Effect.flatMap(ArticleStore, (articles) =>
  Effect.map(articles.archive(everything, { page: 1, limit: 100 }), ({ items }) =>
    items.map(({ title }) => title),
  ),
)

/** The ids of all articles by their titles. */
export const idsByTitle = Effect.map(everyArticle, (articles) => {
  const ids = new Map(articles.map(({ id, title }) => [title, id]))
  return (title: string): ArticleId => ids.get(title) ?? assert.fail(`${title} is not stored`)
})

/** Few runs with several checks each: every run builds a store, which may be a database. */
export const properties = { timeout: 120_000, arbitrary: { runs: 10, size: 40, maxShrinks: 40 } }
