import { isbnIn, type ReadingStatus, type SavedArticle } from "@daybook/reading"
import * as Predicate from "effect/Predicate"
import { table } from "../columns.ts"
import type { JsonFormat, ReadCsv } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { valueAt } from "../valueAt.ts"
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

/** The service's numbers of them. */
const numbered: Readonly<Record<string, string>> = {
  1: "want to read",
  2: "currently reading",
  3: "read",
  4: "paused",
  5: "did not finish",
  6: "ignored",
}

/** The book of a row, by the names of the columns in small letters. */
const bookOf = (field: (name: string) => string) => {
  const told = field("status").trim()
  const status = statuses[told.toLowerCase()]
  if (status === undefined) return { problem: `the status ${JSON.stringify(told.slice(0, 50))} is not known` }
  return book({
    title: field("title"),
    author: field("author") || field("authors"),
    isbn: isbnIn(field("isbn 13")) || isbnIn(field("isbn 10")) || isbnIn(field("isbn")),
    pages: field("pages"),
    year: field("release year") || field("release date").slice(0, 4),
    status,
    rating: field("rating"),
    review: field("review"),
    tags: tagsIn(field("lists"), ","),
    addedAt: field("date added"),
    startedAt: field("date started"),
    finishedAt: field("date finished"),
  })
}

/** Hardcover's CSV. A book that was read twice may be in two rows. */
export const hardcoverCsv: ReadCsv<SavedArticle> = table(
  ["title", "status", "hardcover book id", "date finished"],
  bookOf,
)

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number"
    ? String(value)
    : Array.isArray(value)
      ? value
          .map((one) => textOf(valueAt(one, "name") ?? valueAt(one, "author", "name") ?? one))
          .filter((one) => one !== "")
          .join(", ")
      : ""

const firstText = (...values: ReadonlyArray<unknown>): string =>
  values.map(textOf).find((text) => text !== "") ?? ""

/** The last of the readings. */
const lastReading = (reads: unknown): unknown =>
  Array.isArray(reads)
    ? reads
        .toSorted((one, other) =>
          textOf(valueAt(one, "finished_at")) < textOf(valueAt(other, "finished_at")) ? -1 : 1,
        )
        .at(-1)
    : undefined

/** A row of the CSV as an object, whose names may be written `date_added`. */
const rowFields = (record: object): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(record).map(([name, value]) => [name.toLowerCase().replaceAll("_", " "), textOf(value)]),
  )

/** A book of a user as the service's interface has it (`user_books`). */
const interfaceFields = (record: object): ReadonlyMap<string, string> => {
  const reading = lastReading(valueAt(record, "user_book_reads"))
  return new Map([
    ["title", textOf(valueAt(record, "book", "title"))],
    [
      "author",
      firstText(valueAt(record, "book", "contributions"), valueAt(record, "book", "cached_contributors")),
    ],
    ["isbn 13", textOf(valueAt(record, "edition", "isbn_13"))],
    ["isbn 10", textOf(valueAt(record, "edition", "isbn_10"))],
    ["pages", firstText(valueAt(record, "edition", "pages"), valueAt(record, "book", "pages"))],
    ["release year", textOf(valueAt(record, "book", "release_year"))],
    ["release date", textOf(valueAt(record, "book", "release_date"))],
    [
      "status",
      firstText(
        valueAt(record, "user_book_status", "status"),
        numbered[textOf(valueAt(record, "status_id"))] ?? valueAt(record, "status_id"),
      ),
    ],
    ["rating", textOf(valueAt(record, "rating"))],
    [
      "review",
      firstText(valueAt(record, "review_html"), valueAt(record, "review_raw"), valueAt(record, "review")),
    ],
    ["date added", textOf(valueAt(record, "date_added"))],
    ["date started", textOf(valueAt(reading, "started_at"))],
    ["date finished", textOf(valueAt(reading, "finished_at"))],
  ])
}

const isOfInterface = (record: unknown): boolean =>
  Predicate.isObject(valueAt(record, "book")) && valueAt(record, "status_id") !== undefined

/** Hardcover's JSON: the rows of its CSV, or the books of a user as its interface returns them. */
export const hardcoverJson: JsonFormat<SavedArticle> = {
  name: "Hardcover",
  version: 2,
  records: () =>
    new JsonRecords([
      "[]",
      ...["", ".data"].flatMap((root) => [
        `${root}.books[]`,
        `${root}.user_books[]`,
        `${root}.me.user_books[]`,
        `${root}.me[].user_books[]`,
      ]),
    ]),
  is: (record) => {
    if (isOfInterface(record)) return true
    if (!Predicate.isObject(record)) return false
    const fields = rowFields(record)
    return ["title", "status", "hardcover book id"].every((name) => fields.has(name))
  },
  read: (record) => {
    if (!Predicate.isObject(record)) return { problem: "Expected an object" }
    const fields = isOfInterface(record) ? interfaceFields(record) : rowFields(record)
    return bookOf((name) => fields.get(name) ?? "")
  },
}
