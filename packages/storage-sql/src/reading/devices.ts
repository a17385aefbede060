import { ActiveEdits, type PageRequest } from "@daybook/kernel"
import {
  type ArticleId,
  bookSource,
  daysOfQuarters,
  type DeviceProgress,
  type NewArticle,
  type PageRead,
  type PageReadFilter,
  pauseMillis,
  quarterMillis,
  ReadDay,
  type ReadingDevices,
  shownSession,
} from "@daybook/reading"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { editLogOf } from "../kernel/edits.ts"
import { countRows, inRange, onPage } from "../paging.ts"
import type { StoreParts } from "../parts.ts"
import type { Sql } from "../sql.ts"
import { rowsOf } from "../table.ts"
import { deviceProgress, readBookIds, readHtml, readIds, readNumbers, readSessions } from "./rows.ts"

/** The totals of days, each with its place among those requested. */
const readPlacedDays = rowsOf(Schema.Struct({ place: Schema.Int, ...Struct.omit(ReadDay.fields, ["day"]) }))

/** The end of a page that was read, as an expression. */
const endedAt = ({ later }: Sql) => later("started_at", "1000 * seconds")

/** The books and sessions of pages. */
const pagesIn = (database: Sql) => {
  const { amongNumbers, given, hashed, later, sql } = database

  /** The ids of books by their sources' ids; an edit may hide one. */
  const booksOf = Effect.fnUntraced(function* (sourceIds: ReadonlySet<string>) {
    const rows =
      yield* sql`with asked as (select source_id from ${given("ids", { source_id: ["text", [...sourceIds]] })})
      select articles.id as id, articles.source_id as source_id from articles join asked
        on ${sql.literal(`${hashed("asked.source_id")} = ${hashed("articles.source_id")}`)}
      where source = ${bookSource} and articles.source_id <> ''
      union
      select cast(item_id as int), item ->> 'sourceId' from told_items join asked on asked.source_id = item ->> 'sourceId'
      where domain = 'reading' and type = 'book' and item ->> 'source' = ${bookSource}`
    return new Map(readBookIds(rows).map(({ id, sourceId }) => [sourceId, id]))
  })

  const cutSessions = (books: ReadonlyArray<ArticleId>) =>
    sql`update page_reads set session_at = cut.session_at from (
        select book_id, started_at, page,
          max(started_at) filter (where before is null or started_at > ${sql.literal(later("before", String(pauseMillis)))})
            over (partition by book_id order by started_at, page) as session_at
        from (
          select book_id, started_at, page,
            lag(${sql.literal(endedAt(database))}) over (partition by book_id order by started_at, page) as before
          from page_reads where ${amongNumbers("book_id", books)}
        ) as following
      ) as cut
      where (page_reads.book_id, page_reads.started_at, page_reads.page) = (cut.book_id, cut.started_at, cut.page)
        and page_reads.session_at <> cut.session_at`

  return Effect.fnUntraced(function* (pages: ReadonlyArray<PageRead>) {
    const books = yield* booksOf(new Set(pages.map(({ bookSourceId }) => bookSourceId)))
    // One statement writes no row twice.
    const longest = new Map<string, PageRead & { readonly bookId: ArticleId }>()
    for (const page of pages) {
      const bookId = books.get(page.bookSourceId)
      const key = `${bookId} ${page.startedAt} ${page.page}`
      if (bookId !== undefined && (longest.get(key)?.seconds ?? 0) < page.seconds)
        longest.set(key, { ...page, bookId })
    }
    const known = [...longest.values()]
    const told = given("told", {
      book_id: ["int", known.map(({ bookId }) => bookId)],
      started_at: ["instant", known.map(({ startedAt }) => startedAt)],
      page: ["int", known.map(({ page }) => page)],
      seconds: ["int", known.map(({ seconds }) => seconds)],
    })
    const changed = readIds(
      yield* sql`insert into page_reads (book_id, started_at, page, seconds, session_at)
          select book_id, started_at, page, seconds, started_at from ${told} where true
        on conflict (book_id, started_at, page) do update set seconds = excluded.seconds
          where page_reads.seconds < excluded.seconds
        returning book_id`,
    )
    if (changed.length > 0) yield* cutSessions([...new Set(changed)])
    return changed.length
  })
}

/** The days and sessions of reading. */
const readingTimesIn = (database: Sql, zone: StoreParts["zone"]) => {
  const { amongNumbers, given, millisOf, read, sql } = database

  const activeEdits = Effect.map(editLogOf(database, "reading").edits, (edits) => new ActiveEdits(edits))

  /** Pages of the book and of those merged into it; without one, of all books that are not removed. */
  const chosen = Effect.fnUntraced(function* (edits: ActiveEdits, { bookId }: PageReadFilter) {
    if (bookId !== undefined)
      return amongNumbers("book_id", edits.together("book", [String(bookId)]).map(Number))
    const edited = [...edits.idsOf("book")].map((id) => ({
      id: Number(id),
      root: Number(edits.rootOf("book", id)),
    }))
    if (edited.length === 0) return sql`true`
    const roots = edited.map(({ root }) => root)
    const shown = new Set<number>(
      readIds(yield* sql`select id from articles where ${amongNumbers("id", roots)}`),
    )
    const hidden = edited.filter(({ root }) => !shown.has(root)).map(({ id }) => id)
    return sql`not (${amongNumbers("book_id", hidden)})`
  })

  return {
    days: Effect.fn("ReadingDevices.days")(function* (filter: PageReadFilter) {
      const books = yield* chosen(yield* activeEdits, filter)
      const [millis, size] = [millisOf("started_at"), quarterMillis]
      const quarters = readNumbers(
        yield* sql`select distinct cast((${sql.literal(`${millis} - ((${millis} % ${size}) + ${size}) % ${size}) / ${size}`)} as int) as quarter
          from page_reads where ${books} and ${inRange(database, "started_at", filter.range)} order by 1`,
      )
      const days = daysOfQuarters(quarters, filter.range, zone)
      const slices = given("slices", {
        place: ["int", days.map((_, place) => place)],
        first: ["instant", days.map(({ from }) => from)],
        past: ["instant", days.map(({ until }) => until)],
      })
      // `cross` keeps the order on SQLite: each day looks for its pages, by its own bounds only.
      return readPlacedDays(
        yield* sql`select place, cast(sum(seconds) as int) as seconds, cast(count(*) as int) as pages from (
            select place, sum(seconds) as seconds from ${slices} cross join page_reads
            where started_at >= first and started_at < past and ${books} group by place, book_id, page
          ) as read_pages group by place order by place`,
      ).flatMap(({ place, ...sums }) => days.slice(place, place + 1).map(({ day }) => ({ day, ...sums })))
    }, read),

    sessions: Effect.fn("ReadingDevices.sessions")(function* (filter: PageReadFilter, page: PageRequest) {
      const edits = yield* activeEdits
      const where = sql.and([yield* chosen(edits, filter), inRange(database, "session_at", filter.range)])
      return {
        items: readSessions(
          yield* sql`select book_id, session_at as started_at, max(${sql.literal(endedAt(database))}) as ended_at,
              cast(sum(seconds) as int) as seconds, cast(count(distinct page) as int) as pages
            from page_reads where ${where}
            group by session_at, book_id order by session_at desc, book_id desc ${onPage(sql, page)}`,
        ).map((session) => shownSession(edits, session)),
        total: yield* countRows(
          sql,
          sql`(select distinct session_at, book_id from page_reads where ${where}) as sessions`,
        ),
      }
    }, read),
  }
}

/** Remembers the files of books. */
export const writeDocuments = ({ given, sql }: Sql, articles: ReadonlyArray<NewArticle>) => {
  const known = new Map(
    articles.flatMap(({ document, sourceId }) => (document ? [[document, sourceId] as const] : [])),
  )
  const told = given("told", {
    document: ["text", [...known.keys()]],
    source_id: ["text", [...known.values()]],
  })
  return known.size === 0
    ? Effect.void
    : sql`insert into book_documents (document, source_id) select document, source_id from ${told} where true
        on conflict (document) do update set source_id = excluded.source_id
          where book_documents.source_id <> excluded.source_id`
}

/** Reports of reading devices, and how far they have read. */
export const devicesOf = ({ database, write, zone }: StoreParts): ReadingDevices => {
  const { read, sql, tableOf, transaction, unseen } = database
  const progress = tableOf(deviceProgress)
  const storePages = pagesIn(database)
  return {
    storePages: Effect.fn("ReadingDevices.storePages")((pages: ReadonlyArray<PageRead>) =>
      write(storePages(pages)),
    ),

    ...readingTimesIn(database, zone),

    bookOf: Effect.fn("ReadingDevices.bookOf")(function* (document: string) {
      const rows = yield* sql`select source_id from book_documents where document = ${document}`
      return readHtml(rows)[0] ?? ""
    }, read),

    progress: Effect.fn("ReadingDevices.progress")(function* (document: string) {
      const rows = yield* sql`select ${progress.columns} from device_progress where document = ${document}`
      return Option.fromUndefinedOr(progress.read(rows)[0])
    }, read),

    storeProgress: Effect.fn("ReadingDevices.storeProgress")((told: DeviceProgress) =>
      transaction(unseen(progress.replace([told], "document"))),
    ),
  }
}
