import {
  resolveRange,
  type RequestedSort,
  type DateRange,
  type DateRangeInput,
  type Page,
  type PageRequest,
  type Sorting,
  sortOf,
  type SortOrder,
  type Sorts,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import type { BookFilter } from "./books.ts"
import { htmlOf, textOf } from "./cleanArticles.ts"
import { ArticleNotFound, HighlightNotFound } from "./errors.ts"
import { keyIn } from "./keys.ts"
import type { Article, ArticleId, ArticleKind, Highlight, HighlightId, ReadingStatus } from "./model.ts"
import { ArticleStore, type CleanHtml, type PlainText } from "./ports.ts"

/** The sorts of the list of articles. */
export const articleSorts = {
  saved: "desc",
  finished: "desc",
  title: "asc",
  words: "desc",
} as const satisfies Sorts
export type ArticleSort = keyof typeof articleSorts

/**
 * Articles as a store selects them. Names are keys, made by `keyOf`. Articles without the time that sorts them come last in
 * both orders.
 */
export interface ArticleFilter extends Sorting<ArticleSort> {
  readonly status?: ReadingStatus | undefined
  readonly tagKey?: string | undefined
  readonly authorKey?: string | undefined
  readonly domain?: string | undefined
  readonly starred?: boolean | undefined
  /** The service that reported it, and its own id there. */
  readonly source?: string | undefined
  readonly sourceId?: string | undefined
  /** A part of the title, or of the names of author and site, in any case and without accents. */
  readonly q?: string | undefined
  /** The time of finishing if sorted by it, else of saving. */
  readonly range: DateRange
}

/** Passages as a store selects them. */
export interface HighlightFilter {
  readonly articleId?: ArticleId | undefined
  /** A part of the passage or of its note, in any case and without accents. */
  readonly q?: string | undefined
  /** The time of highlighting. */
  readonly range: DateRange
  /** Passages of unknown time come last in both orders. */
  readonly order: SortOrder
}

/** The ways to group articles. */
export type Grouping = "tag" | "domain" | "author"

/** The articles of one tag, domain or author. */
export const ArticleGroup = Schema.Struct({
  /** Its key: the name without case and accents. */
  id: Schema.String,
  /** The spelling that most of its articles have. */
  name: Schema.String,
  count: Schema.Int,
  finished: Schema.Int,
})
export type ArticleGroup = typeof ArticleGroup.Type

/** The articles that are grouped: all of them, or those finished in a range. */
export interface GroupedArticles {
  readonly finishedIn?: DateRange | undefined
}

/** The lists of articles, of books and of passages, as a store gives them. Only `books` has books. */
export interface ReadingLists {
  /** Ties are broken by the id, in the direction of the order. */
  readonly articles: (filter: ArticleFilter, page: PageRequest) => Effect.Effect<Page<Article>>
  /** The same. */
  readonly books: (filter: BookFilter, page: PageRequest) => Effect.Effect<Page<Article>>
  /** Finished and opened articles by `lastReadAt`, in the range: latest first, then the higher id. */
  readonly recent: (range: DateRange, page: PageRequest) => Effect.Effect<Page<Article>>
  /** Articles of the status `reading` by `lastReadAt`: latest first, unknown times last, then the higher id. */
  readonly readingNow: (page: PageRequest) => Effect.Effect<Page<Article>>
  /** The groups with the most articles first, then by key. Articles without a name of the kind are in none. */
  readonly groups: (by: Grouping, of: GroupedArticles, page: PageRequest) => Effect.Effect<Page<ArticleGroup>>
  /** Passages of stored articles. Ties are broken by the id, in the direction of the order. */
  readonly highlights: (filter: HighlightFilter, page: PageRequest) => Effect.Effect<Page<Highlight>>
  /** The passage that an id leads to: itself unless it was merged manually. */
  readonly highlight: (id: HighlightId) => Effect.Effect<Option.Option<Highlight>>
}

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
      tagKey: keyIn(tag),
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

/** The article or the book that an id leads to. */
export const findAny = Effect.fnUntraced(function* (kind: ArticleKind, id: ArticleId) {
  const store = yield* ArticleStore
  const [known] = yield* store.find([id])
  const [other] = known === undefined ? yield* store.find([yield* store.leadsTo(id)]) : []
  return [known, other].find((one) => one?.kind === kind)
})

/** The article that an id leads to. */
export const findArticle = Effect.fnUntraced(function* (id: ArticleId) {
  const article = yield* findAny("article", id)
  return article ?? (yield* new ArticleNotFound({ id, message: `There is no article ${id}` }))
})

/** One article with everything kept of it. */
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
