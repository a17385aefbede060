import {
  type ByHand,
  type EditedItem,
  type EditFields,
  type FieldSetters,
  handUrl,
  handUrlOrNone,
  handName,
  handNames,
  handNumber,
  handText,
  handTime,
  handWhole,
  withFields,
} from "@daybook/kernel"
import * as Struct from "effect/Struct"
import { isbnIn } from "./book.ts"
import { articleByHandOf, editedArticles, statusByHand } from "./edits.ts"
import type { Article } from "./model.ts"
import { maxPages, maxReviewLength, maxTimesRead, normalizeEdited } from "./articles/normalizeArticle.ts"

/** The editable fields of a book. */
export const bookEditFields = {
  type: "book",
  needed: { title: handName },
  optional: {
    author: handText(),
    isbn: handText(20).annotate({ description: "10 or 13 digits, with or without hyphens" }),
    pages: handWhole(0, maxPages),
    year: handWhole(-3_000, 9_999).annotate({ description: "When it first appeared; 0 where unknown" }),
    status: statusByHand,
    rating: handNumber(0, 5).annotate({ description: "0.25 to 5 in quarters; 0 where unrated" }),
    review: handText(maxReviewLength),
    tags: handNames,
    times_read: handWhole(0, maxTimesRead),
    url: handUrl,
    image_url: handUrlOrNone.annotate({ description: "The URL of its cover; empty for none" }),
    saved_at: handTime,
    started_at: handTime,
    finished_at: handTime.annotate({
      description: "Marks it as finished; a finished book without one has an unknown date",
    }),
  },
  times: ["saved_at", "started_at", "finished_at"],
  noons: ["started_at", "finished_at"],
  addedAt: "saved_at",
  example: { title: "Sorrel in spring", author: "Ida Quarry", status: "finished", rating: 4.5 },
} satisfies ByHand

/** What edited fields set that have another name than a book's own, or that change its value. */
const setters: FieldSetters<Article> = {
  isbn: (value) => ({ isbn: isbnIn(String(value)) || String(value) }),
  year: "publishedYear",
}

/** Status and finish say one thing; an edit of one of them replaces the progress that a device reported. */
const correctBook = (book: Article, fields: EditFields): Article => {
  const { finished_at: at, status: said } = fields
  const corrected = normalizeEdited(withFields(bookEditFields, setters, book, fields))
  const isFinished = said === undefined ? at !== undefined || book.status === "finished" : said === "finished"
  const timesRead = Math.max(corrected.timesRead, isFinished ? 1 : 0)
  if (said === undefined && at === undefined) return { ...corrected, timesRead }
  return isFinished
    ? { ...corrected, timesRead, status: "finished", progress: 1 }
    : { ...corrected, timesRead, progress: 0, finishedAt: undefined }
}

/** Books as they are edited. The store assigns ids to manual ones. */
export const editedBooks: EditedItem<Article> = Struct.assign(editedArticles, {
  type: "book",
  make: (fields: EditFields, given: string | undefined) =>
    correctBook({ ...articleByHandOf(given), kind: "book" }, fields),
  correct: correctBook,
})
