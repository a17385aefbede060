import { isbnIn, type ReadingStatus, type SavedArticle } from "@daybook/reading"
import { table } from "../columns.ts"
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
export const goodreadsCsv: ReadCsv<SavedArticle> = table(
  ["book id", "title", "author", "exclusive shelf", "date read"],
  (field) => {
    const id = field("book id")
    const shelf = field("exclusive shelf")
    return book({
      title: field("title"),
      author: field("author"),
      url: /^\d+$/.test(id) ? `https://www.goodreads.com/book/show/${id}` : "",
      isbn: isbnOf(field("isbn13")) || isbnOf(field("isbn")),
      pages: field("number of pages"),
      year: field("original publication year") || field("year published"),
      status: statusOf(shelf, field("date read")),
      rating: field("my rating"),
      review: field("my review"),
      tags: [...new Set([...tagsIn(field("bookshelves"), ","), shelf])].filter(
        (tag) => tag !== "" && !(tag in shelves),
      ),
      timesRead: field("read count"),
      addedAt: field("date added"),
      finishedAt: field("date read"),
    })
  },
)
