import {
  type DateRange,
  dayOf,
  daysBetween,
  everything,
  type Page,
  type PageRequest,
  untilToday,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ListeningStats, PlayedQuery } from "./lists.ts"
import type { Sparkline, PlayedKind } from "./model.ts"
import { ListeningStore, MusicPages } from "./ports.ts"
import { makeSparklines } from "./sparklines.ts"
import { pageOfPlayed, type PlayedWithPage } from "./topPlayed.ts"

/** A page of artists, albums or tracks. */
export const listPlayed = Effect.fn("Listening.listPlayed")(function* (
  kind: PlayedKind,
  query: PlayedQuery,
  page: PageRequest,
): Effect.fn.Return<Page<PlayedWithPage>, never, ListeningStore | MusicPages> {
  const { lists } = yield* ListeningStore
  const pages = yield* MusicPages
  const { items, total } = yield* lists.played(kind, query, page)
  return { items: items.map((item) => ({ ...item, url: pageOfPlayed(pages, kind, item) })), total }
})

/** The first ten artists, albums or tracks, with the number of all. */
const firstTen = (kind: PlayedKind, query: PlayedQuery) => listPlayed(kind, query, { page: 1, limit: 10 })

/** One artist, album or track. Tops that its kind does not have are undefined. */
export interface PlayedDetails extends PlayedWithPage {
  /** By plays of all time, from 1. */
  readonly rank: number
  /** Its plays by month, from the first to this month. */
  readonly sparkline: Sparkline
  readonly topAlbums: ReadonlyArray<PlayedWithPage> | undefined
  readonly topTracks: ReadonlyArray<PlayedWithPage> | undefined
}

const mostPlayed = { range: everything, sort: "plays", order: "desc" } as const

/**
 * One artist with its top albums and tracks, one album with its top tracks, or one track; none if it was never played.
 */
export const playedDetails = Effect.fn("Listening.playedDetails")(function* (
  kind: PlayedKind,
  id: number,
): Effect.fn.Return<
  Option.Option<PlayedDetails>,
  never,
  ListeningStore | MusicPages | DateTime.CurrentTimeZone
> {
  const { lists } = yield* ListeningStore
  const pages = yield* MusicPages
  const found = yield* lists.one(kind, id)
  if (Option.isNone(found)) return Option.none()
  const top = (of: PlayedKind, query: Pick<PlayedQuery, "artistId" | "albumId">) =>
    Effect.map(firstTen(of, { ...mostPlayed, ...query }), ({ items }) => items)
  const buckets = yield* lists.buckets(kind, [id], everything, "month")
  const sparklineOf = makeSparklines(
    everything,
    "month",
    yield* Clock.currentTimeMillis,
    yield* DateTime.CurrentTimeZone,
  )
  return Option.some({
    ...found.value,
    url: pageOfPlayed(pages, kind, found.value),
    sparkline: sparklineOf(buckets),
    topAlbums: kind === "artist" ? yield* top("album", { artistId: id }) : undefined,
    topTracks:
      kind === "track"
        ? undefined
        : yield* top("track", kind === "artist" ? { artistId: id } : { albumId: id }),
  })
})

/** Totals of a range with its plays a day. */
export interface ListeningTotals extends ListeningStats {
  /** Average from the first play in the range to its end or today, with two decimals. */
  readonly playsPerDay: number
}

/** The totals of a range, and its plays a day. */
export const listeningStats = Effect.fn("Listening.stats")(function* (
  range: DateRange,
): Effect.fn.Return<ListeningTotals, never, ListeningStore | DateTime.CurrentTimeZone> {
  const { journal, lists } = yield* ListeningStore
  const zone = yield* DateTime.CurrentTimeZone
  const stats = yield* lists.stats(range)
  const counts = yield* journal.countsByDay(range)
  const [first, last] = [counts.at(0)?.day, counts.at(-1)?.day]
  if (first === undefined || last === undefined) return { ...stats, playsPerDay: 0 }
  const end = dayOf((yield* untilToday(range)).until - 1, zone)
  // A play may be reported for a future day.
  const days = daysBetween(first, end > last ? end : last) + 1
  return { ...stats, playsPerDay: Math.round((stats.plays / days) * 100) / 100 }
})

/** The own part of a year in review. */
export interface ListeningReview extends ListeningStats {
  readonly topArtists: ReadonlyArray<PlayedWithPage>
  readonly topAlbums: ReadonlyArray<PlayedWithPage>
  readonly topTracks: ReadonlyArray<PlayedWithPage>
  /** Artists first heard in the range: those with the most plays in it first. */
  readonly discoveries: ReadonlyArray<PlayedWithPage>
}

/** Totals, tops and discoveries of a range. */
export const listeningReview = Effect.fn("Listening.review")(function* (
  range: DateRange,
): Effect.fn.Return<ListeningReview, never, ListeningStore | MusicPages> {
  const { journal } = yield* ListeningStore
  const counts = yield* journal.countsByDay(range)
  const query = { ...mostPlayed, range }
  const artists = yield* firstTen("artist", query)
  const albums = yield* firstTen("album", query)
  const tracks = yield* firstTen("track", query)
  const discoveries = yield* firstTen("artist", { ...mostPlayed, firstPlayed: range })
  return {
    plays: counts.reduce((sum, { count }) => sum + count, 0),
    artists: artists.total,
    albums: albums.total,
    tracks: tracks.total,
    newArtists: discoveries.total,
    topArtists: artists.items,
    topAlbums: albums.items,
    topTracks: tracks.items,
    discoveries: discoveries.items,
  }
})
