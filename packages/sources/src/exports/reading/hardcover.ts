import { isbnIn, type ReadingStatus, type SavedArticle } from "@daybook/reading"
import { columnsOf } from "../columns.ts"
import type { ReadCsv } from "../formats.ts"
import { book } from "./books.ts"
import { tagsIn } from "./saved.ts"

const statuses: Readonly<Record<string, ReadingStatus>> = {
  read: "finished",
  "currently reading": "reading",
  paused: "reading",
  "did not finish": "abandoned",
  "want to read": "unread",
  ignored: "skipped",
}

/** Hardcover's CSV. A book that was read twice may stand in two rows. */
export const hardcoverCsv: ReadCsv<SavedArticle> = (beginning) => {
  const columns = columnsOf(beginning[0], ["title", "status", "hardcover book id", "date finished"])
  if (columns === undefined) return undefined
  const { count, field, isHeader } = columns
  return (row) => {
    if (isHeader(row)) return undefined
    if (row.length !== count) return { problem: `${row.length} fields instead of ${count}` }
    const told = field(row, "status").trim()
    const status = statuses[told.toLowerCase()]
    if (status === undefined)
      return { problem: `the status ${JSON.stringify(told.slice(0, 50))} is not known` }
    return book({
      title: field(row, "title"),
      author: field(row, "author") || field(row, "authors"),
      isbn: isbnIn(field(row, "isbn 13")) || isbnIn(field(row, "isbn 10")) || isbnIn(field(row, "isbn")),
      pages: field(row, "pages"),
      year: field(row, "release year") || field(row, "release date").slice(0, 4),
      status,
      rating: field(row, "rating"),
      review: field(row, "review"),
      tags: tagsIn(field(row, "lists"), ","),
      addedAt: field(row, "date added"),
      startedAt: field(row, "date started"),
      finishedAt: field(row, "date finished"),
    })
  }
}
