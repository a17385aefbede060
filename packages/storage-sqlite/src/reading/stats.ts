import { type DateRange, LocalDate, startOfDay } from "@daybook/kernel"
import { type ArticleKind, type ReadingSums, wordsPerMinute } from "@daybook/reading"
import { mustFind } from "@daybook/storage-sql"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Database } from "../sql/database.ts"
import { countRows, inRange } from "../sql/paging.ts"
import { valuesOf } from "../sql/table.ts"
import { shown } from "./highlights.ts"
import { articles, readFinishedArticles, readFinishedBooks, readMonths, readStatusCounts } from "./rows.ts"

const readStarts = valuesOf(LocalDate)

/** The sums of ranges. */
export const sumsIn = (database: Database["Service"], zone: DateTime.TimeZone) => {
  const { all, read, sql } = database

  const sumsOf = (range: DateRange): ReadingSums => {
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
    const [longest] = articles.read(
      all(sql`select ${articles.columns} from articles where ${finished} and word_count > 0
        order by word_count desc, id desc limit 1`),
    )
    // The journal knows the months of the person's calendar that have finished articles.
    const starts = readStarts(
      all(sql`select distinct substr(day, 1, 8) || '01' from entry_days where domain = 'reading' order by 1`),
    )
    const instants = starts.map((day) => startOfDay(day, zone))
    const months = JSON.stringify(
      starts.map((start, at) => [start, instants[at], instants[at + 1] ?? Number.MAX_SAFE_INTEGER]),
    )
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
      months: readMonths(
        all(sql`select month.value ->> 0 as start, count(*) as articles, sum(word_count) as words
          from json_each(${months}) as month
          join articles on finished_at >= month.value ->> 1 and finished_at < month.value ->> 2
          where ${finished} group by 1 order by 1`),
      ),
    }
  }

  return Effect.fn("ArticleStore.sums")((range: DateRange) => read(() => sumsOf(range)))
}
