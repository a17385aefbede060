import { clockOf } from "@daybook/kernel"
import { playPartsOf } from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import { isHiddenByName } from "./names/names.ts"
import { readDuePlays, readNewPlays, readVersions } from "./rows.ts"
import { sumsIn } from "./sums.ts"

type Sql = Database["Service"]["sql"]

/** The id of a play as it is reported: its track and its milliseconds, as `playId` has them. */
export const toldPlayId = (play: string): string => `(${play}.track_id || ':' || ${play}.played_at)`

/** The track that an edited play leads to, by the id of the reported one. */
const leadOf = (track: string): string => `(select coalesce(leads_to, id) from tracks where id = ${track})`

/** The id of the play that a row of `scrobbles`, named `play`, shows. */
export const shownPlayId = (sql: Sql): Fragment =>
  sql.literal(`coalesce((select edited.id from edited_plays as edited
    where edited.shown_at = play.played_at and edited.shown_track_id = play.track_id), ${toldPlayId("play")})`)

/** True for a row of `scrobbles`, named `play`, that stands for a row of `edited_plays`. */
export const isCanonical = (sql: Sql): Fragment =>
  sql.literal(`exists (select 1 from edited_plays as other
    where other.shown_at = play.played_at and other.shown_track_id = play.track_id)`)

/** Ids as rows `(id, track_id, played_at)`: a reported play has its track and its time in its id. */
export const playsByIds = (sql: Sql, ids: ReadonlyArray<string>): Fragment => {
  const rows = ids.map((id) => {
    const { playedAt, trackId } = playPartsOf(id)
    return [id, trackId, playedAt]
  })
  return sql`(select value ->> 0 as id, value ->> 1 as track_id, value ->> 2 as played_at
    from json_each(${JSON.stringify(rows)})) as wanted`
}

/** The plays of ids as a `from` clause: `edited`, the row of an edited one, and `play`, the row that shows it, be it hidden by a filter. */
export const ofIds = (sql: Sql, ids: ReadonlyArray<string>): Fragment =>
  sql`${playsByIds(sql, ids)} left join edited_plays as edited on edited.id = wanted.id
    join scrobbles as play on play.played_at = coalesce(edited.played_at, wanted.played_at)
      and play.track_id = coalesce(${sql.literal(leadOf("edited.track_id"))}, wanted.track_id)
      and (edited.id is not null or not ${isCanonical(sql)})`

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

const columns = "id, played_at, track_id, album_id, shown_at, shown_track_id, sources, is_due"

/**
 * The plays that edits show elsewhere than they were reported. To be used within a transaction of the domain's writer.
 */
export const placedPlaysIn = (database: Database["Service"], zone: DateTime.TimeZone) => {
  const { all, many, sql } = database
  const sums = sumsIn(database)
  const among = (ids: ReadonlyArray<number>) => sql`(select value from json_each(${jsonList(ids)}))`
  const taken = sql.literal(`insert into edited_plays (${columns})
    select ${toldPlayId("play")}, play.played_at, play.track_id, play.album_id, play.played_at, play.track_id, play.sources, 1`)

  /** The versions with which due plays came, as far as they are known, by their places. */
  const versionsOfDue = () =>
    new Map(
      readVersions(
        all(sql`select edited.id, came_with from edited_plays as edited
          join scrobbles on scrobbles.played_at = shown_at and scrobbles.track_id = shown_track_id
          where is_due and came_with is not null`),
      ).map(({ cameWith, id }) => [id, cameWith]),
    )

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

  return {
    /** Adds plays that count as reported to the edited ones, if missing. */
    take: (ids: ReadonlyArray<string>): void => {
      all(sql`${taken} from ${playsByIds(sql, ids)} join scrobbles as play using (played_at, track_id)
        where not ${isCanonical(sql)} on conflict (id) do nothing`)
    },

    /** Adds the plays of aliased names to the edited ones, and makes the changed ones due. */
    takeLed: ({ changedAlbums, changedTracks, ledAlbums, shared, tracks }: LedNames): void => {
      if (changedTracks.length + changedAlbums.length === 0) return
      all(sql`${taken} from scrobbles as play
        where (track_id in ${among(shared)} or (track_id in ${among(tracks)} and album_id in ${among(ledAlbums)}))
          and not ${isCanonical(sql)} on conflict (id) do nothing`)
      all(sql`update edited_plays set is_due = 1
        where track_id in ${among(changedTracks)} or album_id in ${among(changedAlbums)}`)
    },

    /**
     * Shows the edited plays that are due where they lead to now, and no longer where they were shown. Of several that
     * lead to the same track and time one is shown: the play that was reported so, if there is one. A play that leads to
     * where it was reported, alone, is left to `scrobbles`, so that without edits `edited_plays` is empty.
     */
    showDue: (version: number): void => {
      // Plays of one time may stand for each other.
      all(sql`with times as materialized (
          select played_at as at from edited_plays where is_due
          union select shown_at from edited_plays where is_due and shown_at is not null
        )
        update edited_plays set is_due = 1
        where not is_due and (played_at in (select at from times) or shown_at in (select at from times))`)
      all(sql`${taken} from (
          select distinct played_at, ${sql.literal(leadOf("edited_plays.track_id"))} as track_id
          from edited_plays where is_due
        ) as place join scrobbles as play using (played_at, track_id)
        where not ${isCanonical(sql)}
        on conflict (id) do update set shown_at = excluded.shown_at, shown_track_id = excluded.shown_track_id`)
      const versions = versionsOfDue()
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
            ? version
            : known.length === 0
              ? null
              : Math.max(...known)
          const { day, hour } = clock(first.playedAt)
          return [[first.playedAt, first.trackId, album, first.sources, cameWith, day, hour]]
        }),
      })
      sums.add(readNewPlays(shown))
      all(sql`delete from edited_plays where is_due and (track_id is null
        or (id = ${sql.literal(toldPlayId("edited_plays"))}
          and not exists (select 1 from edited_plays as other where other.played_at = edited_plays.played_at
            and other.track_id = edited_plays.track_id and other.id <> edited_plays.id)
          and not exists (select 1 from tracks where tracks.id = edited_plays.track_id and leads_to is not null)
          and not exists (select 1 from albums where albums.id = edited_plays.album_id and leads_to <> albums.id)))`)
      all(sql`update edited_plays set is_due = 0 where is_due`)
    },
  }
}

export type EditedPlayIndex = ReturnType<typeof placedPlaysIn>
