import { isbnIn, type ReadingStatus, type SavedArticle } from "@daybook/reading"
import { table } from "../columns.ts"
import type { ReadCsv } from "../formats.ts"
import { book } from "./books.ts"

const shelves: Readonly<Record<string, ReadingStatus>> = {
  read: "finished",
  reading: "reading",
  "to-read": "unread",
  "stopped-reading": "abandoned",
}

/** BookWyrm's CSV. Exports of its first years have no shelves and no dates. A book of a custom shelf has its dates. */
export const bookwyrmCsv: ReadCsv<SavedArticle> = table(
  ["title", "author_text", "remote_id", "openlibrary_key", "rating"],
  (field) => {
    const [startedAt, finishedAt, stoppedAt] = ["start_date", "finish_date", "stopped_date"].map(field)
    const shelf = field("shelf")
    return book({
      title: field("title"),
      author: field("author_text"),
      url: field("remote_id"),
      isbn: isbnIn(field("isbn_13")) || isbnIn(field("isbn_10")),
      status:
        shelves[shelf] ??
        (finishedAt ? "finished" : stoppedAt ? "abandoned" : startedAt ? "reading" : "unread"),
      rating: field("rating"),
      review: field("review_content"),
      tags: shelf === "" || shelf in shelves ? [] : [field("shelf_name") || shelf],
      addedAt: field("shelf_date"),
      startedAt: startedAt ?? "",
      finishedAt: finishedAt || stoppedAt || "",
    })
  },
)
