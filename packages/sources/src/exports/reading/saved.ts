import type { EpochMillis, ExportReading } from "@daybook/kernel"
import { type SavedArticle, unknownArticle } from "@daybook/reading"

export type ArticleReading = ExportReading<SavedArticle>

/** The fields of an article that a file knows. */
type FileFields = Pick<SavedArticle, "source" | "url"> & Partial<SavedArticle>

/** An article with the file's fields; one without an address is a problem. */
export const article = (fields: FileFields): ArticleReading => {
  if (fields.url.trim() === "") return { problem: "no address" }
  return { item: { ...unknownArticle, ...fields } }
}

/**
 * The state of an article in a file with two folders and no progress. Its archive holds read articles: taken
 * literally, the file would call every article of a lifetime untouched and skipped.
 */
export const readIfArchived = (archived: boolean) => ({ archived, progress: archived ? 1 : 0 })

/** Seconds since 1970 as files write them; 0 and "" mean no time. */
export const secondsOf = (text: string | null | undefined): EpochMillis | undefined => {
  const seconds = Number(text ?? "")
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds * 1000 : undefined
}

export const tagsIn = (text: string, separator: string): ReadonlyArray<string> =>
  text
    .split(separator)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "")
