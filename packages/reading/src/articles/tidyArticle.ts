import {
  appUrl,
  type EpochMillis,
  isStorableInstant,
  storableText,
  type WebUrl,
  webUrl,
} from "@daybook/kernel"
import type { SavedArticle, SavedHighlight } from "../model.ts"

/** A text in one line. */
export const line = (text: string): string => storableText(text).replace(/\s+/g, " ").trim()

const instant = (time: EpochMillis | undefined): EpochMillis | undefined =>
  time !== undefined && isStorableInstant(time) ? Math.floor(time) : undefined

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

/**
 * Cleans an article for storing: texts in one line, numbers in their ranges, each tag once. A URL that is not one of http
 * or https becomes "".
 */
export const normalizeArticle = (article: SavedArticle): TidyArticle => ({
  kind: article.kind,
  source: article.source,
  sourceId: storableText(article.sourceId),
  ...(article.formerId === undefined ? {} : { formerId: storableText(article.formerId) }),
  ...(article.document === undefined ? {} : { document: storableText(article.document) }),
  title: line(article.title),
  author: line(article.author),
  url: webUrl(article.url),
  readerUrl: webUrl(article.readerUrl),
  readerAppUrl: appUrl(article.readerAppUrl),
  siteName: line(article.siteName),
  description: line(article.description),
  wordCount: Math.round(within(article.wordCount, 2_000_000_000)),
  progress: within(article.progress, 1),
  archived: article.archived,
  starred: article.starred,
  rating: ratingIn(article),
  tags: [...new Set(article.tags.map(line))].filter((tag) => tag !== ""),
  imageUrl: webUrl(article.imageUrl),
  isbn: line(article.isbn),
  pages: Math.round(within(article.pages, maxPages)),
  publishedYear: isYear(article.publishedYear) ? article.publishedYear : 0,
  timesRead: Math.round(within(article.timesRead, maxTimesRead)),
  review: storableText(article.review.trim(), maxReviewLength),
  status: article.status,
  savedAt: instant(article.savedAt),
  firstOpenedAt: instant(article.firstOpenedAt),
  lastOpenedAt: instant(article.lastOpenedAt),
  movedAt: instant(article.movedAt),
  changedAt: instant(article.changedAt),
  content: article.content === undefined ? undefined : storableText(article.content),
})

// As long as an excerpt: a whole book is not a passage.
export const maxPassageLength = 12_000

/** Cleans a highlight for storing. Its line breaks stay: a passage may be verse. */
export const tidyHighlight = (highlight: SavedHighlight): SavedHighlight => ({
  source: highlight.source,
  sourceId: storableText(highlight.sourceId),
  articleSourceId: storableText(highlight.articleSourceId),
  text: storableText(highlight.text.trim(), maxPassageLength),
  note: storableText(highlight.note.trim(), maxPassageLength),
  highlightedAt: instant(highlight.highlightedAt),
})
