import { playPartsOf } from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { instants, ints, texts } from "../sql/parameters.ts"
import { recordTouchedDays, currentVersion } from "./touchedDays.ts"
import { countHours, hourColumns } from "./changedHours.ts"
import { isHiddenByName } from "./hiddenPlays.ts"
import type { PlayCounts } from "./playCounts.ts"
import { type ChangedHour, readHours, readVersions } from "./rows.ts"

/** The id of a play as it is reported: its track and its milliseconds, as `playId` has them. */
export const toldPlayId = (sql: SqlClient.SqlClient, play: string): Fragment =>
  sql.literal(`(${play}.track_id || ':' || (extract(epoch from ${play}.played_at) * 1000)::bigint)`)

/** The track that an edited play leads to, by the id of the reported one. */
const leadOf = (sql: SqlClient.SqlClient, track: string): Fragment =>
  sql.literal(`(select coalesce(leads_to, id) from tracks where id = ${track})`)

/** The id of the play that a row of `scrobbles`, named `play`, shows. */
export const shownPlayId = (sql: SqlClient.SqlClient): Fragment =>
  sql`coalesce((select edited.id from edited_plays as edited
    where edited.shown_at = play.played_at and edited.shown_track_id = play.track_id), ${toldPlayId(sql, "play")})`

/** True for a row of `scrobbles`, named `play`, that stands for a row of `edited_plays`. */
export const isCanonical = (sql: SqlClient.SqlClient): Fragment =>
  sql`exists (select from edited_plays as other
    where other.shown_at = play.played_at and other.shown_track_id = play.track_id)`

/** Ids as rows `(id, track_id, played_at)`: a reported play has its track and its time in its id. */
export const playsByIds = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>): Fragment => {
  const parts = ids.map(playPartsOf)
  return sql`unnest(${texts(ids)}, ${ints(parts.map(({ trackId }) => trackId))},
    ${instants(parts.map(({ playedAt }) => playedAt))}) as wanted (id, track_id, played_at)`
}

/** Joins rows of `playsByIds` with `edited`, the row of an edited one, and `play`, the row that shows it, be it hidden by a filter. */
export const ofIds = (sql: SqlClient.SqlClient): Fragment =>
  sql`left join edited_plays as edited on edited.id = wanted.id
    join scrobbles as play on play.played_at = coalesce(edited.played_at, wanted.played_at)
      and play.track_id = coalesce(${leadOf(sql, "edited.track_id")}, wanted.track_id)
      and (edited.id is not null or not ${isCanonical(sql)})`

/** Adds plays that are shown as reported to the edited ones, if missing. */
export const markEdited = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>) =>
  sql`insert into edited_plays (id, played_at, track_id, album_id, shown_at, shown_track_id, is_due, sources)
    select wanted.id, play.played_at, play.track_id, play.album_id, play.played_at, play.track_id, true, play.sources
    from ${playsByIds(sql, ids)} join scrobbles as play using (played_at, track_id)
    where not ${isCanonical(sql)}
    on conflict (id) do nothing`

/** The names of some artists whose plays may resolve to others than before. */
interface LedNames {
  readonly tracks: ReadonlyArray<number>
  /** Tracks that count as others, or as which others count. */
  readonly shared: ReadonlyArray<number>
  /** Albums that count as others. */
  readonly ledAlbums: ReadonlyArray<number>
  /** The ones that this changes. */
  readonly changedTracks: ReadonlyArray<number>
  readonly changedAlbums: ReadonlyArray<number>
}

/** Adds the plays of aliased names to the edited ones, and marks the changed ones as due. */
export const markAliasedPlays = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { changedAlbums, changedTracks, ledAlbums, shared, tracks }: LedNames,
) {
  if (changedTracks.length + changedAlbums.length === 0) return
  yield* sql`insert into edited_plays (id, played_at, track_id, album_id, shown_at, shown_track_id, is_due, sources)
    select ${toldPlayId(sql, "play")}, played_at, track_id, album_id, played_at, track_id, true, sources from scrobbles as play
    where (track_id = any(${ints(shared)}) or (track_id = any(${ints(tracks)}) and album_id = any(${ints(ledAlbums)})))
      and not ${isCanonical(sql)}
    on conflict (id) do nothing`
  yield* sql`update edited_plays set is_due = true
    where track_id = any(${ints(changedTracks)}) or album_id = any(${ints(changedAlbums)})`
})

/**
 * Shows due edited plays at the place where they belong now. If several belong to the same
 * track and time one is shown: the play that was reported there, if there is one. A play that is shown only as
 * was reported stays in `scrobbles`, so that without edits `edited_plays` is empty. To be run in a transaction of the
 * domain's writer.
 */
export const publishChangedPlays = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  counts: PlayCounts,
  changed: ReadonlyArray<ChangedHour> = [],
) {
  // Plays of one time may stand for each other.
  yield* sql`with times as materialized (
      select played_at as at from edited_plays where is_due
      union select shown_at from edited_plays where is_due and shown_at is not null
    )
    update edited_plays set is_due = true
    where not is_due and (played_at in (select at from times) or shown_at in (select at from times))`
  yield* sql`insert into edited_plays (id, played_at, track_id, album_id, shown_at, shown_track_id, is_due, sources)
    select ${toldPlayId(sql, "play")}, played_at, track_id, play.album_id, played_at, track_id, true, play.sources
    from scrobbles as play join (
      select distinct played_at, ${leadOf(sql, "edited_plays.track_id")} as track_id from edited_plays where is_due
    ) as place using (played_at, track_id)
    where not ${isCanonical(sql)}
    on conflict (id) do update set shown_at = excluded.shown_at, shown_track_id = excluded.shown_track_id`
  const versions = readVersions(
    yield* sql`select edited.id, came_with from edited_plays as edited
      join scrobbles on scrobbles.played_at = shown_at and scrobbles.track_id = shown_track_id
      where is_due and came_with is not null`,
  )
  const before = readHours(
    yield* sql`with gone as (
        delete from scrobbles using edited_plays as edited
        where edited.is_due and scrobbles.played_at = shown_at and scrobbles.track_id = shown_track_id
        returning scrobbles.played_at, scrobbles.album_id, scrobbles.track_id
      )
      select ${hourColumns(sql)} from gone group by date_trunc('hour', played_at)`,
  )
  const after = readHours(
    yield* sql`with led as materialized (
        select edited.id, edited.played_at, coalesce(tracks.leads_to, tracks.id) as track_id,
          coalesce(albums.leads_to, albums.id) as album_id, edited.sources, edited.shown_at is null as is_new
        from edited_plays as edited join tracks on tracks.id = edited.track_id
        left join albums on albums.id = edited.album_id where is_due
      ), placed as materialized (
        select played_at, track_id, (array_agg(id order by id = ${toldPlayId(sql, "led")} desc, id))[1] as id,
          (array_agg(album_id order by id = ${toldPlayId(sql, "led")} desc, id) filter (where album_id is not null))[1] as album_id,
          (array_agg(sources order by id = ${toldPlayId(sql, "led")} desc, id))[1] as sources, bool_and(is_new) as is_new,
          max(known.came_with) as came_with
        from led left join unnest(${texts(versions.map(({ id }) => id))}, ${ints(versions.map(({ cameWith }) => cameWith))})
          as known (shown_id, came_with) on shown_id = id
        group by played_at, track_id
      ), shown as (
        update edited_plays as edited set shown_at = placed.played_at, shown_track_id = placed.track_id
        from edited_plays as due left join placed on placed.id = due.id where due.is_due and edited.id = due.id
      ), days as (
        ${recordTouchedDays(sql, sql`select played_at from placed where is_new`)}
      ), made as (
        insert into scrobbles (played_at, track_id, album_id, artist_id, hidden, sources, came_with)
        select played_at, track_id, album_id, artists.id, ${isHiddenByName(sql)}, sources,
          case when is_new then ${currentVersion(sql)} else came_with end
        from placed join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
        left join albums on albums.id = album_id
        returning played_at, album_id, track_id
      )
      select ${hourColumns(sql)} from made group by date_trunc('hour', played_at)`,
  )
  yield* sql`delete from edited_plays as edited where is_due and (track_id is null
    or (edited.id = ${toldPlayId(sql, "edited")}
      and not exists (select from edited_plays as other where other.played_at = edited.played_at
        and other.track_id = edited.track_id and other.id <> edited.id)
      and not exists (select from tracks where tracks.id = edited.track_id and leads_to is not null)
      and not exists (select from albums where albums.id = edited.album_id and leads_to <> id)))`
  yield* sql`update edited_plays set is_due = false where is_due`
  yield* countHours(sql, zone, counts, [...changed, ...before, ...after])
})
