import { type EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { instants, ints } from "../sql/parameters.ts"

/** A visible play, with the ids of its names. */
interface CountedPlay {
  readonly playedAt: EpochMillis
  readonly track: { readonly id: number; readonly artist: { readonly id: number } }
  readonly album: { readonly id: number } | undefined
}

interface Total {
  readonly id: number
  plays: number
  readonly firstPlayedAt: EpochMillis
  lastPlayedAt: EpochMillis
}

/** Sums plays, earliest first, by an id. */
const totalsBy = (plays: ReadonlyArray<CountedPlay>, idOf: (play: CountedPlay) => number | undefined) => {
  const totals = new Map<number, Total>()
  for (const play of plays) {
    const id = idOf(play)
    if (id === undefined) continue
    const { playedAt } = play
    const total = totals.get(id)
    if (total === undefined) totals.set(id, { id, plays: 1, firstPlayedAt: playedAt, lastPlayedAt: playedAt })
    else {
      total.plays += 1
      total.lastPlayedAt = playedAt
    }
  }
  return [...totals.values()]
}

/**
 * Adds new visible plays, earliest first, to the totals of their artists, albums and tracks. To be run in the transaction
 * that stores them.
 */
export const addToTotals = (sql: SqlClient.SqlClient, plays: ReadonlyArray<CountedPlay>) => {
  if (plays.length === 0) return Effect.void
  const add = (table: string, totals: ReadonlyArray<Total>) =>
    sql`insert into ${sql(table)} as stored (id, plays, first_played_at, last_played_at)
      select * from unnest(${ints(totals.map(({ id }) => id))}, ${ints(totals.map((one) => one.plays))},
        ${instants(totals.map(({ firstPlayedAt }) => firstPlayedAt))}, ${instants(totals.map(({ lastPlayedAt }) => lastPlayedAt))})
      on conflict (id) do update set plays = stored.plays + excluded.plays,
        first_played_at = least(stored.first_played_at, excluded.first_played_at),
        last_played_at = greatest(stored.last_played_at, excluded.last_played_at)`
  return sql`with artist as (${add(
    "artist_totals",
    totalsBy(plays, ({ track }) => track.artist.id),
  )}), album as (${add(
    "album_totals",
    totalsBy(plays, ({ album }) => album?.id),
  )}) ${add(
    "track_totals",
    totalsBy(plays, ({ track }) => track.id),
  )}`
}

/** Writes the totals that were counted of these ids. One without a play has none. */
const replace = (sql: SqlClient.SqlClient, table: string, touched: Fragment, counted: Fragment) =>
  sql`with touched as materialized (${touched}), counted as materialized (${counted}), gone as (
      delete from ${sql(table)} as stored where id in (select id from touched)
        and not exists (select from counted where counted.id = stored.id)
    )
    insert into ${sql(table)} as stored (id, plays, first_played_at, last_played_at) select * from counted
    on conflict (id) do update set plays = excluded.plays, first_played_at = excluded.first_played_at,
      last_played_at = excluded.last_played_at
    where (stored.plays, stored.first_played_at, stored.last_played_at)
      is distinct from (excluded.plays, excluded.first_played_at, excluded.last_played_at)`

/**
 * Counts the totals of these tracks again, and those of their artists with all of their albums: a first or last play may
 * be gone. To be run in the transaction in which plays move or hide.
 */
export const countTotals = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  tracks: ReadonlyArray<number>,
) {
  const artists = sql`select artist_id from tracks where id = any(${ints(tracks)})`
  const sums = sql`count(*)::int, min(played_at), max(played_at)`
  yield* replace(
    sql,
    "track_totals",
    sql`select id from tracks where id = any(${ints(tracks)})`,
    sql`select track_id as id, ${sums} from touched join scrobbles on track_id = touched.id
      where not hidden group by track_id`,
  )
  yield* replace(
    sql,
    "artist_totals",
    sql`select distinct artist_id as id from (${artists}) as artist`,
    sql`select artist_id as id, sum(plays)::int, min(first_played_at), max(last_played_at)
      from touched join tracks on artist_id = touched.id join track_totals on track_totals.id = tracks.id group by artist_id`,
  )
  yield* replace(
    sql,
    "album_totals",
    sql`select id from albums where artist_id in (${artists})`,
    sql`select album_id as id, ${sums} from tracks join scrobbles on track_id = tracks.id
      where tracks.artist_id in (${artists}) and album_id is not null and not scrobbles.hidden group by album_id`,
  )
})
