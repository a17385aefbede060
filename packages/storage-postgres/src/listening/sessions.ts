import {
  addDays,
  clockOf,
  type DateRange,
  type Entry,
  type EntryPlace,
  type EpochMillis,
  isWithin,
  type Journal,
  type LocalDate,
  newestEntryFirst,
  startOfDay,
} from "@daybook/kernel"
import {
  playsAround,
  type ListeningSession,
  sessionEntry,
  sessionGapMillis,
  sessionId,
  sessionsOf,
} from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { inRange } from "../sql/paging.ts"
import { instants, ints } from "../sql/parameters.ts"
import { mustFind } from "@daybook/storage-sql"
import { readPlaysInSittings, readSittingNames, readTimes } from "./rows.ts"

/** Most sessions have fewer plays: the first read of a page. */
const playsAnEntry = 6

/** Most sessions end within two hours. */
const firstReach = 2 * 3_600_000

const placeOf = (sitting: ListeningSession): EntryPlace => ({
  at: sitting.first.playedAt,
  id: sessionId(sitting),
})

const newestFirst = (one: ListeningSession, other: ListeningSession): number =>
  newestEntryFirst(placeOf(one), placeOf(other))

/**
 * Sessions are found from plays on request: a page needs a few hundred plays by the key of plays, wherever in time they
 * are, and nothing needs to be stored when plays arrive, move or hide.
 */
export const sittingsIn = (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
): Pick<Journal, "entries" | "entriesOn"> => {
  const playsOf = Effect.fnUntraced(function* (ranges: ReadonlyArray<DateRange>) {
    const [starts, ends] = [ranges.map(({ from }) => from ?? null), ranges.map(({ until }) => until ?? null)]
    return readPlaysInSittings(
      yield* sql`select position::int - 1 as range, played_at, track_id, coalesce(album_id, 0) as album_id,
          case when album_id is null then (select artist_id from tracks where tracks.id = track_id) else 0 end as artist_id
        from unnest(${instants(starts)}, ${instants(ends)}) with ordinality as span (start, until, position)
        cross join lateral (
          select * from scrobbles where not hidden and played_at >= coalesce(span.start, '-infinity')
            and played_at < coalesce(span.until, 'infinity') offset 0
        ) as play
        order by position, played_at, track_id`,
    )
  })

  /** The sessions that begin in these ranges, each with all of its plays. */
  const begunIn = Effect.fnUntraced(function* (ranges: ReadonlyArray<DateRange>) {
    const begun: Array<ListeningSession> = []
    let left = ranges
    for (let reach = firstReach; left.length > 0; reach *= 4) {
      const plays = yield* playsOf(left.map((range) => playsAround(range, reach)))
      const byRange = Map.groupBy(plays, ({ range }) => range)
      const cut: Array<DateRange> = []
      for (const [at, range] of left.entries()) {
        const sittings = sessionsOf(byRange.get(at) ?? []).filter(({ first }) =>
          isWithin(range, first.playedAt),
        )
        // A session that reaches the end of the plays read so far may continue: its range is read again, farther.
        const endsBy = (range.until ?? Infinity) + reach - sessionGapMillis
        if (sittings.some(({ lastAt }) => lastAt > endsBy)) cut.push(range)
        else begun.push(...sittings)
      }
      left = cut
    }
    return begun
  })

  const entriesOf = Effect.fnUntraced(function* (sittings: ReadonlyArray<ListeningSession>) {
    if (sittings.length === 0) return []
    const clock = clockOf(zone)
    const names = readSittingNames(
      // Each is looked up: a plan made for hundreds of sessions would read all tracks and albums.
      yield* sql`select coalesce(album.name, '') as album, coalesce(artist.name, '') as artist,
          coalesce(track.name, '') as track, coalesce(album.image_url, '') as image_url
        from unnest(${ints(sittings.map(({ first }) => first.trackId))}, ${ints(sittings.map(({ first }) => first.albumId))})
          with ordinality as given (track_id, album_id, position)
        left join lateral (select * from tracks where id = given.track_id offset 0) as track on true
        left join lateral (select * from albums where id = given.album_id offset 0) as album on true
        left join lateral (
          select * from artists where id = coalesce(album.artist_id, track.artist_id) offset 0
        ) as artist on true order by position`,
    )
    return sittings.map((sitting, at): Entry => ({
      ...sessionEntry(sitting, mustFind(names[at], "play", sitting.first.playedAt)),
      day: clock(sitting.first.playedAt).day,
    }))
  })

  /** The time before which a range has this many more plays; undefined if it has no more. */
  const nthNewest = (range: DateRange, plays: number) =>
    Effect.map(
      sql`select played_at from scrobbles where not hidden and ${inRange(sql, "played_at", range)}
        order by played_at desc, track_id desc offset ${plays - 1} limit 1`,
      (rows): EpochMillis | undefined => readTimes(rows)[0],
    )

  return {
    entries: Effect.fn("Journal.entries")(function* (range: DateRange, limit: number, after?: EntryPlace) {
      const until = after === undefined ? range.until : Math.min(range.until ?? Infinity, after.at + 1)
      for (let plays = playsAnEntry * limit; ; plays *= 4) {
        const from = yield* nthNewest({ from: range.from, until }, plays)
        const begun = yield* begunIn([{ from: from ?? range.from, until }])
        const following = begun.filter(
          (one) => after === undefined || newestEntryFirst(after, placeOf(one)) < 0,
        )
        if (from === undefined || following.length >= limit) {
          return yield* entriesOf(following.toSorted(newestFirst).slice(0, limit))
        }
      }
    }, Effect.orDie),
    entriesOn: Effect.fn("Journal.entriesOn")(function* (days: ReadonlyArray<LocalDate>) {
      const ranges = [...new Set(days)].map((day) => ({
        from: startOfDay(day, zone),
        until: startOfDay(addDays(day, 1), zone),
      }))
      return yield* entriesOf((yield* begunIn(ranges)).toSorted(newestFirst))
    }, Effect.orDie),
  }
}
