import {
  dayOf,
  type DaySpan,
  type EpochMillis,
  type LocalDate,
  nextBucket,
  startOfBucket,
  startOfDay,
} from "@daybook/kernel"
import type { PlayedKind } from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { dates, instant, instants, ints } from "../sql/parameters.ts"
import { playedTables } from "./playedTables.ts"
import { readPeriods, readSpans } from "./rows.ts"

/** A visible play, with the ids of its names. */
interface CountedPlay {
  readonly playedAt: EpochMillis
  readonly track: { readonly id: number; readonly artist: { readonly id: number } }
  readonly album: { readonly id: number } | undefined
}

/** The plays of an artist, an album or a track, in all or in a span. */
interface NameSum {
  readonly id: number
  plays: number
  readonly firstPlayedAt: EpochMillis
  lastPlayedAt: EpochMillis
}

/** A year, by its first day, or a rolling period, by its number of days. */
interface Span<Key> {
  readonly key: Key
  readonly start: EpochMillis
  readonly until: EpochMillis
}

const kinds: ReadonlyArray<PlayedKind> = ["artist", "album", "track"]

const idOf = {
  artist: ({ track }: CountedPlay) => track.artist.id,
  album: ({ album }: CountedPlay) => album?.id,
  track: ({ track }: CountedPlay) => track.id,
}

/** Sums plays, earliest first, by their names of a kind. */
const sumsOf = (kind: PlayedKind, plays: ReadonlyArray<CountedPlay>) => {
  const sums = new Map<number, NameSum>()
  for (const play of plays) {
    const id = idOf[kind](play)
    if (id === undefined) continue
    const { playedAt } = play
    const sum = sums.get(id)
    if (sum === undefined) sums.set(id, { id, plays: 1, firstPlayedAt: playedAt, lastPlayedAt: playedAt })
    else {
      sum.plays += 1
      sum.lastPlayedAt = playedAt
    }
  }
  return [...sums.values()]
}

const sumsIn = <Key>(kind: PlayedKind, plays: ReadonlyArray<CountedPlay>, spans: ReadonlyArray<Span<Key>>) =>
  spans.flatMap(({ key, start, until }) =>
    sumsOf(
      kind,
      plays.filter(({ playedAt }) => playedAt >= start && playedAt < until),
    ).map((sum) => ({ key, ...sum })),
  )

const columnsOf = (sums: ReadonlyArray<NameSum>) =>
  [
    ints(sums.map(({ id }) => id)),
    ints(sums.map(({ plays }) => plays)),
    instants(sums.map(({ firstPlayedAt }) => firstPlayedAt)),
    instants(sums.map(({ lastPlayedAt }) => lastPlayedAt)),
  ] as const

const added = `do update set plays = stored.plays + excluded.plays,
  first_played_at = least(stored.first_played_at, excluded.first_played_at),
  last_played_at = greatest(stored.last_played_at, excluded.last_played_at)`

const replaced = `do update set plays = excluded.plays, first_played_at = excluded.first_played_at,
    last_played_at = excluded.last_played_at
  where (stored.plays, stored.first_played_at, stored.last_played_at)
    is distinct from (excluded.plays, excluded.first_played_at, excluded.last_played_at)`

/** The years of two instants and those in between. */
const yearsBetween = (first: EpochMillis, last: EpochMillis, zone: DateTime.TimeZone) => {
  const years: Array<Span<LocalDate>> = []
  let key = startOfBucket(dayOf(first, zone), "year")
  for (const end = dayOf(last, zone); key <= end;) {
    const next = nextBucket(key, "year")
    years.push({ key, start: startOfDay(key, zone), until: startOfDay(next, zone) })
    key = next
  }
  return years
}

/** Adds new visible plays to all time, of which `listening_periods` knows the number of artists, albums and tracks. */
const addToAllTime = (sql: SqlClient.SqlClient, plays: ReadonlyArray<CountedPlay>) => {
  const add = (kind: PlayedKind) => {
    const [ids, counts, firsts, lasts] = columnsOf(sumsOf(kind, plays))
    return sql`${sql(kind)} as (
      insert into ${sql(playedTables[kind].totals)} as stored (id, plays, first_played_at, last_played_at)
      select * from unnest(${ids}, ${counts}, ${firsts}, ${lasts})
      on conflict (id) ${sql.literal(added)} returning xmax = 0 as is_new
    )`
  }
  return sql`with ${sql.join(", ", false)(kinds.map(add))}
    update listening_periods set artists = artists + (select count(*) from artist where is_new),
      albums = albums + (select count(*) from album where is_new),
      tracks = tracks + (select count(*) from track where is_new)
    where days = 0`
}

const addToYears = (
  sql: SqlClient.SqlClient,
  plays: ReadonlyArray<CountedPlay>,
  years: ReadonlyArray<Span<LocalDate>>,
) => {
  const add = (kind: PlayedKind) => {
    const sums = sumsIn(kind, plays, years)
    const [ids, counts, firsts, lasts] = columnsOf(sums)
    const { id, years: table } = playedTables[kind]
    return sql`${sql(kind)} as (
      insert into ${sql(table)} as stored (year, ${sql(id)}, plays, first_played_at, last_played_at)
      select * from unnest(${dates(sums.map(({ key }) => key))}, ${ids}, ${counts}, ${firsts}, ${lasts})
      on conflict (year, ${sql(id)}) ${sql.literal(added)} returning year, xmax = 0 as is_new
    )`
  }
  const isNew = (kind: PlayedKind) =>
    sql`select year, ${sql.literal(kinds.map((one) => (one === kind ? 1 : 0)).join(", "))} from ${sql(kind)} where is_new`
  return sql`with ${sql.join(", ", false)(kinds.map(add))}
    insert into listening_years as kept
    select year, sum(artists), sum(albums), sum(tracks)
    from (${sql.join(" union all ", false)(kinds.map(isNew))}) as one (year, artists, albums, tracks) group by year
    on conflict (year) do update set artists = kept.artists + excluded.artists,
      albums = kept.albums + excluded.albums, tracks = kept.tracks + excluded.tracks`
}

/** The changes of numbers by year or period: `made` has the written rows, `gone` the deleted ones. */
const changes = (key: "year" | "days", gone: string) =>
  `select ${key}, sum(one)::int as count
    from (select ${key}, 1 as one from made where is_new ${gone}) as one group by ${key}`

/** Changes the numbers of artists, albums or tracks in periods. */
const recounted = (kind: PlayedKind, gone: string) =>
  `update listening_periods as period set ${kind}s = period.${kind}s + change.count
    from (${changes("days", gone)}) as change where period.days = change.days`

/** Changes the numbers of artists, albums or tracks in years. */
const recountedYears = (kind: PlayedKind) =>
  `insert into listening_years as kept (year, ${kind}s) ${changes("year", "union all select year, -1 from gone")}
    on conflict (year) do update set ${kind}s = kept.${kind}s + excluded.${kind}s`

/** The rolling periods that fit. */
export const rollingSpans = (sql: SqlClient.SqlClient, fitting: Fragment) =>
  Effect.map(
    sql`select days as key, nullif(starts_at, '-infinity') as start, nullif(ends_at, 'infinity') as until
      from listening_periods where days > 0 and ${fitting} order by days`,
    (rows) =>
      readPeriods(rows).map(({ key, start = -Infinity, until = Infinity }): Span<number> => ({
        key,
        start,
        until,
      })),
  )

const addToPeriods = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  plays: ReadonlyArray<CountedPlay>,
  first: EpochMillis,
  last: EpochMillis,
) {
  const periods = yield* rollingSpans(sql, sql`starts_at <= ${instant(last)} and ends_at > ${instant(first)}`)
  if (periods.length === 0) return
  for (const kind of kinds) {
    const sums = sumsIn(kind, plays, periods)
    if (sums.length === 0) continue
    const [ids, counts, firsts, lasts] = columnsOf(sums)
    const { id, periods: table } = playedTables[kind]
    yield* sql`with made as (
        insert into ${sql(table)} as stored (days, ${sql(id)}, plays, first_played_at, last_played_at)
        select * from unnest(${ints(sums.map(({ key }) => key))}, ${ids}, ${counts}, ${firsts}, ${lasts})
        on conflict (days, ${sql(id)}) ${sql.literal(added)} returning days, xmax = 0 as is_new
      ) ${sql.literal(recounted(kind, ""))}`
  }
})

/**
 * Adds new visible plays, earliest first, to the sums of their artists, albums and tracks: of all time, of years, and of
 * rolling periods. To be run in the transaction that stores them.
 */
export const addToNameSums = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  plays: ReadonlyArray<CountedPlay>,
) {
  const [first, last] = [plays.at(0)?.playedAt, plays.at(-1)?.playedAt]
  if (first === undefined || last === undefined) return
  yield* addToAllTime(sql, plays)
  yield* addToYears(sql, plays, yearsBetween(first, last, zone))
  yield* addToPeriods(sql, plays, first, last)
})

/** The names whose sums are counted again: those of the artists of these tracks, or all. */
export type Touched = ReadonlyArray<number> | "all"

/** The visible plays of the touched names from an instant until another. */
const playsOf = (sql: SqlClient.SqlClient, tracks: Touched, from: Fragment, until: Fragment): Fragment => {
  const within = sql`not hidden and played_at >= ${from} and played_at < ${until}`
  return tracks === "all"
    ? sql`(select * from scrobbles where ${within}) as play`
    : sql`(select play.* from (select id from tracks where artist_id in (${artistsOf(sql, tracks)})) as track
        cross join lateral (select * from scrobbles where track_id = track.id and ${within} offset 0) as play) as play`
}

const artistsOf = (sql: SqlClient.SqlClient, tracks: ReadonlyArray<number>): Fragment =>
  sql`select artist_id from tracks where id = any(${ints(tracks)})`

const isTouched = (sql: SqlClient.SqlClient, kind: PlayedKind, tracks: Touched): Fragment => {
  const { id, names } = playedTables[kind]
  if (tracks === "all") return sql`true`
  const artists = artistsOf(sql, tracks)
  return kind === "artist"
    ? sql`artist_id in (${artists})`
    : sql`${sql(id)} in (select id from ${sql(names)} where artist_id in (${artists}))`
}

/** Writes the sums that were counted of a kind, in place of those that are stored of the touched names. */
const replace = (
  sql: SqlClient.SqlClient,
  kind: PlayedKind,
  table: string,
  key: "year" | "days",
  where: Fragment,
  counted: Fragment,
  end: string,
) => {
  const id = sql(playedTables[kind].id)
  return sql`with counted as materialized (${counted}), gone as (
      delete from ${sql(table)} as stored where ${where}
        and not exists (select from counted where counted.key = stored.${sql(key)} and counted.id = stored.${id})
      returning ${sql(key)}
    ), made as (
      insert into ${sql(table)} as stored (${sql(key)}, ${id}, plays, first_played_at, last_played_at)
      select * from counted on conflict (${sql(key)}, ${id}) ${sql.literal(replaced)}
      returning ${sql(key)}, xmax = 0 as is_new
    ) ${sql.literal(end)}`
}

const sums = `count(*)::int as plays, min(played_at) as first_played_at, max(played_at) as last_played_at`

/** Counts the years of the touched names again, from the one of an instant to that of another. */
const countYears = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  tracks: Touched,
  first: EpochMillis,
  last: EpochMillis,
) {
  const years = yearsBetween(first, last, zone)
  const [start, end] = [years.at(0), years.at(-1)]
  if (start === undefined || end === undefined) return
  const keys = dates(years.map(({ key }) => key))
  const plays = playsOf(sql, tracks, sql`${instant(start.start)}`, sql`${instant(end.until)}`)
  for (const kind of kinds) {
    const { id, years: table } = playedTables[kind]
    const counted = sql`select (${keys})[bucket] as key, id, ${sql.literal(sums)} from (
        select ${sql(id)} as id, played_at,
          width_bucket(played_at, ${instants(years.map((year) => year.start))}) as bucket
        from ${plays} where ${sql(id)} is not null
      ) as play group by bucket, id`
    const where = sql`year = any(${keys}) and ${isTouched(sql, kind, tracks)}`
    yield* replace(sql, kind, table, "year", where, counted, recountedYears(kind))
  }
})

/** Counts the rolling periods of the touched names again. */
export const countPeriods = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, tracks: Touched) {
  const periods = sql`from listening_periods where days > 0`
  if ((yield* sql`select 1 ${periods} limit 1`).length === 0) return
  const plays = playsOf(
    sql,
    tracks,
    sql`(select min(starts_at) ${periods})`,
    sql`(select max(ends_at) ${periods})`,
  )
  for (const kind of kinds) {
    const { id, periods: table } = playedTables[kind]
    const counted = sql`select days as key, ${sql(id)} as id, ${sql.literal(sums)}
      from ${plays} join listening_periods on days > 0 and played_at >= starts_at and played_at < ends_at
      where ${sql(id)} is not null group by days, ${sql(id)}`
    const end = recounted(kind, "union all select days, -1 from gone")
    yield* replace(sql, kind, table, "days", isTouched(sql, kind, tracks), counted, end)
  }
})

/** Counts the years of some days, and the rolling periods, of the artists of these tracks again, with all of their names. */
export const countNameSums = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  tracks: ReadonlyArray<number>,
  days: ReadonlyArray<DaySpan>,
) {
  const [first, last] = [days.at(0), days.at(-1)]
  if (first === undefined || last === undefined || tracks.length === 0) return
  yield* countYears(sql, zone, tracks, first.start, last.start)
  yield* countPeriods(sql, tracks)
})

/** Counts all years of these tracks' artists again, or those of all. */
export const countAllYears = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  tracks: Touched,
) {
  const [span] = readSpans(
    yield* sql`select min(played_at) as first, max(played_at) as last from scrobbles having count(*) > 0`,
  )
  if (span !== undefined) yield* countYears(sql, zone, tracks, span.first, span.last)
})

/** Takes artists that count as others out of all sums. */
export const forgetArtists = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  artists: ReadonlyArray<number>,
) {
  const ids = ints(artists)
  const gone = yield* sql`delete from artist_totals where id = any(${ids}) returning 1`
  yield* sql`update listening_periods set artists = artists - ${gone.length} where days = 0`
  yield* sql`with gone as (delete from artist_years where artist_id = any(${ids}) returning year)
    update listening_years as kept set artists = kept.artists - change.count
    from (select year, count(*)::int as count from gone group by year) as change where kept.year = change.year`
  yield* sql`with gone as (delete from artist_periods where artist_id = any(${ids}) returning days)
    update listening_periods as period set artists = period.artists - change.count
    from (select days, count(*)::int as count from gone group by days) as change where period.days = change.days`
})
