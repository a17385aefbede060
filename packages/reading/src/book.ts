import type { EpochMillis } from "@daybook/kernel"
import { type ReadingStatus, type SavedArticle, unknownArticle } from "./model.ts"
import { foldText } from "./search/words.ts"

/** The source of books, whichever service reported them. */
export const bookSource = "books"

const lettersOf = (name: string): string => foldText(name).replace(/[^\p{L}\p{M}\p{N}]/gu, "") || name.trim()

/** A title without the series that Goodreads writes behind it: "The Final Empire (Mistborn, #1)". */
const withoutSeries = (title: string): string => {
  const trimmed = title.trimEnd()
  const open = trimmed.endsWith(")") ? trimmed.lastIndexOf("(") : -1
  const inside = open < 0 ? "" : trimmed.slice(open + 1, -1)
  if (!inside.includes("#") || inside.includes(")")) return title
  return trimmed.slice(0, open).trimEnd() || title
}

/**
 * The id of a book: its title and its first author, in any spelling. Services know different editions, each with its
 * own ISBN.
 */
export const bookKey = (title: string, author: string): string =>
  `${lettersOf(withoutSeries(title))} ${lettersOf(author.split(",")[0] ?? "")}`.trim()

/** A book as a file reports it; fields that are left out are unknown. */
export interface BookInput extends Partial<
  Pick<SavedArticle, "url" | "isbn" | "pages" | "publishedYear" | "rating" | "review" | "tags" | "timesRead">
> {
  readonly title: string
  /** The author's name, first of several with commas between them. */
  readonly author: string
  readonly status: ReadingStatus
  /** When it was put on a shelf. */
  readonly addedAt?: EpochMillis | undefined
  /** The last reading's, like the next. */
  readonly startedAt?: EpochMillis | undefined
  readonly finishedAt?: EpochMillis | undefined
}

/** A book as the store takes it. */
export const savedBook = ({ addedAt, finishedAt, startedAt, status, ...book }: BookInput): SavedArticle => ({
  ...unknownArticle,
  url: "",
  ...book,
  kind: "book",
  source: bookSource,
  sourceId: bookKey(book.title, book.author),
  status,
  progress: status === "finished" ? 1 : 0,
  savedAt: addedAt,
  firstOpenedAt: startedAt,
  movedAt: finishedAt,
})

/** An ISBN without hyphens; "" for anything else, such as the number of an audiobook at Amazon. */
export const isbnIn = (text: string): string => {
  const plain = text.replace(/[\s-]/g, "").toUpperCase()
  return /^(97[89]\d{10}|\d{9}[\dX])$/.test(plain) ? plain : ""
}

/**
 * The URL of the image of an article or a book. A book without one has the cover of its edition at Open Library, which
 * needs no key: https://openlibrary.org/dev/docs/api/covers
 */
export const coverAddress = ({
  imageUrl,
  isbn,
  kind,
}: {
  readonly imageUrl: string
  readonly isbn: string
  readonly kind: string
}): string => {
  const edition = imageUrl === "" && kind === "book" ? isbnIn(isbn) : ""
  return edition === "" ? imageUrl : `https://covers.openlibrary.org/b/isbn/${edition}-L.jpg?default=false`
}
