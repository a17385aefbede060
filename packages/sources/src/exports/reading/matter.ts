import type { SavedArticle } from "@daybook/reading"
import { instantOf } from "../../instants.ts"
import { table } from "../columns.ts"
import type { ReadCsv } from "../formats.ts"
import { article, tagsIn } from "./saved.ts"

const isTrue = (text: string): boolean => /^(true|yes|1)$/i.test(text.trim())

/** Matter's CSV. Its only time is the last opening or change; it does not say when an article was saved. */
export const matterCsv: ReadCsv<SavedArticle> = table(
  ["title", "url", "in queue", "read", "last interaction date"],
  (field) => {
    const isRead = isTrue(field("read"))
    const touchedAt = instantOf(field("last interaction date"))
    const saved = article({
      source: "matter",
      url: field("url"),
      title: field("title"),
      author: field("author"),
      siteName: field("publisher"),
      wordCount: Number(/^\d+$/.exec(field("word count"))?.[0] ?? 0),
      tags: tagsIn(field("tags"), ","),
      starred: isTrue(field("favorited")),
      progress: isRead ? 1 : 0,
      archived: !isTrue(field("in queue")),
      lastOpenedAt: isRead ? touchedAt : undefined,
      changedAt: touchedAt,
    })
    const highlights = Number(field("highlight count"))
    return "item" in saved && highlights > 0
      ? [saved, { skipped: "articles with highlights that the file only counts" }]
      : saved
  },
)
