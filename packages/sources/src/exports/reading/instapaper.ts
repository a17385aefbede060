import type { SavedArticle } from "@daybook/reading"
import { columnsOf } from "../columns.ts"
import type { ReadCsv } from "../formats.ts"
import { article, readIfArchived, secondsOf, tagsIn } from "./saved.ts"

/** Instapaper's CSV: `URL,Title,Selection,Folder,Timestamp`, later with `Tags` as a list in brackets. */
export const instapaperCsv: ReadCsv<SavedArticle> = (beginning) => {
  const columns = columnsOf(beginning[0], ["url", "title", "selection", "folder", "timestamp"])
  if (columns === undefined) return undefined
  const { count, field, isHeader } = columns
  return (row) => {
    if (isHeader(row)) return undefined
    if (row.length !== count) return { problem: `${row.length} fields instead of ${count}` }
    const folder = field(row, "folder")
    return article({
      source: "instapaper",
      url: field(row, "url"),
      title: field(row, "title"),
      description: field(row, "selection"),
      starred: folder === "Starred",
      tags: tagsIn(field(row, "tags").replace(/^\[|\]$/g, ""), ",").map((tag) =>
        tag.replace(/^["']|["']$/g, ""),
      ),
      savedAt: secondsOf(field(row, "timestamp")),
      ...readIfArchived(folder === "Archive"),
    })
  }
}
