import { ActiveEdits, EpochMillis, type PageRequest } from "@daybook/kernel"
import {
  ArticleId,
  bookSource,
  daysOfQuarters,
  type DeviceProgress,
  PageRead,
  type PageReadFilter,
  pauseMillis,
  quarterMillis,
  ReadDay,
  type ReadingDevices,
  shownSession,
} from "@daybook/reading"
import type { StoreParts } from "@daybook/storage-sql"
import { type DeviceTables, Rows } from "@daybook/storage-sql/reading"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type * as SqlClient from "effect/sql/SqlClient"
import { editLogIn } from "../kernel/edits.ts"
import { countRows, inRange, onPage } from "../sql/paging.ts"
import { instants, ints, texts } from "../sql/parameters.ts"
import { rowsOf, tableOf } from "../sql/table.ts"

const deviceProgress = tableOf(...Rows.deviceProgress)
const pageReads = tableOf(
  "page_reads",
  Schema.Struct({
    bookId: ArticleId,
    ...Struct.omit(PageRead.fields, ["bookSourceId"]),
    sessionAt: EpochMillis,
  }),
)

/** The totals of days, each with its number among those requested, from 1. */
const readNumberedDays = rowsOf(Schema.Struct({ place: Schema.Int, ...Struct.omit(ReadDay.fields, ["day"]) }))

/** The books and sessions of pages. */
const pagesIn = (sql: SqlClient.SqlClient) => {
  /** The ids of books by their sources' ids; an edit may hide one. */
  const booksOf = Effect.fnUntraced(function* (sourceIds: ReadonlyArray<string>) {
    const rows =
      yield* sql`with asked as (select source_id from unnest(${texts(sourceIds)}) as asked (source_id))
      select articles.id, articles.source_id from articles join asked on md5(asked.source_id) = md5(articles.source_id)
      where source = ${bookSource} and articles.source_id <> ''
      union
      select item_id::int, item ->> 'sourceId' from told_items join asked on asked.source_id = item ->> 'sourceId'
      where domain = 'reading' and type = 'book' and item ->> 'source' = ${bookSource}`
    return new Map(Rows.readBookIds(rows).map(({ id, sourceId }) => [sourceId, id]))
  })

  const cutSessions = (books: ReadonlyArray<ArticleId>) =>
    sql`update page_reads set session_at = cut.session_at from (
        select book_id, started_at, page,
          max(started_at) filter (where pause is null or pause > ${pauseMillis} * interval '1 millisecond')
            over (partition by book_id order by started_at, page) as session_at
        from (
          select book_id, started_at, page, started_at - lag(started_at + seconds * interval '1 second')
            over (partition by book_id order by started_at, page) as pause
          from page_reads where book_id = any(${ints(books)})
        ) as pauses
      ) as cut
      where (page_reads.book_id, page_reads.started_at, page_reads.page) = (cut.book_id, cut.started_at, cut.page)
        and page_reads.session_at <> cut.session_at`

  return { booksOf, cutSessions }
}

/** The days and sessions of reading. */
const readingTimesIn = (sql: SqlClient.SqlClient, zone: StoreParts["zone"]) => {
  const activeEdits = Effect.map(editLogIn(sql, "reading").edits, (edits) => new ActiveEdits(edits))

  /** Pages of the book and of those merged into it; without one, of all books that are not removed. */
  const chosen = Effect.fnUntraced(function* (edits: ActiveEdits, { bookId }: PageReadFilter) {
    if (bookId !== undefined)
      return sql`book_id = any(${ints(edits.together("book", [String(bookId)]).map(Number))})`
    const edited = [...edits.idsOf("book")].map((id) => ({
      id: Number(id),
      root: Number(edits.rootOf("book", id)),
    }))
    if (edited.length === 0) return sql`true`
    const shown = new Set<number>(
      Rows.readIds(
        yield* sql`select id from articles where id = any(${ints(edited.map(({ root }) => root))})`,
      ),
    )
    const hidden = edited.filter(({ root }) => !shown.has(root)).map(({ id }) => id)
    return sql`book_id <> all(${ints(hidden)})`
  })

  return {
    days: Effect.fn("ReadingDevices.days")(function* (filter: PageReadFilter) {
      const books = yield* chosen(yield* activeEdits, filter)
      const where = sql.and([books, inRange(sql, "started_at", filter.range)])
      const quarters = Rows.readNumbers(
        yield* sql`select distinct floor(extract(epoch from started_at) * 1000 / ${quarterMillis})::int as quarter
          from page_reads where ${where} order by quarter`,
      )
      const slices = daysOfQuarters(quarters, filter.range, zone)
      const starts = instants(slices.map(({ from }) => from))
      return readNumberedDays(
        yield* sql`select place, sum(seconds)::int as seconds, count(*)::int as pages from (
            select width_bucket(started_at, ${starts}) as place, sum(seconds) as seconds
            from page_reads where ${where} group by place, book_id, page
          ) as read_pages group by place order by place`,
      ).flatMap(({ place, ...sums }) => {
        const slice = slices[place - 1]
        return slice === undefined ? [] : [{ day: slice.day, ...sums }]
      })
    }, Effect.orDie),

    sessions: Effect.fn("ReadingDevices.sessions")(function* (filter: PageReadFilter, page: PageRequest) {
      const edits = yield* activeEdits
      const where = sql.and([yield* chosen(edits, filter), inRange(sql, "session_at", filter.range)])
      return {
        items: Rows.readSessions(
          yield* sql`select book_id, session_at as started_at, max(started_at + seconds * interval '1 second') as ended_at,
              sum(seconds)::int as seconds, count(distinct page)::int as pages
            from page_reads where ${where}
            group by session_at, book_id order by session_at desc, book_id desc ${onPage(sql, page)}`,
        ).map((session) => shownSession(edits, session)),
        total: yield* countRows(
          sql,
          sql`(select distinct session_at, book_id from page_reads where ${where}) as sessions`,
        ),
      }
    }, Effect.orDie),
  }
}

/** How far devices have read. */
const progressIn = (sql: SqlClient.SqlClient) => ({
  bookOf: Effect.fn("ReadingDevices.bookOf")(function* (document: string) {
    const rows = yield* sql`select source_id from book_documents where document = ${document}`
    return Rows.readHtml(rows)[0] ?? ""
  }, Effect.orDie),

  progress: Effect.fn("ReadingDevices.progress")(function* (document: string) {
    const rows =
      yield* sql`select ${deviceProgress.columns} from device_progress where document = ${document}`
    return Option.fromUndefinedOr(deviceProgress.read(rows)[0])
  }, Effect.orDie),

  storeProgress: Effect.fn("ReadingDevices.storeProgress")(function* (progress: DeviceProgress) {
    yield* sql`${deviceProgress.insert([progress])} on conflict (document) ${deviceProgress.replace("document")}`
  }, Effect.orDie),
})

/** Reports of reading devices, in SQL. */
export const devicesIn = (
  sql: SqlClient.SqlClient,
  { write, zone }: Pick<StoreParts, "write" | "zone">,
): DeviceTables => {
  const { booksOf, cutSessions } = pagesIn(sql)

  const devices: ReadingDevices = {
    storePages: Effect.fn("ReadingDevices.storePages")(function* (pages: ReadonlyArray<PageRead>) {
      return yield* write(
        Effect.gen(function* () {
          const books = yield* booksOf([...new Set(pages.map(({ bookSourceId }) => bookSourceId))])
          const known = pages.flatMap(({ bookSourceId, ...page }) => {
            const bookId = books.get(bookSourceId)
            return bookId === undefined ? [] : [{ ...page, bookId, sessionAt: page.startedAt }]
          })
          // One statement writes no row twice.
          const longest = new Map<string, (typeof known)[number]>()
          for (const one of known) {
            const key = `${one.bookId} ${one.startedAt} ${one.page}`
            if ((longest.get(key)?.seconds ?? 0) < one.seconds) longest.set(key, one)
          }
          const changed = Rows.readIds(
            yield* sql`${pageReads.insert([...longest.values()])}
              on conflict (book_id, started_at, page) do update set seconds = excluded.seconds
                where page_reads.seconds < excluded.seconds
              returning book_id`,
          )
          if (changed.length > 0) yield* cutSessions([...new Set(changed)])
          return changed.length
        }),
      )
    }, Effect.orDie),

    ...readingTimesIn(sql, zone),
    ...progressIn(sql),
  }
  return {
    devices,
    writeDocuments: (articles) => {
      const known = new Map(
        articles.flatMap(({ document, sourceId }) => (document ? [[document, sourceId] as const] : [])),
      )
      return known.size === 0
        ? Effect.void
        : sql`insert into book_documents (document, source_id)
            select * from unnest(${texts([...known.keys()])}, ${texts([...known.values()])})
            on conflict (document) do update set source_id = excluded.source_id
              where book_documents.source_id <> excluded.source_id`
    },
  }
}
