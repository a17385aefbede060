import { appUrl, normalizerOf, storableText, type WebUrl } from "@daybook/kernel"
import { Article, SavedArticle, SavedHighlight } from "../model.ts"

/** A text in one line. */
export const line = (text: string): string => storableText(text).replace(/\s+/g, " ").trim()

const within = (value: number, most: number): number =>
  Number.isFinite(value) ? Math.min(Math.max(value, 0), most) : 0

/** Books are rated in quarters of a star. */
const ratingIn = ({ kind, rating }: Pick<SavedArticle, "kind" | "rating">): number => {
  const parts = kind === "book" ? 4 : 1
  return Math.round(within(rating, 5) * parts) / parts
}

/** The bounds of a book's numbers, and of its review in characters. */
export const maxPages = 100_000
export const maxTimesRead = 1_000
export const maxReviewLength = 50_000

// Books are older than their readers: -800 is Homer's.
const isYear = (year: number): boolean => Number.isInteger(year) && year >= -3_000 && year <= 9_999

/** An article whose URLs may be stored. */
export interface TidyArticle extends SavedArticle {
  readonly url: WebUrl
  readonly readerUrl: WebUrl
  readonly imageUrl: WebUrl
}

const unbounded = (text: string) => storableText(text)

const rules = {
  sourceId: unbounded,
  formerId: unbounded,
  document: unbounded,
  readerAppUrl: appUrl,
  progress: (part: number) => within(part, 1),
  rating: (_: number, article: Pick<SavedArticle, "kind" | "rating">) => ratingIn(article),
  tags: (tags: ReadonlyArray<string>) => [...new Set(tags.map(line))].filter((tag) => tag !== ""),
  pages: (pages: number) => Math.round(within(pages, maxPages)),
  publishedYear: (year: number) => (isYear(year) ? year : 0),
  timesRead: (times: number) => Math.round(within(times, maxTimesRead)),
  review: (review: string) => storableText(review.trim(), maxReviewLength),
  content: unbounded,
}

const kinds = { text: line, int: (value: number) => Math.round(within(value, 2_000_000_000)) }

/**
 * Cleans an article for storing: texts in one line, numbers in their ranges, each tag once. A URL that is not one of http
 * or https becomes "".
 */
export const normalizeArticle = normalizerOf(SavedArticle, rules, kinds) as (
  article: SavedArticle,
) => TidyArticle

/** Cleans a stored article that was edited. */
export const normalizeEdited = normalizerOf(Article, rules, kinds)

// As long as an excerpt: a whole book is not a passage.
export const maxPassageLength = 12_000

const passage = (text: string) => storableText(text.trim(), maxPassageLength)

/** Cleans a highlight for storing. Its line breaks stay: a passage may be verse. */
export const normalizeHighlight = normalizerOf(
  SavedHighlight,
  { text: passage, note: passage },
  { text: unbounded },
)
