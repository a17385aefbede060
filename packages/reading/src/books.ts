import {
  resolveRange,
  type RequestedSort,
  type DateRange,
  type DateRangeInput,
  type PageRequest,
  type Sorting,
  sortOf,
  type Sorts,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { BookNotFound } from "./errors.ts"
import { keyIn } from "./keys.ts"
import { findAny } from "./lists.ts"
import type { ArticleId, ReadingStatus } from "./model.ts"
import { ArticleStore } from "./ports.ts"

/** The sorts of the list of books. */
export const bookSorts = {
  finished: "desc",
  saved: "desc",
  title: "asc",
  author: "asc",
  rating: "desc",
  pages: "desc",
  year: "desc",
} as const satisfies Sorts
export type BookSort = keyof typeof bookSorts

/** Books as a store selects them. Names are keys, made by `keyOf`; books without the time that sorts them come last. */
export interface BookFilter extends Sorting<BookSort> {
  readonly status?: ReadingStatus | undefined
  readonly authorKey?: string | undefined
  readonly tagKey?: string | undefined
  /** The year in which a book appeared. */
  readonly year?: number | undefined
  /** A part of the title or of the author's name, in any case and without accents. */
  readonly q?: string | undefined
  /** The time of saving if sorted by it, else of finishing. */
  readonly range: DateRange
}

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
  const filter = { status, authorKey: keyIn(author), tagKey: keyIn(tag), year, q, range }
  return yield* lists.books({ ...filter, ...sortOf(bookSorts, query) }, query)
})

/** The book that an id leads to. */
export const findBook = Effect.fn("Reading.findBook")(function* (id: ArticleId) {
  const book = yield* findAny("book", id)
  return book ?? (yield* new BookNotFound({ id, message: `There is no book ${id}` }))
})
