import {
  addDays,
  asksForRange,
  type DateRange,
  type DateRangeInput,
  dayOf,
  daysOfPeriod,
  type EpochMillis,
  everything,
  type InvalidInput,
  pageOffset,
  type PageRequest,
  resolveRange,
  startOfDay,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Played, PlayedBucket } from "./lists.ts"
import type { Period, Sparkline, PlayedKind } from "./model.ts"
import { ListeningStore, MusicPages } from "./ports.ts"
import { makeSparklines, sparklineGranularity } from "./sparklines.ts"

/** A request for top artists, albums or tracks. Without a period and a range it means the last 7 days. */
export interface TopPlayedQuery extends DateRangeInput, PageRequest {
  readonly period?: Period | undefined
  readonly sparklines: boolean
  /** Tracks of this artist. */
  readonly artistId?: number | undefined
  /** Tracks, with their plays from this album. */
  readonly albumId?: number | undefined
}

/** An artist, an album or a track with the URL of its page at the scrobbling service. */
export interface PlayedWithPage extends Played {
  readonly url: string
}

export interface TopPlayed {
  /** The period requested; `custom` for a range without one. */
  readonly period: Period | "custom"
  readonly items: ReadonlyArray<
    PlayedWithPage & { readonly rank: number; readonly sparkline: Sparkline | undefined }
  >
  readonly total: number
}

/** The URL of an item's page. */
export const pageOfPlayed = (
  pages: MusicPages["Service"],
  kind: PlayedKind,
  { artist, name }: Pick<Played, "artist" | "name">,
): string =>
  kind === "artist"
    ? pages.artist(name)
    : kind === "album"
      ? pages.album(artist, name)
      : pages.track(artist, name)

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
const askedFor = Effect.fnUntraced(function* (query: TopPlayedQuery) {
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

/** The most played artists, albums or tracks of a period or range, with their plays over time where requested. */
export const topPlayed = Effect.fn("Listening.topPlayed")(function* (
  kind: PlayedKind,
  query: TopPlayedQuery,
): Effect.fn.Return<TopPlayed, InvalidInput, ListeningStore | MusicPages | DateTime.CurrentTimeZone> {
  const { lists } = yield* ListeningStore
  const pages = yield* MusicPages
  const { granularity, now, period, range, zone } = yield* askedFor(query)
  const { albumId, artistId } = query
  const asked = { range, sort: "plays", order: "desc", artistId, albumId } as const
  const { items, total } = yield* lists.played(kind, asked, query)

  const bucketsOf = new Map(items.map(({ id }) => [id, Array.of<PlayedBucket>()]))
  if (granularity !== undefined && items.length > 0) {
    const buckets = yield* lists.buckets(kind, [...bucketsOf.keys()], range, granularity, albumId)
    for (const bucket of buckets) bucketsOf.get(bucket.id)?.push(bucket)
  }
  const sparklineOf = granularity === undefined ? undefined : makeSparklines(range, granularity, now, zone)
  const offset = pageOffset(query)
  return {
    period,
    total,
    items: items.map((item, index) => ({
      ...item,
      rank: offset + index + 1,
      url: pageOfPlayed(pages, kind, item),
      sparkline: sparklineOf?.(bucketsOf.get(item.id) ?? []),
    })),
  }
})
