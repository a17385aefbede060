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
import { mustFind } from "../mustFind.ts"
import { inRange } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { readPlaysInSittings, readSeconds, readSittingNames, readTimes } from "./rows.ts"

/** Most sessions have fewer plays: the first read of a page. */
const playsAnEntry = 6

/** Most sessions end within two hours. */
const firstReach = 2 * 3_600_000

const placeOf = (sitting: ListeningSession): EntryPlace => ({
  at: sitting.first.playedAt,
  id: sessionId(sitting),
})

const newestFirst = (one: ListeningSession, other: ListeningSession): number =>
  // An id is a new text: few sessions begin at the same time.
  other.first.playedAt - one.first.playedAt || newestEntryFirst(placeOf(one), placeOf(other))

/** The key of what names a session: its album, or its track without one. */
const nameKey = ({ albumId, trackId }: { readonly albumId: number; readonly trackId: number }) =>
  albumId || `track ${trackId}`

/** Sessions and their names, as they are found. */
const sittingReads = (database: Sql, zone: DateTime.TimeZone) => {
  const { amongNumbers, sql } = database

  const playsOf = (range: DateRange) =>
    Effect.map(
      sql`select played_at, track_id, coalesce(album_id, 0) as album_id,
          case when album_id is null then (select artist_id from tracks where tracks.id = track_id) else 0 end as artist_id
        from scrobbles where not hidden and ${inRange(database, "played_at", range)} order by played_at, track_id`,
      readPlaysInSittings,
    )

  /** The sessions that begin in a range, each with all of its plays. */
  const begunIn = Effect.fnUntraced(function* (range: DateRange) {
    for (let reach = firstReach; ; reach *= 4) {
      const begun = sessionsOf(yield* playsOf(playsAround(range, reach))).filter(({ first }) =>
        isWithin(range, first.playedAt),
      )
      // A session that reaches the end of the plays read so far may continue: its range is read again, farther.
      const endsBy = (range.until ?? Infinity) + reach - sessionGapMillis
      if (!begun.some(({ lastAt }) => lastAt > endsBy)) return begun
    }
  })

  const entriesOf = Effect.fnUntraced(function* (sittings: ReadonlyArray<ListeningSession>) {
    if (sittings.length === 0) return []
    const clock = clockOf(zone)
    const ofAlbums = [...new Set(sittings.map(({ first }) => first.albumId))]
    const single = sittings.filter(({ first }) => first.albumId === 0)
    const names = new Map(
      readSittingNames(
        yield* sql`select albums.id as album_id, 0 as track_id, albums.name as album, '' as track, artists.name as artist,
            albums.image_url
          from albums join artists on artists.id = albums.artist_id where ${amongNumbers("albums.id", ofAlbums)}
          union all select 0, tracks.id, '', tracks.name, artists.name, ''
          from tracks join artists on artists.id = tracks.artist_id
          where ${amongNumbers(
            "tracks.id",
            single.map(({ first }) => first.trackId),
          )}`,
      ).map((one) => [nameKey(one), one]),
    )
    return sittings.map((sitting): Entry => ({
      ...sessionEntry(sitting, mustFind(names.get(nameKey(sitting.first)), "play", sitting.first.playedAt)),
      day: clock(sitting.first.playedAt).day,
    }))
  })

  return { begunIn, entriesOf }
}

/**
 * Sessions are found from plays on request: a page needs a few hundred plays by the key of plays, wherever in time they
 * are, and nothing needs to be stored when plays arrive, move or hide.
 */
export const sittingsOf = (
  database: Sql,
  zone: DateTime.TimeZone,
): Required<Pick<Journal, "entries" | "entriesOn" | "secondsIn">> => {
  const { read, sql } = database
  const { begunIn, entriesOf } = sittingReads(database, zone)

  /** The time that this many more plays of a range precede; undefined if it has no more. */
  const nthNewest = (range: DateRange, plays: number) =>
    Effect.map(
      sql`select played_at from scrobbles where not hidden and ${inRange(database, "played_at", range)}
        order by played_at desc, track_id desc limit 1 offset ${plays - 1}`,
      (rows): EpochMillis | undefined => readTimes(rows)[0],
    )

  return {
    entries: Effect.fn("Journal.entries")(function* (range: DateRange, limit: number, after?: EntryPlace) {
      const until = after === undefined ? range.until : Math.min(range.until ?? Infinity, after.at + 1)
      for (let plays = playsAnEntry * limit; ; plays *= 4) {
        const from = yield* nthNewest({ from: range.from, until }, plays)
        const begun = yield* begunIn({ from: from ?? range.from, until })
        const following = begun.filter(
          (one) => after === undefined || newestEntryFirst(after, placeOf(one)) < 0,
        )
        if (from === undefined || following.length >= limit) {
          return yield* entriesOf(following.toSorted(newestFirst).slice(0, limit))
        }
      }
    }, read),
    entriesOn: Effect.fn("Journal.entriesOn")(function* (days: ReadonlyArray<LocalDate>) {
      const ranges = [...new Set(days)].map((day) => ({
        from: startOfDay(day, zone),
        until: startOfDay(addDays(day, 1), zone),
      }))
      const begun = yield* Effect.forEach(ranges, begunIn)
      return yield* entriesOf(begun.flat().toSorted(newestFirst))
    }, read),
    // A play of an unknown length counts as one of the others.
    secondsIn: Effect.fn("Journal.secondsIn")(function* (range: DateRange) {
      const rows = yield* sql`select
          cast(coalesce(count(*) * avg(nullif(coalesce(case when edited.by_hand then edited.length_seconds end,
            nullif(told.length_seconds, 0), edited.length_seconds, 0), 0)), 0) as double precision) as seconds
        from scrobbles left join music_facts as told on told.kind = 'track' and told.id = track_id
          left join edited_facts as edited on edited.kind = 'track' and edited.id = track_id
        where not hidden and ${inRange(database, "played_at", range)}`
      return Math.round(readSeconds(rows)[0] ?? 0)
    }, read),
  }
}
