import { type DateRange, LocalDate, startOfDay } from "@daybook/kernel"
import { type ArticleKind, type ReadingTotals, wordsPerMinute } from "@daybook/reading"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { articles, readFinishedSums, readMonths, readStatusCounts } from "./rows.ts"
import { countRows, inRange } from "../sql/paging.ts"
import { instants } from "../sql/parameters.ts"
import { mustFind } from "@daybook/storage-sql"
import { valuesOf } from "../sql/table.ts"

const readStarts = valuesOf(LocalDate)

/** The totals of ranges in SQL. */
export const sumsIn = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const zone = yield* DateTime.CurrentTimeZone

  return Effect.fn("ArticleStore.sums")(function* (range: DateRange) {
    const finishedOf = (kind: ArticleKind) =>
      sql.and([
        sql`kind = ${kind} and status = 'finished' and finished_at is not null`,
        inRange(sql, "finished_at", range),
      ])
    const finished = finishedOf("article")
    const statuses = readStatusCounts(
      yield* sql`select status, count(*)::int as count from articles
        where kind = 'article' and ${inRange(sql, "saved_at", range)} group by status`,
    )
    const [sums] = readFinishedSums(
      yield* sql`select * from (
          select count(*)::int as articles, coalesce(sum(word_count), 0)::float8 as words,
            coalesce(sum(ceil(word_count / ${wordsPerMinute}::numeric)), 0)::float8 as minutes
          from articles where ${finished}
        ) as read_articles, (
          select count(*)::int as books, coalesce(sum(pages), 0)::float8 as pages
          from articles where ${finishedOf("book")}
        ) as read_books`,
    )
    const [longest] = articles.read(
      yield* sql`select ${articles.columns} from articles where ${finished} and word_count > 0
        order by word_count desc, id desc limit 1`,
    )
    // The journal knows the months of the owner's calendar that have finished articles.
    const starts = readStarts(
      yield* sql`select distinct date_trunc('month', day::timestamp)::date::text as start from entry_counts
        where domain = 'reading' order by start`,
    )
    const months = readMonths(
      yield* sql`select width_bucket(finished_at, ${instants(starts.map((day) => startOfDay(day, zone)))}) as month,
          count(*)::int as articles, sum(word_count)::float8 as words
        from articles where ${finished} group by month order by month`,
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
      highlights: yield* countRows(
        sql,
        sql`highlights where article_id is not null and text <> '' and ${inRange(sql, "highlighted_at", range)}`,
      ),
      longest,
      months: months.map(({ month, ...sum }) => ({
        start: mustFind(starts[month - 1], "month", month),
        ...sum,
      })),
    }
    return result
  }, Effect.orDie)
})
