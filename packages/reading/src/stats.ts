import { resolveRange, type DateRange, type DateRangeInput, LocalDate } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Article, type ReadingStatus } from "./model.ts"
import { ArticleStore } from "./ports.ts"

const count = Schema.Int

/** The articles of each status. */
export const StatusCounts = Schema.Struct({
  unread: count,
  reading: count,
  finished: count,
  skipped: count,
  abandoned: count,
} satisfies Record<ReadingStatus, unknown>)

/** The finished articles of one month of the owner's, by its first day. */
export const ReadMonth = Schema.Struct({ start: LocalDate, articles: Schema.Int, words: Schema.Int })

/** The totals of a range. */
export const ReadingTotals = Schema.Struct({
  /** Articles saved in it, by their present status. Where the range is open, those of unknown time too. */
  byStatus: StatusCounts,
  /** Articles finished in it. */
  articles: Schema.Int,
  words: Schema.Int,
  /** The minutes of each article, `readMinutes`, added up. */
  minutes: Schema.Int,
  /** Books finished in it. They count in no other field but the next. */
  books: Schema.Int,
  pages: Schema.Int,
  /** Passages highlighted in it. */
  highlights: Schema.Int,
  /** The finished article with the most words, and of two the higher id. Undefined if none has any. */
  longest: Schema.UndefinedOr(Article),
  /** The months with finished articles, earliest first. */
  months: Schema.Array(ReadMonth),
})
export type ReadingTotals = typeof ReadingTotals.Type

/** The totals of a range, and where most of it was. */
export interface ReadingStats extends ReadingTotals {
  /** Articles saved in the range: the sum of `byStatus`. */
  readonly saved: number
  /** The domain of most finished articles, by name where several have as many; "" if there is none. */
  readonly mostReadDomain: string
}

/** The totals of a range, and where most of it was. */
export const statsOf = Effect.fnUntraced(function* (range: DateRange) {
  const { lists, sums } = yield* ArticleStore
  const [sum, { items }] = yield* Effect.all([
    sums(range),
    lists.groups("domain", { finishedIn: range }, { page: 1, limit: 1 }),
  ])
  const saved = Object.values(sum.byStatus).reduce((all, some) => all + some, 0)
  const stats: ReadingStats = { ...sum, saved, mostReadDomain: items[0]?.name ?? "" }
  return stats
})

/** The totals of a range; of all time if it is open. */
export const readingStats = Effect.fn("Reading.stats")(function* (query: DateRangeInput) {
  return yield* statsOf(yield* resolveRange(query))
})
