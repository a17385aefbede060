import { type DateRange, LocalDate, startOfDay } from "@daybook/kernel"
import { type ArticleKind, type ReadingTotals, wordsPerMinute } from "@daybook/reading"
import { mustFind } from "@daybook/storage-sql"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Database } from "../sql/database.ts"
import { countRows, inRange } from "../sql/paging.ts"
import { valuesOf } from "../sql/table.ts"
import { shown } from "./highlights.ts"
import { articles, readFinishedArticles, readFinishedBooks, readMonths, readStatusCounts } from "./rows.ts"

const readStarts = valuesOf(LocalDate)

/** The totals of ranges. */
export const sumsIn = (database: Database["Service"], zone: DateTime.TimeZone) => {
  const { all, read, sql } = database

  const sumsOf = (range: DateRange): ReadingTotals => {
    const finishedOf = (kind: ArticleKind) =>
      sql.and([
        sql`kind = ${kind} and status = 'finished' and finished_at is not null`,
        inRange(sql, "finished_at", range),
      ])
    const finished = finishedOf("article")
    const statuses = readStatusCounts(
      all(sql`select status, count(*) as count from articles
        where kind = 'article' and ${inRange(sql, "saved_at", range)} group by status`),
    )
    const [sums] = readFinishedArticles(
      all(sql`select count(*) as articles, coalesce(sum(word_count), 0) as words,
          coalesce(sum((word_count + ${wordsPerMinute - 1}) / ${wordsPerMinute}), 0) as minutes
        from articles where ${finished}`),
    )
    const [books] = readFinishedBooks(
      all(
        sql`select count(*) as books, coalesce(sum(pages), 0) as pages from articles where ${finishedOf("book")}`,
      ),
    )
    // The plus keeps SQLite from looking through all articles by their words for one of the range.
    const [longest] = articles.read(
      all(sql`select ${articles.columns} from articles where id = (
          select id from articles where ${finished} and +word_count > 0 order by +word_count desc, id desc limit 1
        )`),
    )
    // The journal knows the months of the owner's calendar that have finished articles.
    const starts = readStarts(
      all(sql`select distinct substr(day, 1, 8) || '01' from entry_days where domain = 'reading' order by 1`),
    )
    const instants = starts.map((day) => startOfDay(day, zone))
    const { from = Number.MIN_SAFE_INTEGER, until = Number.MAX_SAFE_INTEGER } = range
    const months = starts
      .map((start, at) => ({
        start,
        from: Math.max(from, instants[at] ?? from),
        until: Math.min(until, instants[at + 1] ?? until),
      }))
      .filter((month) => month.from < month.until)
    return {
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
      highlights: countRows(
        database,
        sql`highlights where ${sql.literal(shown)} and ${inRange(sql, "highlighted_at", range)}`,
      ),
      longest,
      // `cross` keeps the order: SQLite would look through all months for each article.
      months: readMonths(
        all(sql`select month.value ->> 'start' as start, count(*) as articles, sum(word_count) as words
          from json_each(${JSON.stringify(months)}) as month
          cross join articles on finished_at >= month.value ->> 'from' and finished_at < month.value ->> 'until'
          where kind = 'article' and status = 'finished' group by 1 order by 1`),
      ),
    }
  }

  return Effect.fn("ArticleStore.sums")((range: DateRange) => read(() => sumsOf(range)))
}
