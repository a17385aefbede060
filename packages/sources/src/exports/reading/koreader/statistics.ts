import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { EpochMillis, ExportReading, FileHead } from "@daybook/kernel"
import { bookFinishedFrom, type SavedItem, savedBook } from "@daybook/reading"
import * as Schema from "effect/Schema"
import { Text } from "../../../text.ts"
import type { WholeFormat } from "../../formats.ts"
import { bySchema } from "../../reader.ts"
import { bookAuthor } from "./authors.ts"

const signature = "SQLite format 3\0"

/** Bytes 18 and 19 of a file are 2 if a log belongs to it, which an upload does not have: https://sqlite.org/fileformat.html */
const withoutLog = (file: Uint8Array): Uint8Array => {
  const copy = file.slice()
  copy.fill(1, 18, 20)
  return copy
}

const Book = Schema.Struct({
  id: Schema.Int,
  title: Schema.NullOr(Text),
  authors: Schema.NullOr(Text),
  pages: Schema.NullOr(Schema.Finite),
  md5: Schema.NullOr(Text),
})
const readBook = bySchema(Book, (book): { readonly book: typeof Book.Type } => ({ book }))

/** A page as the query makes it: all whole numbers. */
interface PageRow {
  readonly book: number
  readonly page: number
  /** Seconds since 1970. */
  readonly startedAt: number
  readonly seconds: number
  /** 0 if unknown. */
  readonly pages: number
}

type Reading = ExportReading<SavedItem>

/** What the pages of a book say about it: the last opening, the place then, and the end if its last page was open. */
const historyOf = (pages: ReadonlyArray<PageRow>) => {
  const [first, last] = [pages.at(0), pages.at(-1)]
  const partOf = ({ page, pages }: PageRow) => (pages <= 0 ? 0 : page / pages)
  const end = pages.findLast((one) => partOf(one) >= bookFinishedFrom)
  const at = (one: PageRow | undefined): EpochMillis | undefined => one && one.startedAt * 1_000
  return {
    progress: end !== undefined ? 1 : last === undefined ? 0 : Math.min(1, partOf(last)),
    firstOpenedAt: at(first),
    lastOpenedAt: at(last),
    finishedAt: at(end),
  }
}

const removed = "pages of books that were removed from the device"
const stored = "pages, which are stored with their books"

/** A book, and each of its pages. */
const readingsOf = (book: typeof Book.Type, pages: ReadonlyArray<PageRow>): ReadonlyArray<Reading> => {
  const title = book.title?.trim() ?? ""
  if (title === "") return [{ problem: "a book without a title" }]
  const author = bookAuthor(book.authors)
  const { finishedAt, firstOpenedAt, lastOpenedAt, progress } = historyOf(pages)
  const isFinished = finishedAt !== undefined
  const item = savedBook({
    title,
    author,
    status: isFinished ? "finished" : lastOpenedAt === undefined ? "unread" : "reading",
    pages: book.pages ?? 0,
    timesRead: isFinished ? 1 : 0,
    startedAt: firstOpenedAt,
    finishedAt,
  })
  return [
    { item: { ...item, document: book.md5 ?? "", progress, lastOpenedAt } },
    ...pages.map(({ page, seconds, startedAt }): Reading => ({
      item: { bookSourceId: item.sourceId, page, startedAt: startedAt * 1_000, seconds },
      skipped: stored,
    })),
  ]
}

// Views and generated columns of a stranger's file could compute without end.
const isTable = (database: DatabaseSync, name: string): boolean =>
  database.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined

/** The table of pages, and its columns of seconds and of all pages. */
const pagesIn = (database: DatabaseSync) =>
  isTable(database, "page_stat_data")
    ? { table: "page_stat_data", seconds: "duration", pages: "total_pages" }
    : isTable(database, "page_stat")
      ? { table: "page_stat", seconds: "period", pages: "0" }
      : undefined

const noTable = [{ problem: "it has no tables of books and pages" }]

// Later than any clock, and above any page: SQLite stores anything in any column.
const most = 1e11

const readTables = (database: DatabaseSync): ReadonlyArray<Reading> => {
  database.exec("pragma trusted_schema = off")
  const found = pagesIn(database)
  if (found === undefined || !isTable(database, "book")) return noTable
  const { pages: all, seconds, table } = found
  const isWhole = (column: string) => `(typeof(${column}) = 'integer' and ${column} between 0 and ${most})`
  const isReadable = ["id_book", "page", "start_time", seconds].map(isWhole).join(" and ")
  const rows = database
    .prepare(
      `select id_book as book, page, start_time as startedAt, ${seconds} as seconds, iif(${isWhole(all)}, ${all}, 0) as pages
        from ${table} where ${isReadable} order by start_time, page`,
    )
    .all() as unknown as ReadonlyArray<PageRow>
  const { unreadable } = database
    .prepare(`select count(*) as unreadable from ${table} where not (${isReadable})`)
    .get() as { readonly unreadable: number }
  const pages = Map.groupBy(rows, ({ book }) => book)
  const books = database.prepare("select id, title, authors, pages, md5 from book order by id").all()
  const readings = books.flatMap((row): ReadonlyArray<Reading> => {
    const read = readBook(row)
    if ("problem" in read) return [read]
    const ofBook = pages.get(read.book.id) ?? []
    pages.delete(read.book.id)
    return readingsOf(read.book, ofBook)
  })
  return [
    ...readings,
    ...[...pages.values()].flatMap((some) => some.map(() => ({ skipped: removed }))),
    ...(unreadable === 0 ? [] : [{ problem: `${unreadable} pages without a number, a time or a length` }]),
  ]
}

/** SQLite opens files only: the copy is in a folder that only this user can read, and is removed. */
const read = (file: Uint8Array): ReadonlyArray<Reading> => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-"))
  try {
    const path = join(folder, "statistics.sqlite3")
    writeFileSync(path, withoutLog(file), { mode: 0o600 })
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      return readTables(database)
    } finally {
      database.close()
    }
  } catch (error) {
    return [
      { problem: `the database cannot be read: ${error instanceof Error ? error.message : String(error)}` },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const isStatistics = ({ bytes }: FileHead): boolean => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1 << 16)).toString(
    "latin1",
  )
  return head.startsWith(signature) && /create table[^(]*\bpage_stat/i.test(head)
}

/** `statistics.sqlite3`, in which KOReader counts the pages and the seconds of each book. */
export const koreaderStatistics: WholeFormat<SavedItem> = {
  name: "KOReader",
  is: isStatistics,
  longest: 128 << 20,
  read,
}
