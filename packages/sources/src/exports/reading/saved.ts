import { type EpochMillis, type ExportReading, storableText } from "@daybook/kernel"
import { type SavedArticle, unknownArticle } from "@daybook/reading"

export type ArticleReading = ExportReading<SavedArticle>

/** What a file tells of an article; what it does not know is left out. */
type Told = Pick<SavedArticle, "source" | "url"> & Partial<SavedArticle>

/** An article of which a file tells so much; one without an address is nothing. */
export const article = (told: Told): ArticleReading => {
  if (told.url.trim() === "") return { problem: "no address" }
  return { item: { ...unknownArticle, ...told } }
}

/**
 * The state of an article in a file that knows two folders and no progress. There the archive is what was read: the
 * file would call every article of a life untouched and skipped.
 */
export const readIfArchived = (archived: boolean) => ({ archived, progress: archived ? 1 : 0 })

/** Seconds since 1970 as files write them; 0 and "" are no time. */
export const secondsOf = (text: string | null | undefined): EpochMillis | undefined => {
  const seconds = Number(text ?? "")
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds * 1000 : undefined
}

export const tagsIn = (text: string, separator: string): ReadonlyArray<string> =>
  text
    .split(separator)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "")

/** The columns of a file whose header names them; undefined where one of those is missing. */
export const columnsOf = (header: ReadonlyArray<string> | undefined, needed: ReadonlyArray<string>) => {
  const names = (header ?? []).map((name) => name.replace("\uFEFF", "").trim().toLowerCase())
  if (!needed.every((name) => names.includes(name))) return undefined
  return {
    count: names.length,
    isHeader: (row: ReadonlyArray<string>) => row.join("\n") === (header ?? []).join("\n"),
    field: (row: ReadonlyArray<string>, name: string) => storableText(row[names.indexOf(name)] ?? ""),
  }
}
