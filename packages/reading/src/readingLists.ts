import {
  type DateRange,
  LocalDate,
  type Page,
  type PageRequest,
  type Sorting,
  type SortOrder,
  type Sorts,
} from "@daybook/kernel"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Article, type ArticleId, type Highlight, type HighlightId, type ReadingStatus } from "./model.ts"

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

/** The sorts of the list of books. */
export const bookSorts = {
  finished: "desc",
  saved: "desc",
  title: "asc",
  author: "asc",
  rating: "desc",
  pages: "desc",
  year: "desc",
} as const satisfies Sorts
export type BookSort = keyof typeof bookSorts

/** Books as a store selects them. Names are keys, made by `keyOf`; books without the time that sorts them come last. */
export interface BookFilter extends Sorting<BookSort> {
  readonly status?: ReadingStatus | undefined
  readonly authorKey?: string | undefined
  readonly tagKey?: string | undefined
  /** The year in which a book appeared. */
  readonly year?: number | undefined
  /** A part of the title or of the author's name, in any case and without accents. */
  readonly q?: string | undefined
  /** The time of saving if sorted by it, else of finishing. */
  readonly range: DateRange
}

/** The lists of articles, of books and of passages, as a store returns them. Only `books` has books. */
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
  /** The passage that an id resolves to: itself unless it was merged manually. */
  readonly highlight: (id: HighlightId) => Effect.Effect<Option.Option<Highlight>>
}

const count = Schema.Int

/** The articles of each status. */
export const StatusCounts = Schema.Struct({
  unread: count,
  reading: count,
  finished: count,
  skipped: count,
  abandoned: count,
} satisfies Record<ReadingStatus, unknown>)

/** The finished articles of one month of the owner's, by its first day. */
export const ReadMonth = Schema.Struct({ start: LocalDate, articles: Schema.Int, words: Schema.Int })

/** The totals of a range. */
export const ReadingTotals = Schema.Struct({
  /** Articles saved in it, by their present status. Where the range is open, those of unknown time too. */
  byStatus: StatusCounts,
  /** Articles finished in it. */
  articles: Schema.Int,
  words: Schema.Int,
  /** The minutes of each article, `readMinutes`, added up. */
  minutes: Schema.Int,
  /** Books finished in it. They count in no other field but the next. */
  books: Schema.Int,
  pages: Schema.Int,
  /** Passages highlighted in it. */
  highlights: Schema.Int,
  /** The finished article with the most words, and of two the higher id. Undefined if none has any. */
  longest: Schema.UndefinedOr(Article),
  /** The months with finished articles, earliest first. */
  months: Schema.Array(ReadMonth),
})
export type ReadingTotals = typeof ReadingTotals.Type
