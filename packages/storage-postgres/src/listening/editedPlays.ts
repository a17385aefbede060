import { isHiddenByName, placedPlays, toldPlayId } from "@daybook/storage-sql/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { ints, texts } from "../sql/parameters.ts"
import { recordTouchedDays, currentVersion } from "./touchedDays.ts"
import { countHours, hourColumns } from "./changedHours.ts"
import type { PlayCounts } from "./playCounts.ts"
import { type ChangedHour, readHours } from "./rows.ts"
import { listeningSql } from "./sql.ts"

/** Shows due edited plays at the place where they belong now. To be run in a transaction of the domain's writer. */
export const publishChangedPlays = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  counts: PlayCounts,
  changed: ReadonlyArray<ChangedHour> = [],
) {
  const database = listeningSql(sql)
  const toldLed = toldPlayId(database, "led")
  const hours = yield* placedPlays(database).showDue(
    Effect.fnUntraced(function* (versions) {
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
        select played_at, track_id, (array_agg(id order by id = ${toldLed} desc, id))[1] as id,
          (array_agg(album_id order by id = ${toldLed} desc, id) filter (where album_id is not null))[1] as album_id,
          (array_agg(sources order by id = ${toldLed} desc, id))[1] as sources, bool_and(is_new) as is_new,
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
        select played_at, track_id, album_id, artists.id, ${sql.literal(isHiddenByName)}, sources,
          case when is_new then ${currentVersion(sql)} else came_with end
        from placed join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
        left join albums on albums.id = album_id
        returning played_at, album_id, track_id
      )
      select ${hourColumns(sql)} from made group by date_trunc('hour', played_at)`,
      )
      return [...before, ...after]
    }),
  )
  yield* countHours(sql, zone, counts, [...changed, ...hours])
})
