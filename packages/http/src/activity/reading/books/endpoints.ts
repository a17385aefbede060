import { bookSorts, ReadingStatus } from "@daybook/reading"
import * as Schema from "effect/Schema"
import {
  dateRange,
  Endpoint,
  NotFound,
  oneOf,
  paging,
  RecordId,
  sorting,
  text,
  Year,
} from "../../forRoutes.ts"
import { BookAnswer, Books } from "./wire.ts"

/** The endpoints of books. */
export const bookEndpoints = [
  Endpoint.get("books", "/v1/reading/books", {
    query: {
      q: Schema.optionalKey(text("Part of the title or author's name, ignoring case and accents")),
      status: Schema.optionalKey(oneOf(ReadingStatus.literals, "Only books of this status")),
      author: Schema.optionalKey(text("Only books of this author, in any case")),
      tag: Schema.optionalKey(text("Only books with this tag or on this shelf, in any case")),
      year: Schema.optionalKey(Year),
      ...sorting(bookSorts),
      ...paging,
      ...dateRange,
    },
    success: Books,
    summary: "All books",
    description:
      "Books of every status. A range selects by finishing time, or by saving time if sorted by it. " +
      "The year is the publication year. Books without the sorting time come last.",
  }),
  Endpoint.get("book", "/v1/reading/books/:id", {
    params: { id: RecordId },
    success: BookAnswer,
    error: NotFound,
    summary: "One book",
    description: "With its review.",
  }),
] as const
