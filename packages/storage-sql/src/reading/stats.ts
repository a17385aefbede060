import { type DateRange, LocalDate, nextBucket, startOfDay } from "@daybook/kernel"
import { type ArticleKind, type ReadingTotals, wordsPerMinute } from "@daybook/reading"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { mustFind } from "../mustFind.ts"
import { countRows, inRange } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { valuesOf } from "../table.ts"
import { shown } from "./highlights.ts"
import { articles, readFinishedArticles, readFinishedBooks, readMonths, readStatusCounts } from "./rows.ts"

const readStarts = valuesOf(LocalDate)

/** The minutes of a text, rounded up. */
const minutes = `(word_count + ${wordsPerMinute - 1}) / ${wordsPerMinute}`

/** The totals of ranges. */
export const sumsOf = (database: Sql, zone: DateTime.TimeZone) => {
  const { given, read, sql } = database
  const table = database.tableOf(articles)
  return Effect.fn("ArticleStore.sums")(function* (range: DateRange) {
    const finishedOf = (kind: ArticleKind) =>
      sql.and([
        sql`kind = ${kind} and status = 'finished' and finished_at is not null`,
        inRange(database, "finished_at", range),
      ])
    const finished = finishedOf("article")
    const statuses = readStatusCounts(
      yield* sql`select status, count(*) as count from articles
        where kind = 'article' and ${inRange(database, "saved_at", range)} group by status`,
    )
    const [sums] = readFinishedArticles(
      yield* sql`select count(*) as articles, coalesce(sum(word_count), 0) as words,
          coalesce(sum(${sql.literal(minutes)}), 0) as minutes
        from articles where ${finished}`,
    )
    const [books] = readFinishedBooks(
      yield* sql`select count(*) as books, coalesce(sum(pages), 0) as pages from articles where ${finishedOf("book")}`,
    )
    // The plus keeps a database from looking through all articles by their words for one of the range.
    const [longest] = table.read(
      yield* sql`select ${table.columns} from articles where id = (
          select id from articles where ${finished} and +word_count > 0 order by +word_count desc, id desc limit 1
        )`,
    )
    // The journal knows the months of the owner's calendar that have finished articles.
    const starts = readStarts(
      yield* sql`select distinct substr(cast(day as text), 1, 8) || '01' as start from entry_days
        where domain = 'reading' order by 1`,
    )
    const { from = -Infinity, until = Infinity } = range
    const spans = starts
      .map((start) => ({
        start,
        from: Math.max(from, startOfDay(start, zone)),
        until: Math.min(until, startOfDay(nextBucket(start, "month"), zone)),
      }))
      .filter((month) => month.from < month.until)
    const month = given("month", {
      start: ["text", spans.map(({ start }) => start)],
      begins: ["instant", spans.map((one) => one.from)],
      ends: ["instant", spans.map((one) => one.until)],
    })
    const ofMonth = sql`from articles where kind = 'article' and status = 'finished'
      and finished_at >= month.begins and finished_at < month.ends`
    const months = readMonths(
      yield* sql`select * from (
          select month.start, (select count(*) ${ofMonth}) as articles, (select sum(word_count) ${ofMonth}) as words
          from ${month}
        ) as counted where articles > 0 order by start`,
    )
    const result: ReadingTotals = {
      byStatus: {
        unread: 0,
        reading: 0,
        finished: 0,
        skipped: 0,
        abandoned: 0,
        ...Object.fromEntries(statuses.map(({ count, status }) => [status, count])),
      },
      ...mustFind(sums, "sums of articles", range),
      ...mustFind(books, "sums of books", range),
      highlights: yield* countRows(
        sql,
        sql`highlights where ${sql.literal(shown)} and ${inRange(database, "highlighted_at", range)}`,
      ),
      longest,
      months,
    }
    return result
  }, read)
}
