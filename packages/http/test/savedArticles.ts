import type { ReadingSource, SavedArticle } from "@daybook/reading"
import * as Stream from "effect/Stream"

/** A reading service that has nothing. */
export const quietReading: ReadingSource = { name: "quiet", articles: () => Stream.empty }

/** An article as a service has it; what is not said of it is not known. */
export const saved = (sourceId: string, more: Partial<SavedArticle> = {}): SavedArticle => ({
  source: "reader",
  sourceId,
  title: `Article ${sourceId}`,
  author: "",
  url: "",
  readerUrl: "",
  readerAppUrl: "",
  siteName: "",
  description: "",
  wordCount: 0,
  progress: 0,
  archived: false,
  starred: false,
  rating: 0,
  tags: [],
  imageUrl: "",
  savedAt: undefined,
  firstOpenedAt: undefined,
  lastOpenedAt: undefined,
  movedAt: undefined,
  changedAt: undefined,
  content: undefined,
  ...more,
})

/** One that was read to its end and archived then. */
export const finished = (sourceId: string, movedAt: number, more: Partial<SavedArticle> = {}): SavedArticle =>
  saved(sourceId, { progress: 1, archived: true, movedAt, ...more })
