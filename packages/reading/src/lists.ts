import {
  resolveRange,
  type RequestedSort,
  type DateRangeInput,
  type PageRequest,
  sortOf,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { htmlOf, textOf } from "./articles/cleanArticles.ts"
import { ArticleNotFound, HighlightNotFound } from "./errors.ts"
import { keyIn, tagKeyIn } from "./keys.ts"
import type { Article, ArticleId, ArticleKind, Highlight, HighlightId, ReadingStatus } from "./model.ts"
import { ArticleStore, type CleanHtml, type PlainText } from "./ports.ts"
import { type ArticleSort, articleSorts, type Grouping } from "./readingLists.ts"

/** A request for articles; names in any case, with or without accents. */
export interface ArticlesQuery extends DateRangeInput, PageRequest, RequestedSort<ArticleSort> {
  readonly status?: ReadingStatus | undefined
  readonly tag?: string | undefined
  readonly author?: string | undefined
  readonly domain?: string | undefined
  readonly starred?: boolean | undefined
  readonly source?: string | undefined
  readonly q?: string | undefined
}

/** All articles: titles ascending by default, times and lengths descending. */
export const listArticles = Effect.fn("Reading.listArticles")(function* (query: ArticlesQuery) {
  const { lists } = yield* ArticleStore
  const { author, domain, q, source, starred, status, tag } = query
  const range = yield* resolveRange(query)
  return yield* lists.articles(
    {
      status,
      tagKey: tagKeyIn(tag),
      authorKey: keyIn(author),
      domain: domain?.toLowerCase().replace(/^www\./, ""),
      starred,
      source,
      q,
      ...sortOf(articleSorts, query),
      range,
    },
    query,
  )
})

/** Articles finished or opened in a range, latest first. */
export const recentArticles = Effect.fn("Reading.recentArticles")(function* (
  query: DateRangeInput & PageRequest,
) {
  const { lists } = yield* ArticleStore
  return yield* lists.recent(yield* resolveRange(query), query)
})

/** A request for passages. */
export interface HighlightsQuery extends DateRangeInput, PageRequest {
  readonly articleId?: ArticleId | undefined
  readonly q?: string | undefined
}

/** The tags, domains or authors of all articles. */
export const articleGroups = Effect.fn("Reading.articleGroups")(function* (by: Grouping, page: PageRequest) {
  const { lists } = yield* ArticleStore
  return yield* lists.groups(by, {}, page)
})

/** Articles that were started and not finished, latest read first. */
export const readingNow = Effect.fn("Reading.readingNow")(function* (page: PageRequest) {
  const { lists } = yield* ArticleStore
  return yield* lists.readingNow(page)
})

/** Highlighted passages, latest first. */
export const listHighlights = Effect.fn("Reading.listHighlights")(function* (query: HighlightsQuery) {
  const { leadsTo, lists } = yield* ArticleStore
  const range = yield* resolveRange(query)
  const articleId = query.articleId === undefined ? undefined : yield* leadsTo(query.articleId)
  return yield* lists.highlights({ articleId, q: query.q, range, order: "desc" }, query)
})

/** One passage. */
export const findHighlight = Effect.fn("Reading.findHighlight")(function* (id: HighlightId) {
  const { lists } = yield* ArticleStore
  return yield* Effect.mapError(
    Effect.fromOption(yield* lists.highlight(id)),
    () => new HighlightNotFound({ message: `There is no highlight ${id}` }),
  )
})

/** A random passage among those that the request selects. Its page is ignored. */
export const randomHighlight = Effect.fn("Reading.randomHighlight")(function* (
  query: Omit<HighlightsQuery, keyof PageRequest>,
) {
  const { items, total } = yield* listHighlights({ ...query, page: 1, limit: 1 })
  if (total <= 1) {
    const [only] = items
    return only ?? (yield* new HighlightNotFound({ message: "There is no highlight that fits" }))
  }
  const page = yield* Random.nextIntBetween(1, total + 1)
  const chosen = yield* listHighlights({ ...query, page, limit: 1 })
  // Gone in the meantime: the first stands for it.
  return chosen.items[0] ?? items[0] ?? (yield* new HighlightNotFound({ message: "There is no highlight" }))
})

/** The number of an article's passages that are shown with it. */
const maxHighlights = 500

/** An article with its text and its passages. */
export interface WholeArticle extends Article {
  /** Its text; "" if no service has it. */
  readonly body: string
  /** The same as cleaned HTML. Its images have their addresses at the source. */
  readonly html: string
  /** The first 500, in the order in which they were highlighted. */
  readonly highlights: ReadonlyArray<Highlight>
}

/** The article or the book that an id resolves to. */
export const findAny = Effect.fnUntraced(function* (kind: ArticleKind, id: ArticleId) {
  const store = yield* ArticleStore
  const [known] = yield* store.find([id])
  const [other] = known === undefined ? yield* store.find([yield* store.leadsTo(id)]) : []
  return [known, other].find((one) => one?.kind === kind)
})

/** The article that an id resolves to. */
export const findArticle = Effect.fnUntraced(function* (id: ArticleId) {
  const article = yield* findAny("article", id)
  return article ?? (yield* new ArticleNotFound({ id, message: `There is no article ${id}` }))
})

/** One article with all stored details. */
export const wholeArticle = Effect.fn("Reading.wholeArticle")(function* (
  asked: ArticleId,
): Effect.fn.Return<WholeArticle, ArticleNotFound, ArticleStore | CleanHtml | PlainText> {
  const store = yield* ArticleStore
  const article = yield* findArticle(asked)
  const { id } = article
  const html = yield* htmlOf(article)
  const { items: highlights } = yield* store.lists.highlights(
    { articleId: id, range: { from: undefined, until: undefined }, order: "asc" },
    { page: 1, limit: maxHighlights },
  )
  return { ...article, body: yield* textOf(html), html, highlights }
})
