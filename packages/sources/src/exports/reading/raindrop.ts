import type { SavedArticle } from "@daybook/reading"
import { instantOf } from "../../instants.ts"
import { columnsOf } from "../columns.ts"
import type { ReadCsv } from "../formats.ts"
import { article, readIfArchived, tagsIn } from "./saved.ts"

/**
 * Raindrop's CSV. It keeps no account of what was read: links in a collection called "Archive" count as read. Any other
 * collection is a tag.
 */
export const raindropCsv: ReadCsv<SavedArticle> = (beginning) => {
  const columns = columnsOf(beginning[0], ["id", "title", "excerpt", "url", "folder", "tags", "created"])
  if (columns === undefined) return undefined
  const { count, field, isHeader } = columns
  return (row) => {
    if (isHeader(row)) return undefined
    if (row.length !== count) return { problem: `${row.length} fields instead of ${count}` }
    const folder = field(row, "folder").trim()
    const isArchive = /^archived?$/i.test(folder)
    return article({
      source: "raindrop",
      sourceId: field(row, "id").trim(),
      url: field(row, "url"),
      title: field(row, "title"),
      description: field(row, "excerpt") || field(row, "note"),
      tags: [
        ...tagsIn(field(row, "tags"), ","),
        ...(isArchive || folder === "" || /^unsorted$/i.test(folder) ? [] : [folder]),
      ],
      starred: /^true$/i.test(field(row, "favorite").trim()),
      imageUrl: field(row, "cover"),
      savedAt: instantOf(field(row, "created")),
      ...readIfArchived(isArchive),
    })
  }
}
