import { type DateRange, dayOf, startOfBucket } from "@daybook/kernel"
import { type Article, type Highlight, readMinutes, type ReadingSums } from "@daybook/reading"
import type * as DateTime from "effect/DateTime"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import { inRange, isFinishedIn } from "./lists.ts"

const add = (numbers: ReadonlyArray<number>) => numbers.reduce((sum, number) => sum + number, 0)

/** The sums of a range over articles and highlights in memory. */
export const sumsOf = (
  articles: ReadonlyArray<Article>,
  highlights: ReadonlyArray<Highlight>,
  range: DateRange,
  zone: DateTime.TimeZone,
): ReadingSums => {
  const byStatus = { unread: 0, reading: 0, finished: 0, skipped: 0, abandoned: 0 }
  for (const { kind, savedAt, status } of articles)
    if (kind === "article" && inRange(range, savedAt)) byStatus[status] += 1
  const finished = articles.filter((article) => isFinishedIn(range, article))
  const books = articles.filter((article) => isFinishedIn(range, article, "book"))
  const months = Map.groupBy(finished, ({ finishedAt = 0 }) =>
    startOfBucket(dayOf(finishedAt, zone), "month"),
  )
  const [longest] = finished
    .filter(({ wordCount }) => wordCount > 0)
    .sort((one, other) => other.wordCount - one.wordCount || other.id - one.id)
  return {
    byStatus,
    articles: finished.length,
    words: add(finished.map(({ wordCount }) => wordCount)),
    minutes: add(finished.map(({ wordCount }) => readMinutes(wordCount))),
    books: books.length,
    pages: add(books.map(({ pages }) => pages)),
    highlights: highlights.filter(({ highlightedAt }) => inRange(range, highlightedAt)).length,
    longest,
    months: Array.from(months, ([start, some]) => ({
      start,
      articles: some.length,
      words: add(some.map(({ wordCount }) => wordCount)),
    })).sort((one, other) => byCodePoints(one.start, other.start)),
  }
}
