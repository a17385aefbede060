import {
  addDays,
  type DateRange,
  dayOf,
  daysBetween,
  type DaySpan,
  isEverything,
  LocalDate,
  startOfDay,
} from "@daybook/kernel"
import { daysOfPeriod } from "@daybook/listening"
import * as Clock from "effect/Clock"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { forLongWork } from "../sql/longWork.ts"
import { date, ints } from "../sql/parameters.ts"
import { readAlbumIds } from "./rows.ts"

/** The days before `until`, so many of them. All time is 0 days before the end of all days. */
export interface PeriodDays {
  readonly days: number
  readonly until: LocalDate
}

const allTime: PeriodDays = { days: 0, until: LocalDate.make("infinity") }

const rolling: ReadonlyArray<number> = Object.values(daysOfPeriod)

/** The period that is the range: all time, or a rolling one, which ends with today. */
export const periodOf = (range: DateRange, zone: DateTime.TimeZone): Effect.Effect<PeriodDays | undefined> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    if (isEverything(range)) return allTime
    const { from, until } = range
    const tomorrow = addDays(dayOf(now, zone), 1)
    if (from === undefined || until !== startOfDay(tomorrow, zone)) return undefined
    const first = dayOf(from, zone)
    const days = daysBetween(first, tomorrow)
    return from === startOfDay(first, zone) && rolling.includes(days) ? { days, until: tomorrow } : undefined
  })

const sumUp = (sql: SqlClient.SqlClient, albums: ReadonlyArray<number>, which: Fragment) =>
  sql`with touched as materialized (
      select days, until from listening_periods where ${which}
    ), album as materialized (
      select * from unnest(${ints(albums)}) as album (album_id)
    ), counted as materialized (
      select days, album_id, sum(plays)::int as plays, max(last_played_at) as last_played_at
      from album join album_days using (album_id) join touched on day >= until - days and day < until
      where days > 0 group by days, album_id
      union all
      select 0, album_id, sum(plays)::int, max(last_played_at) from album join album_years using (album_id)
      where exists (select from touched where days = 0) group by album_id
    ), gone as (
      delete from album_periods using touched, album
      where album_periods.days = touched.days and album_periods.album_id = album.album_id
        and not exists (select from counted where counted.days = touched.days and counted.album_id = album.album_id)
      returning album_periods.days
    ), made as (
      insert into album_periods as stored (days, album_id, plays, last_played_at) select * from counted
      on conflict (days, album_id) do update set plays = excluded.plays, last_played_at = excluded.last_played_at
      where (stored.plays, stored.last_played_at) is distinct from (excluded.plays, excluded.last_played_at)
      returning days, xmax = 0 as is_new
    )
    update listening_periods as period set albums = period.albums + change.albums from (
      select days, sum(albums)::int as albums
      from (select days, 1 as albums from made where is_new union all select days, -1 from gone) as one group by days
    ) as change where period.days = change.days`

/**
 * Adds up these albums again in all time and in the periods that have one of these days. An album without a play in a period
 * is not in it. Each period knows the number of its albums.
 */
export const sumUpPeriods = (
  sql: SqlClient.SqlClient,
  albums: ReadonlyArray<number>,
  spans: ReadonlyArray<DaySpan>,
) => {
  const [first, last] = [spans.at(0), spans.at(-1)]
  return first === undefined || last === undefined
    ? Effect.void
    : sumUp(sql, albums, sql`until > ${date(first.day)} and (days = 0 or until - days <= ${date(last.day)})`)
}

/**
 * Moves the rolling periods to the days before `until`, and counts again the albums that were played on a day that came or
 * went. False where a writer of the domain is at work, for which a question does not wait.
 */
export const movePeriods = (client: SqlClient.SqlClient, until: LocalDate) => {
  const sql = forLongWork(client)
  const move = Effect.gen(function* () {
    const held = yield* sql`select from data_versions where domain = 'listening' for update skip locked`
    if (held.length === 0) return false
    yield* sql`insert into listening_periods (days, until, albums)
      select days, ${date(until)}::date - days, 0 from unnest(${ints(rolling)}) as days on conflict do nothing`
    const albums = readAlbumIds(
      yield* sql`with moved as materialized (
          select days, least(until, ${date(until)}) as earlier, greatest(until, ${date(until)}) as later
          from listening_periods where days > 0 and until <> ${date(until)}
        )
        select album_id from moved join album_days on day >= earlier - days and day < later - days
        union
        select album_id from moved join album_days on day >= earlier and day < later`,
    )
    yield* sql`update listening_periods set until = ${date(until)} where days > 0`
    yield* sumUp(sql, albums, sql`days > 0`)
    return true
  })
  return Effect.uninterruptible(sql.withTransaction(move))
}

/** Forgets the rolling periods, until they are moved to days again. */
export const forgetPeriods = (sql: SqlClient.SqlClient) =>
  Effect.andThen(
    sql`delete from listening_periods where days > 0`,
    sql`delete from album_periods where days > 0`,
  )
