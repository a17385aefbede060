import { clockOf } from "@daybook/kernel"
import { isHiddenByName, placedPlays } from "@daybook/storage-sql/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Database } from "../sql/database.ts"
import { readDuePlays, readNewPlays } from "./rows.ts"
import { listeningSql } from "./sql.ts"
import { sumsIn } from "./sums.ts"

/** Makes the effect that shows the edited plays that are due where they lead to now, in a transaction of the domain's writer. */
export const showingDue = (database: Database["Service"], zone: DateTime.TimeZone, version: () => number) => {
  const { all, many, sql } = database
  const sums = sumsIn(database)

  /** The due plays by the place that each leads to; of each place the play that was reported there comes first. */
  const dueByPlace = () => {
    const due = readDuePlays(
      all(sql`select edited.id, edited.played_at, coalesce(tracks.leads_to, tracks.id) as track_id,
          coalesce(albums.leads_to, albums.id) as album_id, edited.sources, edited.shown_at is null as is_new
        from edited_plays as edited join tracks on tracks.id = edited.track_id
        left join albums on albums.id = edited.album_id where is_due
        order by edited.id = (coalesce(tracks.leads_to, tracks.id) || ':' || edited.played_at) desc, edited.id`),
    )
    return [...Map.groupBy(due, ({ playedAt, trackId }) => `${trackId}:${playedAt}`).values()]
  }

  return placedPlays(listeningSql(database)).showDue((cameWith) =>
    Effect.sync(() => {
      const versions = new Map(cameWith.map(({ cameWith, id }) => [id, cameWith]))
      all(sql`delete from scrobbles where (played_at, track_id) in (
        select shown_at, shown_track_id from edited_plays where is_due and shown_at is not null)`)
      const places = dueByPlace()
      all(sql`update edited_plays set shown_at = null, shown_track_id = null where is_due`)
      const clock = clockOf(zone)
      many({
        text: "update edited_plays set shown_at = ?, shown_track_id = ? where id = ?",
        rows: places.flatMap(([first]) =>
          first === undefined ? [] : [[first.playedAt, first.trackId, first.id]],
        ),
      })
      const shown = many({
        text: `insert into scrobbles (played_at, track_id, album_id, artist_id, sources, hidden, came_with, day, hour)
          select ?1, tracks.id, ?3, artists.id, ?4, ${isHiddenByName}, ?5, ?6, ?7
          from tracks join artists on artists.id = tracks.artist_id left join albums on albums.id = ?3
          where tracks.id = ?2
          returning played_at, day, hour, track_id, album_id, artist_id, hidden`,
        rows: places.flatMap((plays) => {
          const [first] = plays
          if (first === undefined) return []
          const album = plays.find(({ albumId }) => albumId !== undefined)?.albumId ?? null
          const known = plays.flatMap(({ id }) => versions.get(id) ?? [])
          const cameWith = plays.every(({ isNew }) => isNew)
            ? version()
            : known.length === 0
              ? null
              : Math.max(...known)
          const { day, hour } = clock(first.playedAt)
          return [[first.playedAt, first.trackId, album, first.sources, cameWith, day, hour]]
        }),
      })
      sums.add(readNewPlays(shown))
    }),
  )
}
