import { resolveRange, type DateRange, type DateRangeInput } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { ArticleStore } from "./ports.ts"
import type { ReadingTotals } from "./readingLists.ts"

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
