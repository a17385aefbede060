import type { SavedArticle } from "@daybook/reading"
import { table } from "../columns.ts"
import type { ReadCsv } from "../formats.ts"
import { article, readIfArchived, secondsOf, tagsIn } from "./saved.ts"

/** Instapaper's CSV: `URL,Title,Selection,Folder`, later with `Timestamp`, then with `Tags` as a list in brackets. */
export const instapaperCsv: ReadCsv<SavedArticle> = table(
  ["url", "title", "selection", "folder"],
  (field) => {
    const folder = field("folder")
    return article({
      source: "instapaper",
      url: field("url"),
      title: field("title"),
      description: field("selection"),
      starred: folder === "Starred",
      tags: tagsIn(field("tags").replace(/^\[|\]$/g, ""), ",").map((tag) => tag.replace(/^["']|["']$/g, "")),
      savedAt: secondsOf(field("timestamp")),
      ...readIfArchived(folder === "Archive"),
    })
  },
)
