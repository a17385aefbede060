import {
  type ComparedPeriods,
  comparePeriods,
  everything,
  type InvalidInput,
  type PeriodInput,
} from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { RatingCount } from "./lists.ts"
import { WatchingStore } from "./ports.ts"
import type { WatchingStats } from "./stats.ts"

/** The watches of a period next to those of the one before. */
export interface WatchingOverview {
  readonly compared: ComparedPeriods
  readonly stats: WatchingStats
  readonly previousStats: WatchingStats | undefined
  /** The ratings of all films, lowest first. */
  readonly ratings: ReadonlyArray<RatingCount>
}

/** The totals of a period and of the one before; of the newest that has watches if it has none. */
export const watchingOverview = Effect.fn("Watching.overview")(function* (
  query: PeriodInput,
): Effect.fn.Return<WatchingOverview, InvalidInput, WatchingStore | DateTime.CurrentTimeZone> {
  const { journal, lists, stats } = yield* WatchingStore
  const compared = yield* comparePeriods(journal, query)
  const { name, previous, range } = compared
  return {
    compared,
    stats: yield* stats(name === "overall" ? everything : range),
    previousStats: previous && (yield* stats(previous.range)),
    ratings: yield* lists.ratings,
  }
})

/** A genre in a period, with its minutes in the one before. */
export type ComparedGenre = WatchingStats["byGenre"][number] & { readonly previousMinutes: number }

/** The genres of a period, in the order of its statistics, and then those of the one before that are no longer in it. */
export const comparedGenres = ({
  previousStats,
  stats,
}: Pick<WatchingOverview, "previousStats" | "stats">): ReadonlyArray<ComparedGenre> => {
  const before = previousStats?.byGenre ?? []
  const minutes = new Map(before.map((genre) => [genre.name, genre.minutes]))
  const names = new Set(stats.byGenre.map(({ name }) => name))
  return [
    ...stats.byGenre,
    ...before
      .filter(({ name }) => !names.has(name))
      .map(({ name }) => ({ name, films: 0, episodes: 0, minutes: 0 })),
  ].map((genre) => ({ ...genre, previousMinutes: minutes.get(genre.name) ?? 0 }))
}
