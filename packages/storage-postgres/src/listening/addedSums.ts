import { daysOf, type EpochMillis, type LocalDate } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { dates, instants, ints } from "../sql/parameters.ts"

/** A visible play of an album. */
interface CountedPlay {
  readonly playedAt: EpochMillis
  readonly album: { readonly id: number }
}

/** The plays of an album on a day. */
interface DaySum {
  readonly day: LocalDate
  readonly albumId: number
  plays: number
  lastPlayedAt: EpochMillis
}

/** Sums plays, earliest first, by day and album. */
const sumsByDay = (plays: ReadonlyArray<CountedPlay>, zone: DateTime.TimeZone): ReadonlyArray<DaySum> => {
  const sums: Array<DaySum> = []
  const days = daysOf(
    plays.map(({ playedAt }) => playedAt),
    zone,
  )
  let at = 0
  for (const { day, until } of days) {
    const ofDay = new Map<number, DaySum>()
    for (let play = plays[at]; play !== undefined && play.playedAt < until; play = plays[++at]) {
      const { album, playedAt } = play
      const sum = ofDay.get(album.id)
      if (sum === undefined) {
        ofDay.set(album.id, { day, albumId: album.id, plays: 1, lastPlayedAt: playedAt })
      } else {
        sum.plays += 1
        sum.lastPlayedAt = playedAt
      }
    }
    sums.push(...ofDay.values())
  }
  return sums
}

/**
 * Adds sums to those of a table by album and day or month. Most days of an import have none yet: they are inserted without a
 * look for a row in the way, which costs two fifths as much again.
 */
const addTo = (sql: SqlClient.SqlClient, table: "album_days" | "album_months", key: "day" | "month") => {
  const [given, stored] = [sql(`given_${key}s`), sql(table)]
  const insert = sql`insert into ${stored} as stored (${sql(key)}, album_id, plays, last_played_at) select * from ${given}`
  const known = sql`${sql(key)} in (select ${sql(key)} from ${sql(`known_${key}s`)})`
  return sql`${sql(`known_${key}s`)} as materialized (
      select ${sql(key)} from (select distinct ${sql(key)} from ${given}) as one
      where (select true from ${stored} as stored where stored.${sql(key)} = one.${sql(key)} limit 1)
    ), ${sql(`new_${key}s`)} as (
      ${insert} where not ${known}
    ), ${sql(`more_${key}s`)} as (
      ${insert} where ${known}
      on conflict (${sql(key)}, album_id) do update set plays = stored.plays + excluded.plays,
        last_played_at = greatest(stored.last_played_at, excluded.last_played_at)
    )`
}

/**
 * Adds new plays, earliest first, to the sums of their albums by day and month. To be run in the transaction that
 * stores them. Where a play moves or hides, sums are counted again instead: an album's last play may be gone.
 */
export const addToSums = (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  plays: ReadonlyArray<CountedPlay>,
) => {
  if (plays.length === 0) return Effect.void
  const sums = sumsByDay(plays, zone)
  return sql`with given_days as materialized (
      select unnest(${dates(sums.map(({ day }) => day))}) as day,
        unnest(${ints(sums.map(({ albumId }) => albumId))}) as album_id,
        unnest(${ints(sums.map(({ plays }) => plays))}) as plays,
        unnest(${instants(sums.map(({ lastPlayedAt }) => lastPlayedAt))}) as last_played_at
    ), given_months as materialized (
      select date_trunc('month', day::timestamp)::date as month, album_id, sum(plays)::int as plays,
        max(last_played_at) as last_played_at
      from given_days group by 1, album_id
    ), ${addTo(sql, "album_days", "day")}, ${addTo(sql, "album_months", "month")}
    select`
}
