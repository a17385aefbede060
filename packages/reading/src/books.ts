import {
  resolveRange,
  type RequestedSort,
  type DateRangeInput,
  type PageRequest,
  sortOf,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { BookNotFound } from "./errors.ts"
import { keyIn, tagKeyIn } from "./keys.ts"
import { findAny } from "./lists.ts"
import type { ArticleId, ReadingStatus } from "./model.ts"
import { ArticleStore } from "./ports.ts"
import { type BookSort, bookSorts } from "./readingLists.ts"

/** A request for books; names in any case, with or without accents. */
export interface BooksQuery extends DateRangeInput, PageRequest, RequestedSort<BookSort> {
  readonly status?: ReadingStatus | undefined
  readonly author?: string | undefined
  readonly tag?: string | undefined
  readonly year?: number | undefined
  readonly q?: string | undefined
}

/** All books, the last finished first by default. */
export const listBooks = Effect.fn("Reading.listBooks")(function* (query: BooksQuery) {
  const { lists } = yield* ArticleStore
  const { author, q, status, tag, year } = query
  const range = yield* resolveRange(query)
  const filter = { status, authorKey: keyIn(author), tagKey: tagKeyIn(tag), year, q, range }
  return yield* lists.books({ ...filter, ...sortOf(bookSorts, query) }, query)
})

/** The book that an id resolves to. */
export const findBook = Effect.fn("Reading.findBook")(function* (id: ArticleId) {
  const book = yield* findAny("book", id)
  return book ?? (yield* new BookNotFound({ id, message: `There is no book ${id}` }))
})
