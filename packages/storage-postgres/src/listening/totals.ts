import * as Effect from "effect/Effect"
import type { PlayedKind } from "@daybook/listening"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { ints } from "../sql/parameters.ts"
import { playedTables } from "./playedTables.ts"

/** Writes the totals that were counted of these ids. One without a play has none. All time knows how many there are. */
const replace = (sql: SqlClient.SqlClient, kind: PlayedKind, touched: Fragment, counted: Fragment) => {
  const table = sql(playedTables[kind].totals)
  const number = sql(`${kind}s`)
  return sql`with touched as materialized (${touched}), counted as materialized (${counted}), gone as (
      delete from ${table} as stored where id in (select id from touched)
        and not exists (select from counted where counted.id = stored.id) returning 1
    ), made as (
      insert into ${table} as stored (id, plays, first_played_at, last_played_at) select * from counted
      on conflict (id) do update set plays = excluded.plays, first_played_at = excluded.first_played_at,
        last_played_at = excluded.last_played_at
      where (stored.plays, stored.first_played_at, stored.last_played_at)
        is distinct from (excluded.plays, excluded.first_played_at, excluded.last_played_at)
      returning xmax = 0 as is_new
    )
    update listening_periods
    set ${number} = ${number} + (select count(*) from made where is_new) - (select count(*) from gone) where days = 0`
}

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
    "track",
    sql`select id from tracks where id = any(${ints(tracks)})`,
    sql`select track_id as id, ${sums} from touched join scrobbles on track_id = touched.id
      where not hidden group by track_id`,
  )
  yield* replace(
    sql,
    "artist",
    sql`select distinct artist_id as id from (${artists}) as artist`,
    sql`select artist_id as id, sum(plays)::int, min(first_played_at), max(last_played_at)
      from touched join tracks on artist_id = touched.id join track_totals on track_totals.id = tracks.id group by artist_id`,
  )
  yield* replace(
    sql,
    "album",
    sql`select id from albums where artist_id in (${artists})`,
    sql`select album_id as id, ${sums} from tracks join scrobbles on track_id = tracks.id
      where tracks.artist_id in (${artists}) and album_id is not null and not scrobbles.hidden group by album_id`,
  )
})
