import type { DateRange } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { domainOf } from "./articles/article.ts"
import type { ArticleGroup, Grouping, ReadingTotals } from "./readingLists.ts"
import type { Article } from "./model.ts"
import { ArticleStore } from "./ports.ts"
import { statsOf } from "./stats.ts"

/** The most names in a list of a review. */
const tops = 5

/** Reading's own part of a year in review: of the articles finished in it, unless a field says otherwise. */
export interface ReadingReview extends Pick<
  ReadingTotals,
  "articles" | "words" | "minutes" | "books" | "pages" | "highlights"
> {
  /** Articles saved in the range. */
  readonly saved: number
  readonly longest: (Article & { readonly domain: string }) | undefined
  /** The names with the most finished articles, the most first: up to five of each kind. */
  readonly tags: ReadonlyArray<ArticleGroup>
  readonly domains: ReadonlyArray<ArticleGroup>
  readonly authors: ReadonlyArray<ArticleGroup>
}

/** Sums up a range for a year in review. */
export const readingReview = Effect.fn("Reading.review")(function* (range: DateRange) {
  const { lists } = yield* ArticleStore
  const top = (by: Grouping) =>
    Effect.map(lists.groups(by, { finishedIn: range }, { page: 1, limit: tops }), ({ items }) => items)
  const { articles, books, highlights, longest, minutes, pages, saved, words } = yield* statsOf(range)
  const review: ReadingReview = {
    articles,
    words,
    minutes,
    books,
    pages,
    saved,
    highlights,
    longest: longest && { ...longest, domain: domainOf(longest.url) },
    tags: yield* top("tag"),
    domains: yield* top("domain"),
    authors: yield* top("author"),
  }
  return review
})
