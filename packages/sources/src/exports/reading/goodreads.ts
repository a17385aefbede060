import { isbnIn, type ReadingStatus, type SavedArticle } from "@daybook/reading"
import { columnsOf } from "../columns.ts"
import type { ReadCsv } from "../formats.ts"
import { book } from "./books.ts"
import { tagsIn } from "./saved.ts"

const shelves: Readonly<Record<string, ReadingStatus>> = {
  read: "finished",
  "currently-reading": "reading",
  "to-read": "unread",
}

const givenUp = /^(dnf|abandoned|gave-up|unfinished)|did-?not-?finish/i

/** Each book is on one shelf with its status: one of three, or a custom one. */
const statusOf = (shelf: string, dateRead: string): ReadingStatus =>
  shelves[shelf] ?? (givenUp.test(shelf) ? "abandoned" : dateRead === "" ? "unread" : "finished")

// Written `="9780306406157"`, so that a spreadsheet keeps its zeros.
const isbnOf = (text: string): string => isbnIn(text.replace(/[="]/g, ""))

/** Goodreads' CSV of a library. It only has the date of the last reading. */
export const goodreadsCsv: ReadCsv<SavedArticle> = (beginning) => {
  const columns = columnsOf(beginning[0], ["book id", "title", "author", "exclusive shelf", "date read"])
  if (columns === undefined) return undefined
  const { count, field, isHeader } = columns
  return (row) => {
    if (isHeader(row)) return undefined
    if (row.length !== count) return { problem: `${row.length} fields instead of ${count}` }
    const id = field(row, "book id").trim()
    const shelf = field(row, "exclusive shelf").trim()
    return book({
      title: field(row, "title"),
      author: field(row, "author"),
      url: /^\d+$/.test(id) ? `https://www.goodreads.com/book/show/${id}` : "",
      isbn: isbnOf(field(row, "isbn13")) || isbnOf(field(row, "isbn")),
      pages: field(row, "number of pages"),
      year: field(row, "original publication year") || field(row, "year published"),
      status: statusOf(shelf, field(row, "date read").trim()),
      rating: field(row, "my rating"),
      review: field(row, "my review"),
      tags: [...new Set([...tagsIn(field(row, "bookshelves"), ","), shelf])].filter(
        (tag) => tag !== "" && !(tag in shelves),
      ),
      timesRead: field(row, "read count"),
      addedAt: field(row, "date added"),
      finishedAt: field(row, "date read"),
    })
  }
}
