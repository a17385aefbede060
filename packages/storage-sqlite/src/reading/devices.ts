import { ActiveEdits, type PageRequest } from "@daybook/kernel"
import {
  type ArticleId,
  bookSource,
  daysOfQuarters,
  type DeviceProgress,
  type PageRead,
  type PageReadFilter,
  pauseMillis,
  quarterMillis,
  type ReadingDevices,
  shownSession,
} from "@daybook/reading"
import type { StoreParts } from "@daybook/storage-sql"
import { type DeviceTables, Rows } from "@daybook/storage-sql/reading"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Fragment } from "effect/sql/Statement"
import { editLogIn } from "../kernel/edits.ts"
import type { Database } from "../sql/database.ts"
import { countRows, inRange, onPage } from "../sql/paging.ts"
import { jsonList, tableOf } from "../sql/table.ts"

const deviceProgress = tableOf(...Rows.deviceProgress)

const idsWith =
  ({ sql }: Database["Service"]) =>
  (ids: ReadonlyArray<number>): Fragment =>
    sql`(select value from json_each(${jsonList(ids)}))`

/** The books and sessions of pages. */
const pagesIn = (database: Database["Service"]) => {
  const { all, sql } = database
  const idsIn = idsWith(database)

  /** The ids of books by their sources' ids; an edit may hide one. */
  const booksOf = (sourceIds: ReadonlySet<string>) =>
    new Map(
      Rows.readBookIds(
        all(sql`select id, source_id from articles where source = ${bookSource}
            and source_id in (select value from json_each(${jsonList([...sourceIds])}))
          union
          select cast(item_id as int), item ->> 'sourceId' from told_items
          where domain = 'reading' and type = 'book' and item ->> 'source' = ${bookSource}
            and item ->> 'sourceId' in (select value from json_each(${jsonList([...sourceIds])}))`),
      ).map(({ id, sourceId }) => [sourceId, id]),
    )

  const cutSessions = (books: ReadonlyArray<ArticleId>) =>
    all(sql`update page_reads set session_at = cut.session_at from (
        select book_id, started_at, page,
          max(started_at) filter (where pause is null or pause > ${pauseMillis})
            over (partition by book_id order by started_at, page) as session_at
        from (
          select book_id, started_at, page, started_at
            - lag(started_at + 1000 * seconds) over (partition by book_id order by started_at, page) as pause
          from page_reads where book_id in ${idsIn(books)}
        )
      ) as cut
      where (page_reads.book_id, page_reads.started_at, page_reads.page) = (cut.book_id, cut.started_at, cut.page)
        and page_reads.session_at <> cut.session_at`)

  return { booksOf, cutSessions }
}

/** The days and sessions of reading. */
const readingTimesIn = (database: Database["Service"], zone: StoreParts["zone"]) => {
  const { all, read, sql } = database
  const idsIn = idsWith(database)

  const activeEdits = Effect.map(editLogIn(database, "reading").edits, (edits) => new ActiveEdits(edits))

  /** Pages of the book and of those merged into it; without one, of all books that are not removed. */
  const chosen = (edits: ActiveEdits, { bookId }: PageReadFilter) => {
    if (bookId !== undefined)
      return sql`book_id in ${idsIn(edits.together("book", [String(bookId)]).map(Number))}`
    const edited = [...edits.idsOf("book")].map((id) => ({
      id: Number(id),
      root: Number(edits.rootOf("book", id)),
    }))
    const shown = new Set<number>(
      Rows.readIds(all(sql`select id from articles where id in ${idsIn(edited.map(({ root }) => root))}`)),
    )
    const hidden = edited.filter(({ root }) => !shown.has(root)).map(({ id }) => id)
    return sql`book_id not in ${idsIn(hidden)}`
  }

  return {
    days: Effect.fn("ReadingDevices.days")((filter: PageReadFilter) =>
      read(
        Effect.map(activeEdits, (edits) => {
          const books = chosen(edits, filter)
          const quarters = Rows.readNumbers(
            all(sql`select distinct started_at / ${sql.literal(String(quarterMillis))} from page_reads
              where ${books} and ${inRange(sql, "started_at", filter.range)} order by 1`),
          )
          const days = JSON.stringify(daysOfQuarters(quarters, filter.range, zone))
          // `cross` keeps the order: each day looks for its pages, by its own bounds only.
          return Rows.readDays(
            all(sql`select day, sum(seconds) as seconds, count(*) as pages from (
                select day.value ->> 'day' as day, sum(seconds) as seconds
                from json_each(${days}) as day cross join page_reads
                  on started_at >= day.value ->> 'from' and started_at < day.value ->> 'until'
                where ${books} group by 1, book_id, page
              ) group by day order by day`),
          )
        }),
      ),
    ),

    sessions: Effect.fn("ReadingDevices.sessions")((filter: PageReadFilter, page: PageRequest) =>
      read(
        Effect.map(activeEdits, (edits) => {
          const where = sql.and([chosen(edits, filter), inRange(sql, "session_at", filter.range)])
          return {
            items: Rows.readSessions(
              all(sql`select book_id, session_at as started_at, max(started_at + 1000 * seconds) as ended_at,
                  sum(seconds) as seconds, count(distinct page) as pages
                from page_reads where ${where}
                group by session_at, book_id order by session_at desc, book_id desc ${onPage(sql, page)}`),
            ).map((session) => shownSession(edits, session)),
            total: countRows(
              database,
              sql`(select distinct session_at, book_id from page_reads where ${where})`,
            ),
          }
        }),
      ),
    ),
  }
}

/** How far devices have read. */
const progressIn = ({ all, many, read, sql, unseen }: Database["Service"], write: StoreParts["write"]) => ({
  bookOf: Effect.fn("ReadingDevices.bookOf")((document: string) =>
    read(
      () =>
        Rows.readHtml(all(sql`select source_id from book_documents where document = ${document}`))[0] ?? "",
    ),
  ),

  progress: Effect.fn("ReadingDevices.progress")((document: string) =>
    read(() =>
      Option.fromUndefinedOr(
        deviceProgress.read(
          all(sql`select ${deviceProgress.columns} from device_progress where document = ${document}`),
        )[0],
      ),
    ),
  ),

  storeProgress: Effect.fn("ReadingDevices.storeProgress")((progress: DeviceProgress) =>
    write(
      Effect.sync(() => {
        unseen(() => many(deviceProgress.insert([progress], deviceProgress.replace("document"))))
      }),
    ),
  ),
})

/** Reports of reading devices, in SQLite. */
export const devicesIn = (
  database: Database["Service"],
  { write, zone }: Pick<StoreParts, "write" | "zone">,
): DeviceTables => {
  const { many } = database
  const { booksOf, cutSessions } = pagesIn(database)

  const devices: ReadingDevices = {
    storePages: Effect.fn("ReadingDevices.storePages")((pages: ReadonlyArray<PageRead>) =>
      write(
        Effect.sync(() => {
          const books = booksOf(new Set(pages.map(({ bookSourceId }) => bookSourceId)))
          const changed = Rows.readIds(
            many({
              text: `insert into page_reads (book_id, started_at, page, seconds, session_at) values (?, ?, ?, ?, ?)
                on conflict (book_id, started_at, page) do update set seconds = excluded.seconds
                  where seconds < excluded.seconds
                returning book_id`,
              rows: pages.flatMap(({ bookSourceId, page, seconds, startedAt }) => {
                const book = books.get(bookSourceId)
                return book === undefined ? [] : [[book, startedAt, page, seconds, startedAt]]
              }),
            }),
          )
          if (changed.length > 0) cutSessions([...new Set(changed)])
          return changed.length
        }),
      ),
    ),

    ...readingTimesIn(database, zone),
    ...progressIn(database, write),
  }

  return {
    devices,
    writeDocuments: (articles) =>
      Effect.sync(() =>
        many({
          text: `insert into book_documents (document, source_id) values (?, ?)
            on conflict (document) do update set source_id = excluded.source_id
              where source_id <> excluded.source_id`,
          rows: articles.flatMap(({ document, sourceId }) => (document ? [[document, sourceId]] : [])),
        }),
      ),
  }
}
