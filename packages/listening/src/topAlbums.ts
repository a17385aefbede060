import {
  addDays,
  resolveRange,
  asksForRange,
  type DateRange,
  type DateRangeInput,
  dayOf,
  daysOfPeriod,
  type EpochMillis,
  everything,
  type InvalidInput,
  type PageRequest,
  pageOffset,
  startOfDay,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { AlbumBucket, AlbumId, AlbumPlays, Period, Sparkline } from "./model.ts"
import { ListeningStore, MusicPages } from "./ports.ts"
import { makeSparklines, sparklineGranularity } from "./sparklines.ts"

/** A request for top albums. Without a period and a range it means the last 7 days. */
export interface TopAlbumsQuery extends DateRangeInput, PageRequest {
  readonly period?: Period | undefined
  readonly sparklines: boolean
}

export interface TopAlbum extends AlbumPlays {
  /** Counted from 1 over all pages. */
  readonly rank: number
  /** The album's page at the scrobbling service. */
  readonly url: string
  readonly sparkline: Sparkline | undefined
}

export interface TopAlbums {
  /** The period requested; `custom` for a range without one. */
  readonly period: Period | "custom"
  readonly albums: ReadonlyArray<TopAlbum>
  readonly total: number
}

/** A rolling period: whole days in the zone, today included. */
export const rangeOfPeriod = (period: Period, now: EpochMillis, zone: DateTime.TimeZone): DateRange => {
  if (period === "overall") return everything
  const today = dayOf(now, zone)
  return {
    from: startOfDay(addDays(today, 1 - daysOfPeriod[period]), zone),
    until: startOfDay(addDays(today, 1), zone),
  }
}

/** The range that a query means, and the width of the sparklines that it requests. */
export const askedFor = Effect.fnUntraced(function* (query: Omit<TopAlbumsQuery, keyof PageRequest>) {
  const zone = yield* DateTime.CurrentTimeZone
  const now = yield* Clock.currentTimeMillis
  const custom = asksForRange(query) ? yield* resolveRange(query) : undefined
  const period = query.period ?? (custom === undefined ? "7day" : undefined)
  return {
    period: period ?? ("custom" as const),
    range: custom ?? rangeOfPeriod(period ?? "overall", now, zone),
    granularity: query.sparklines ? sparklineGranularity(period, custom, zone) : undefined,
    now,
    zone,
  }
})

/** The most played albums of a period or range, with their plays over time where requested. */
export const topAlbums = Effect.fn("Listening.topAlbums")(function* (
  query: TopAlbumsQuery,
): Effect.fn.Return<TopAlbums, InvalidInput, ListeningStore | MusicPages | DateTime.CurrentTimeZone> {
  const store = yield* ListeningStore
  const pages = yield* MusicPages
  const { granularity, now, period, range, zone } = yield* askedFor(query)
  const { items, total } = yield* store.topAlbums(range, query)

  const bucketsOf = new Map<AlbumId, Array<AlbumBucket>>(items.map((album) => [album.id, []]))
  if (granularity !== undefined && items.length > 0) {
    const buckets = yield* store.albumBuckets([...bucketsOf.keys()], range, granularity)
    for (const bucket of buckets) bucketsOf.get(bucket.albumId)?.push(bucket)
  }
  const sparklineOf = granularity === undefined ? undefined : makeSparklines(range, granularity, now, zone)
  const offset = pageOffset(query)
  const albums = items.map((album, index) => ({
    ...album,
    rank: offset + index + 1,
    url: pages.album(album.artist, album.name),
    sparkline: sparklineOf?.(bucketsOf.get(album.id) ?? []),
  }))
  return { period, albums, total }
})
