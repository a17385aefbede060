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
import { mustFind } from "@daybook/storage-sql"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Database } from "../sql/database.ts"
import { inRange } from "../sql/paging.ts"
import { jsonList } from "../sql/table.ts"
import { readPlaysInSittings, readSittingNames, readTimes } from "./rows.ts"

/** Most sessions have fewer plays: what a page reads at first. */
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
 * Sessions are found from plays as they are requested: those of a page are a few hundred plays, wherever in time they
 * are.
 */
export const sittingsIn = (
  { all, read, sql }: Database["Service"],
  zone: DateTime.TimeZone,
): Pick<Journal, "entries" | "entriesOn"> => {
  const playsOf = (range: DateRange) =>
    readPlaysInSittings(
      all(sql`select played_at, track_id, coalesce(album_id, 0) as album_id, iif(album_id is null, artist_id, 0) as artist_id
        from scrobbles where not hidden and ${inRange(sql, "played_at", range)} order by played_at, track_id`),
    )

  /** The sessions that begin in a range, each with all of its plays. */
  const begunIn = (range: DateRange): ReadonlyArray<ListeningSession> => {
    for (let reach = firstReach; ; reach *= 4) {
      const begun = sessionsOf(playsOf(playsAround(range, reach))).filter(({ first }) =>
        isWithin(range, first.playedAt),
      )
      // One that continues to the end of what was read may continue after it: its range is read again, farther.
      const endsBy = (range.until ?? Infinity) + reach - sessionGapMillis
      if (!begun.some(({ lastAt }) => lastAt > endsBy)) return begun
    }
  }

  const entriesOf = (sittings: ReadonlyArray<ListeningSession>): ReadonlyArray<Entry> => {
    const clock = clockOf(zone)
    const given = jsonList(sittings.map(({ first: { albumId, trackId } }) => [albumId, trackId]))
    const names = readSittingNames(
      all(sql`select coalesce(albums.name, '') as album, artists.name as artist, iif(albums.id is null, tracks.name, '') as track,
          coalesce(albums.image_url, '') as image_url
        from json_each(${given}) as given
        left join albums on albums.id = given.value ->> 0
        left join tracks on tracks.id = given.value ->> 1
        join artists on artists.id = coalesce(albums.artist_id, tracks.artist_id)
        order by given.key`),
    )
    return sittings.map((sitting, at) => ({
      ...sessionEntry(sitting, mustFind(names[at], "play", sitting.first.playedAt)),
      day: clock(sitting.first.playedAt).day,
    }))
  }

  /** The time before which a range has this many plays more; undefined if it has no more. */
  const nthNewest = (range: DateRange, plays: number): EpochMillis | undefined =>
    readTimes(
      all(sql`select played_at from scrobbles where not hidden and ${inRange(sql, "played_at", range)}
        order by played_at desc, track_id desc limit 1 offset ${plays - 1}`),
    )[0]

  const entries = (range: DateRange, limit: number, after?: EntryPlace) => {
    const until = after === undefined ? range.until : Math.min(range.until ?? Infinity, after.at + 1)
    for (let plays = playsAnEntry * limit; ; plays *= 4) {
      const from = nthNewest({ from: range.from, until }, plays)
      const following = begunIn({ from: from ?? range.from, until }).filter(
        (one) => after === undefined || newestEntryFirst(after, placeOf(one)) < 0,
      )
      if (from === undefined || following.length >= limit)
        return entriesOf(following.toSorted(newestFirst).slice(0, limit))
    }
  }

  return {
    entries: Effect.fn("Journal.entries")((range: DateRange, limit: number, after?: EntryPlace) =>
      read(() => entries(range, limit, after)),
    ),
    entriesOn: Effect.fn("Journal.entriesOn")((days: ReadonlyArray<LocalDate>) =>
      read(() => {
        const begun = [...new Set(days)].flatMap((day) =>
          begunIn({ from: startOfDay(day, zone), until: startOfDay(addDays(day, 1), zone) }),
        )
        return entriesOf(begun.toSorted(newestFirst))
      }),
    ),
  }
}
