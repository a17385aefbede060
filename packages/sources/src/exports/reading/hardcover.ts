import { isbnIn, type ReadingStatus, type SavedArticle } from "@daybook/reading"
import * as Predicate from "effect/Predicate"
import { table } from "../columns.ts"
import type { JsonFormat, ReadCsv } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
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

/** The value at a path of an object; undefined if there is none. */
const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((found, name) => (Predicate.hasProperty(found, name) ? found[name] : undefined), value)

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number"
    ? String(value)
    : Array.isArray(value)
      ? value
          .map((one) => textOf(at(one, "name") ?? at(one, "author", "name") ?? one))
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
          textOf(at(one, "finished_at")) < textOf(at(other, "finished_at")) ? -1 : 1,
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
  const reading = lastReading(at(record, "user_book_reads"))
  return new Map([
    ["title", textOf(at(record, "book", "title"))],
    ["author", firstText(at(record, "book", "contributions"), at(record, "book", "cached_contributors"))],
    ["isbn 13", textOf(at(record, "edition", "isbn_13"))],
    ["isbn 10", textOf(at(record, "edition", "isbn_10"))],
    ["pages", firstText(at(record, "edition", "pages"), at(record, "book", "pages"))],
    ["release year", textOf(at(record, "book", "release_year"))],
    ["release date", textOf(at(record, "book", "release_date"))],
    [
      "status",
      firstText(
        at(record, "user_book_status", "status"),
        numbered[textOf(at(record, "status_id"))] ?? at(record, "status_id"),
      ),
    ],
    ["rating", textOf(at(record, "rating"))],
    ["review", firstText(at(record, "review_html"), at(record, "review_raw"), at(record, "review"))],
    ["date added", textOf(at(record, "date_added"))],
    ["date started", textOf(at(reading, "started_at"))],
    ["date finished", textOf(at(reading, "finished_at"))],
  ])
}

const isOfInterface = (record: unknown): boolean =>
  Predicate.isObject(at(record, "book")) && at(record, "status_id") !== undefined

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
