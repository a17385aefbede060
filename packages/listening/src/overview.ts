import {
  type ComparedPeriods,
  comparePeriods,
  type DateRange,
  everything,
  type InvalidInput,
  type PeriodInput,
  sumCounts,
} from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { ListeningStats, RankedItem } from "./lists.ts"
import type { PlayedKind } from "./model.ts"
import { ListeningStore, MusicPages } from "./ports.ts"
import { pageOfPlayed, type PlayedWithPage } from "./topPlayed.ts"

/** A request for the overview of a period. */
export interface ListeningOverviewQuery extends PeriodInput {
  /** The kind of the top list; albums if it is undefined. */
  readonly kind?: PlayedKind | undefined
}

/** Something played in a period, next to the period before. */
export interface Moved extends PlayedWithPage {
  /** By plays of the period, from 1; 0 if it is not among the first `maxRanked`. */
  readonly rank: number
  /** By plays of the previous period, from 1; 0 if it is not among the first `maxRanked` there. */
  readonly previousRank: number
  readonly previousPlays: number
  /** True if its first play of all is in the period. */
  readonly isNew: boolean
}

/** The same without its name. */
type MovedItem = RankedItem & Pick<Moved, "rank" | "previousRank" | "previousPlays" | "isNew">

/** The plays of a period, and what changed since the one before. */
export interface ListeningOverview {
  readonly compared: ComparedPeriods
  readonly stats: ListeningStats
  readonly previousStats: ListeningStats | undefined
  readonly kind: PlayedKind
  readonly top: ReadonlyArray<Moved>
  /** Artists of the first ten that were further down before; the greatest rise first. */
  readonly up: ReadonlyArray<Moved>
  /** Artists first heard in the period; most plays in it first. */
  readonly discoveries: ReadonlyArray<Moved>
  /** Artists of the first ten before with at most half of those plays now; the greatest fall first. */
  readonly resting: ReadonlyArray<Moved>
}

/** The ranks that are known of a period. */
export const maxRanked = 500
const topSize = 30
const changesSize = 3
const discoveriesSize = 12
const leading = 10

const ranksOf = (items: ReadonlyArray<RankedItem>) =>
  new Map(items.map(({ id, plays }, at) => [id, { rank: at + 1, plays }] as const))

const first = (items: ReadonlyArray<MovedItem>, by: (one: MovedItem) => number): ReadonlyArray<MovedItem> =>
  items.toSorted((one, other) => by(other) - by(one)).slice(0, changesSize)

/** The plays of some items in a range; those without any are left out. */
const playsIn = Effect.fnUntraced(function* (
  kind: PlayedKind,
  items: ReadonlyArray<RankedItem>,
  range: DateRange,
) {
  const { lists } = yield* ListeningStore
  const ids = items.map(({ id }) => id)
  const buckets = ids.length === 0 ? [] : yield* lists.buckets(kind, ids, range, "year")
  const counts = buckets.map(({ id, plays }) => ({ id, count: plays }))
  return new Map(sumCounts(counts, ({ id }) => id))
})

/** The items of a kind as they rank in a period, and those that led in the one before. */
const rankedIn = Effect.fnUntraced(function* (
  kind: PlayedKind,
  range: DateRange,
  previousRange: DateRange | undefined,
) {
  const { lists } = yield* ListeningStore
  const now = yield* lists.ranked(kind, range, maxRanked)
  const earlier = previousRange === undefined ? [] : yield* lists.ranked(kind, previousRange, maxRanked)
  const [ranks, previous] = [ranksOf(now), ranksOf(earlier)]
  const { from = Infinity } = range
  const leaders = earlier.slice(0, leading)
  const unranked = leaders.filter(({ id }) => !ranks.has(id))
  const rest = yield* playsIn(kind, unranked, range)
  const moved = (item: RankedItem): MovedItem => ({
    ...item,
    rank: ranks.get(item.id)?.rank ?? 0,
    previousRank: previous.get(item.id)?.rank ?? 0,
    previousPlays: previous.get(item.id)?.plays ?? 0,
    isNew: ranks.has(item.id) && item.discoveredAt >= from,
  })
  return {
    now: now.map(moved),
    before: leaders.map((item) =>
      moved({ ...item, plays: ranks.get(item.id)?.plays ?? rest.get(item.id) ?? 0 }),
    ),
  }
})

/** Some items with their names and the addresses of their pages. A year has hundreds of others, which need neither. */
const withNames = Effect.fnUntraced(function* (kind: PlayedKind, items: ReadonlyArray<MovedItem>) {
  const { lists } = yield* ListeningStore
  const pages = yield* MusicPages
  const named = yield* lists.named(kind, [...new Set(items.map(({ id }) => id))])
  const names = new Map(named.map((one) => [one.id, one]))
  return (some: ReadonlyArray<MovedItem>) =>
    some.flatMap((item): Moved | [] => {
      const name = names.get(item.id)
      if (name === undefined) return []
      const found = { ...name, ...item }
      return { ...found, url: pageOfPlayed(pages, kind, found) }
    })
})

/** The totals, the top list and the changes of a period; of the newest that has plays if it has none. */
export const listeningOverview = Effect.fn("Listening.overview")(function* (
  query: ListeningOverviewQuery,
): Effect.fn.Return<ListeningOverview, InvalidInput, ListeningStore | MusicPages | DateTime.CurrentTimeZone> {
  const { journal, lists } = yield* ListeningStore
  const { kind = "album" } = query
  const compared = yield* comparePeriods(journal, query)
  const range = compared.name === "overall" ? everything : compared.range
  const previousRange = compared.previous?.range
  const artists = yield* rankedIn("artist", range, previousRange)
  const shown = kind === "artist" ? artists : yield* rankedIn(kind, range, previousRange)
  const top = shown.now.slice(0, topSize)
  const up = first(
    artists.now.slice(0, leading).filter(({ previousRank, rank }) => previousRank > rank),
    ({ previousRank, rank }) => previousRank - rank,
  )
  const discoveries = artists.now.filter(({ isNew }) => isNew).slice(0, discoveriesSize)
  const resting = first(
    artists.before.filter(({ plays, previousPlays }) => plays * 2 <= previousPlays),
    ({ plays, previousPlays }) => previousPlays - plays,
  )
  const ofKind = yield* withNames(kind, top)
  const ofArtists = yield* withNames("artist", [...up, ...discoveries, ...resting])
  return {
    compared,
    stats: yield* lists.stats(range),
    previousStats: previousRange === undefined ? undefined : yield* lists.stats(previousRange),
    kind,
    top: ofKind(top),
    up: ofArtists(up),
    discoveries: ofArtists(discoveries),
    resting: ofArtists(resting),
  }
})
