import type { FilterKind } from "@daybook/listening"
import { isHiddenByName, playedTables } from "@daybook/storage-sql/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { ints } from "../sql/parameters.ts"
import { readHours, readNames } from "./rows.ts"
import { countHours, hourColumns } from "./changedHours.ts"
import type { PlayCounts } from "./playCounts.ts"

/** The names tested between two queries. During each query other fibers get their turn. */
const namesAtOnce = 1_000

/**
 * Hides those names of a kind that pass the test, or shows them again; names already in that state stay. Brings their
 * plays, the counts, the totals and the sums up to date. To be run in a transaction that already holds the domain's lock.
 */
export const setHidden = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  counts: PlayCounts,
  kind: FilterKind,
  hidden: boolean,
  test: (name: string) => boolean,
) {
  const table = sql(playedTables[kind].names)
  let found = false
  let last = 0
  for (;;) {
    const names = readNames(
      yield* sql`select id, name, hidden from ${table}
        where hidden <> ${hidden} and id > ${last} order by id limit ${namesAtOnce}`,
    )
    const ids = names.filter(({ name }) => test(name)).map(({ id }) => id)
    if (ids.length > 0) {
      found = true
      yield* sql`update ${table} set hidden = ${hidden} where id = any(${ints(ids)})`
    }
    last = names.at(-1)?.id ?? 0
    if (names.length < namesAtOnce) break
  }
  if (found) yield* updatePlays(sql, zone, counts)
})

/** Hides the plays of hidden names and shows all others; sums up what has changed. */
const updatePlays = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  counts: PlayCounts,
) {
  // Joined with the plays themselves, the planner would take the wrong ones for a handful, and look up each play's
  // names. A play may lack an album or a stored track, so the left joins. An hour touches at most two days: its first
  // and its last play's.
  const hours = readHours(
    yield* sql`
    with wrong as materialized (
      select plays.played_at, plays.track_id from scrobbles as plays
      left join tracks on tracks.id = plays.track_id
      left join albums on albums.id = plays.album_id
      left join artists on artists.id = coalesce(tracks.artist_id, albums.artist_id)
      where plays.hidden <> (${sql.literal(isHiddenByName)})
    ), changed as (
      update scrobbles set hidden = not scrobbles.hidden from wrong
      where scrobbles.played_at = wrong.played_at and scrobbles.track_id = wrong.track_id
      returning scrobbles.played_at, scrobbles.album_id, scrobbles.track_id
    )
    select ${hourColumns(sql)} from changed group by date_trunc('hour', played_at)`,
  )
  yield* countHours(sql, zone, counts, hours)
})
