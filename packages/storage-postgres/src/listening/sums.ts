import {
  cutByMonth,
  type DateRange,
  daysOf,
  type EpochMillis,
  isEverything,
  type LocalDate,
  startOfBucket,
  startOfDay,
} from "@daybook/kernel"
import { type PlayedKind, PlayedKind as Kinds } from "@daybook/listening"
import { playedTables } from "@daybook/storage-sql/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { inRange } from "../sql/paging.ts"
import { date, dates, instants, ints } from "../sql/parameters.ts"
import { readDays } from "./rows.ts"

const kinds = Kinds.literals

/** A visible play, with the ids of its names. */
interface CountedPlay {
  readonly playedAt: EpochMillis
  readonly track: { readonly id: number; readonly artist: { readonly id: number } }
  readonly album: { readonly id: number } | undefined
}

const sums = `count(*)::int as plays, min(played_at) as first_played_at, max(played_at) as last_played_at`

const added = `do update set plays = stored.plays + excluded.plays,
  first_played_at = least(stored.first_played_at, excluded.first_played_at),
  last_played_at = greatest(stored.last_played_at, excluded.last_played_at)`

/** The month of each play, by the days that the plays, earliest first, lie on. */
const monthsOf = (plays: ReadonlyArray<CountedPlay>, zone: DateTime.TimeZone): ReadonlyArray<LocalDate> => {
  const times = plays.map(({ playedAt }) => playedAt)
  let at = 0
  return daysOf(times, zone).flatMap(({ day, until }) => {
    const month = startOfBucket(day, "month")
    const months: Array<LocalDate> = []
    for (let time = times[at]; time !== undefined && time < until; time = times[++at]) months.push(month)
    return months
  })
}

/**
 * Adds new visible plays, earliest first, to the totals of their artists, albums and tracks: of all time and by month
 * of the owner's calendar. To be run in the transaction that stores them.
 */
export const addToSums = (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  plays: ReadonlyArray<CountedPlay>,
) => {
  if (plays.length === 0) return Effect.void
  const add = (kind: PlayedKind) => {
    const { id, months, totals } = playedTables[kind]
    const given = sql`from play where ${sql(id)} is not null`
    return sql`${sql(`${kind}_month`)} as (
        insert into ${sql(months)} as stored select month, ${sql(id)}, ${sql.literal(sums)} ${given} group by 1, 2
        on conflict (month, id) ${sql.literal(added)}
      ), ${sql(`${kind}_total`)} as (
        insert into ${sql(totals)} as stored select ${sql(id)}, ${sql.literal(sums)} ${given} group by 1
        on conflict (id) ${sql.literal(added)}
      )`
  }
  return sql`with play as materialized (
      select unnest(${dates(monthsOf(plays, zone))}) as month,
        unnest(${ints(plays.map(({ track }) => track.artist.id))}) as artist_id,
        unnest(${ints(plays.map(({ album }) => album?.id ?? null))}) as album_id,
        unnest(${ints(plays.map(({ track }) => track.id))}) as track_id,
        unnest(${instants(plays.map(({ playedAt }) => playedAt))}) as played_at
    ), ${sql.join(", ", false)(kinds.map(add))}
    select`
}

/** The months with plays, from the counted days, in the owner's calendar. */
const playedMonths = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql`select distinct date_trunc('month', day::timestamp)::date::text from entry_days
      where domain = 'listening' order by 1`,
    readDays,
  )

/** Counts plays, a `from` clause, by month, and with `some`, a condition on ids, the totals that follow from months. */
const sumUp = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  kind: PlayedKind,
  starts: ReadonlyArray<LocalDate>,
  plays: Fragment,
  some: Fragment,
) {
  const { id, months, totals } = playedTables[kind]
  yield* sql`insert into ${sql(months)}
    select (${dates(starts)})[width_bucket(played_at, ${instants(starts.map((start) => startOfDay(start, zone)))})],
      ${sql(id)}, ${sql.literal(sums)}
    from ${plays} where ${sql(id)} is not null group by 1, 2`
  yield* sql`insert into ${sql(totals)}
    select id, sum(plays)::int, min(first_played_at), max(last_played_at) from ${sql(months)} where ${some} group by id`
})

/**
 * Counts all totals of these artists, of all their albums and tracks, and of those that count as one of them, again: where
 * plays move or hide, a first or last one may be gone. To be run in the transaction that changes them, after their days are
 * counted.
 */
export const recount = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  artists: Fragment,
) {
  const plays = sql`(select play.* from (select id from tracks where artist_id in (${artists})) as track
    cross join lateral (select * from scrobbles where track_id = track.id and not hidden offset 0) as play) as play`
  const starts = yield* playedMonths(sql)
  for (const kind of kinds) {
    const { months, names, totals } = playedTables[kind]
    const some =
      kind === "artist"
        ? sql`id in (${artists})`
        : sql`id in (select id from ${sql(names)} where artist_id in (${artists})
            union all select told.id from ${sql(names)} as told join ${sql(names)} as shown on shown.id = told.leads_to
              where shown.artist_id in (${artists}))`
    yield* sql`delete from ${sql(months)} where ${some}`
    yield* sql`delete from ${sql(totals)} where ${some}`
    yield* sumUp(sql, zone, kind, starts, plays, some)
  }
})

/** Counts the totals of all plays again, after their days are counted. */
export const recountAll = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, zone: DateTime.TimeZone) {
  const starts = yield* playedMonths(sql)
  for (const kind of kinds) {
    const { months, totals } = playedTables[kind]
    yield* sql`truncate ${sql(months)}, ${sql(totals)}`
    yield* sumUp(sql, zone, kind, starts, sql`(select * from scrobbles where not hidden) as play`, sql`true`)
  }
})

/** The condition that a month is one of these. */
export const amongMonths = (
  sql: SqlClient.SqlClient,
  { from, until }: { readonly from: LocalDate | undefined; readonly until: LocalDate | undefined },
): Fragment =>
  sql.and([
    sql`true`,
    ...(from === undefined ? [] : [sql`month >= ${date(from)}`]),
    ...(until === undefined ? [] : [sql`month < ${date(until)}`]),
  ])

/** A select of the rows `(id, plays, first_played_at, last_played_at)` of a kind in a range, one for each item. */
export const sumsOf = (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  kind: PlayedKind,
  range: DateRange,
): Fragment => {
  const { id, months: table, totals } = playedTables[kind]
  if (isEverything(range)) return sql`select * from ${sql(totals)}`
  const { months, parts } = cutByMonth(range, zone)
  const pieces = [
    ...(months === undefined
      ? []
      : [
          sql`select id, plays, first_played_at, last_played_at from ${sql(table)} where ${amongMonths(sql, months)}`,
        ]),
    ...parts.map(
      (
        part,
      ) => sql`select ${sql(id)} as id, 1 as plays, played_at as first_played_at, played_at as last_played_at
        from scrobbles where not hidden and ${sql(id)} is not null and ${inRange(sql, "played_at", part)}`,
    ),
  ]
  return sql`select id, sum(plays)::int as plays, min(first_played_at) as first_played_at, max(last_played_at) as last_played_at
    from (${sql.join(" union all ", false)(pieces)}) as piece group by id`
}
