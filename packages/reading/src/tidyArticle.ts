import type { EpochMillis } from "@daybook/kernel"
import type { SavedArticle } from "./model.ts"

// No database keeps the character NUL, nor half of a surrogate pair.
const storable = (text: string): string => text.replaceAll("\0", "").toWellFormed()

const line = (text: string): string => storable(text).replace(/\s+/g, " ").trim()

const earliest = Date.UTC(1, 0, 1)
const latest = Date.UTC(9999, 11, 31)

const instant = (time: EpochMillis | undefined): EpochMillis | undefined =>
  time !== undefined && time >= earliest && time <= latest ? Math.floor(time) : undefined

const within = (value: number, most: number): number =>
  Number.isFinite(value) ? Math.min(Math.max(value, 0), most) : 0

/** An article as it can be stored: texts in one line, numbers in their ranges, each tag once. */
export const tidyArticle = (article: SavedArticle): SavedArticle => ({
  source: article.source,
  sourceId: storable(article.sourceId),
  title: line(article.title),
  author: line(article.author),
  url: storable(article.url).trim(),
  readerUrl: storable(article.readerUrl).trim(),
  readerAppUrl: storable(article.readerAppUrl).trim(),
  siteName: line(article.siteName),
  description: line(article.description),
  wordCount: Math.round(within(article.wordCount, 2_000_000_000)),
  progress: within(article.progress, 1),
  archived: article.archived,
  starred: article.starred,
  rating: Math.round(within(article.rating, 5)),
  tags: [...new Set(article.tags.map(line))].filter((tag) => tag !== ""),
  imageUrl: storable(article.imageUrl).trim(),
  savedAt: instant(article.savedAt),
  firstOpenedAt: instant(article.firstOpenedAt),
  lastOpenedAt: instant(article.lastOpenedAt),
  movedAt: instant(article.movedAt),
  changedAt: instant(article.changedAt),
  content: article.content === undefined ? undefined : storable(article.content),
})
