import type { SavedArticle } from "@daybook/reading"
import { deriveStatus, isArticle, isHighlight, normalizeArticle } from "@daybook/reading"
import { assert, describe, it } from "@effect/vitest"
import { demoArticles, demoBooks, demoReading, type ReadingDemo } from "../src/index.ts"

const until = Date.parse("2026-11-21T12:10:00.500Z")

const articlesOf = (options: Partial<ReadingDemo> = {}): ReadonlyArray<SavedArticle> => [
  ...demoArticles({ until, count: 400, ...options }),
]

const articles = articlesOf()

const textOf = ({ content = "" }: SavedArticle) => content.replace(/<[^>]*>/g, " ")

describe("demo data of reading", () => {
  it("is the same for the same arguments and another for another seed", () => {
    assert.deepStrictEqual(articlesOf(), articles)
    const others = articlesOf({ seed: 2 })
    assert.isBelow(others.filter(({ title }, at) => title === articles[at]?.title).length, 20)
  })

  it("has each article once, the oldest first, all before its end", () => {
    assert.lengthOf(articles, 400)
    assert.strictEqual(new Set(articles.map(({ sourceId }) => sourceId)).size, 400)
    assert.strictEqual(new Set(articles.map(({ url }) => url)).size, 400)
    for (const [at, { firstOpenedAt, lastOpenedAt, movedAt, savedAt = 0 }] of articles.entries()) {
      assert.isAbove(savedAt, articles[at - 1]?.savedAt ?? 0)
      for (const time of [savedAt, firstOpenedAt, lastOpenedAt, movedAt]) assert.isBelow(time ?? 0, until)
    }
  })

  it("has highlights of opened articles, each a sentence of its article", () => {
    const items = [...demoReading({ until, count: 400 })]
    const byId = new Map(items.filter(isArticle).map((article) => [article.sourceId, article]))
    const highlights = items.filter(isHighlight)
    assert.isAbove(highlights.length, 60)
    assert.isTrue(highlights.some(({ note }) => note !== ""))
    for (const { articleSourceId, highlightedAt = Infinity, text } of highlights) {
      const article = byId.get(articleSourceId) ?? assert.fail(`no article ${articleSourceId}`)
      assert.include(textOf(article), text)
      assert.isAbove(highlightedAt, article.firstOpenedAt ?? Infinity)
      assert.isBelow(highlightedAt, until)
    }
  })

  it("knows every status", () => {
    const statuses = articles.map((article) => deriveStatus(article))
    for (const status of ["unread", "reading", "finished", "skipped", "abandoned"]) {
      assert.isAbove(statuses.filter((one) => one === status).length, 15, status)
    }
  })

  it("has bodies of about the length that is requested, with words that titles do not have", () => {
    const mean = (articles: ReadonlyArray<SavedArticle>) =>
      articles.reduce((sum, article) => sum + textOf(article).length, 0) / articles.length
    assert.approximately(mean(articles), 3_300, 500)
    assert.approximately(mean(articlesOf({ count: 100, length: 8_000 })), 8_300, 900)
    assert.isFalse(articles.some((article) => /[{}]|undefined/.test(textOf(article))))
  })
})

describe("demo books", () => {
  it("are the same for the same arguments, each once, of every fate, and all before their end", () => {
    const books = [...demoBooks({ until, count: 400, years: 20 })]
    assert.deepStrictEqual([...demoBooks({ until, count: 400, years: 20 })], books)
    const some = [...demoBooks({ until })]
    assert.strictEqual(new Set(some.map(({ sourceId }) => sourceId)).size, 80)
    assert.deepStrictEqual(books.map(normalizeArticle), books)
    for (const { firstOpenedAt = 0, movedAt = until - 1, savedAt = until } of books) {
      assert.isBelow(movedAt, until)
      assert.isAtMost(firstOpenedAt, movedAt)
      assert.isBelow(savedAt, movedAt)
    }
    const of = (status: string) => books.filter((book) => book.status === status)
    assert.deepStrictEqual(of("reading"), books.slice(-2))
    for (const status of ["finished", "unread", "abandoned"]) assert.isAbove(of(status).length, 15)
    assert.isTrue(of("finished").some(({ review }) => review.includes("\n")))
  })
})
