import type { SavedArticle } from "@daybook/reading"
import { instantOf } from "../../instants.ts"
import { columnsOf } from "../columns.ts"
import type { ReadCsv } from "../formats.ts"
import { article, tagsIn } from "./saved.ts"

const isTrue = (text: string): boolean => /^(true|yes|1)$/i.test(text.trim())

/** Matter's CSV. Its only time is the last opening or change; it does not say when an article was saved. */
export const matterCsv: ReadCsv<SavedArticle> = (beginning) => {
  const columns = columnsOf(beginning[0], ["title", "url", "in queue", "read", "last interaction date"])
  if (columns === undefined) return undefined
  const { count, field, isHeader } = columns
  return (row) => {
    if (isHeader(row)) return undefined
    if (row.length !== count) return { problem: `${row.length} fields instead of ${count}` }
    const isRead = isTrue(field(row, "read"))
    const touchedAt = instantOf(field(row, "last interaction date"))
    const saved = article({
      source: "matter",
      url: field(row, "url"),
      title: field(row, "title"),
      author: field(row, "author"),
      siteName: field(row, "publisher"),
      wordCount: Number(/^\d+$/.exec(field(row, "word count").trim())?.[0] ?? 0),
      tags: tagsIn(field(row, "tags"), ","),
      starred: isTrue(field(row, "favorited")),
      progress: isRead ? 1 : 0,
      archived: !isTrue(field(row, "in queue")),
      lastOpenedAt: isRead ? touchedAt : undefined,
      changedAt: touchedAt,
    })
    const highlights = Number(field(row, "highlight count"))
    return "item" in saved && highlights > 0
      ? [saved, { skipped: "articles with highlights that the file only counts" }]
      : saved
  }
}
