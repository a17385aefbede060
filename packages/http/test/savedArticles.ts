import { type ReadingSource, type SavedArticle, unknownArticle } from "@daybook/reading"
import * as Stream from "effect/Stream"

/** A reading service that has nothing. */
export const quietReading: ReadingSource = { name: "quiet", articles: () => Stream.empty }

/** An article as a service has it; what is not said of it is not known. */
export const saved = (sourceId: string, more: Partial<SavedArticle> = {}): SavedArticle => ({
  ...unknownArticle,
  source: "reader",
  sourceId,
  title: `Article ${sourceId}`,
  url: "",
  ...more,
})

/** One that was read to its end and archived then. */
export const finished = (sourceId: string, movedAt: number, more: Partial<SavedArticle> = {}): SavedArticle =>
  saved(sourceId, { progress: 1, archived: true, movedAt, ...more })
