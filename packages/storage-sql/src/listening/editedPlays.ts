import { playPartsOf } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import type { Sql } from "../sql.ts"
import type { ListeningSql } from "./listeningSql.ts"
import { readVersions } from "./rows.ts"

/** The id of a play as it is reported: its track and its milliseconds, as `playId` has them. */
export const toldPlayId = ({ millisOf, sql }: ListeningSql, play: string): Fragment =>
  sql.literal(`(${play}.track_id || ':' || ${millisOf(`${play}.played_at`)})`)

/** The track that an edited play leads to, by the id of the reported one. */
const leadOf = ({ sql }: Sql, track: string): Fragment =>
  sql.literal(`(select coalesce(leads_to, id) from tracks where id = ${track})`)

/** The id of the play that a row of `scrobbles`, named `play`, shows. */
export const shownPlayId = (database: ListeningSql): Fragment =>
  database.sql`coalesce((select edited.id from edited_plays as edited
    where edited.shown_at = play.played_at and edited.shown_track_id = play.track_id), ${toldPlayId(database, "play")})`

/** True for a row of `scrobbles`, named `play`, that stands for a row of `edited_plays`. */
export const isCanonical = ({ sql }: Sql): Fragment =>
  sql.literal(`exists (select 1 from edited_plays as other
    where other.shown_at = play.played_at and other.shown_track_id = play.track_id)`)

/** Ids as rows `(id, track_id, played_at)`: a reported play has its track and its time in its id. */
export const playsByIds = ({ given }: Sql, ids: ReadonlyArray<string>): Fragment => {
  const parts = ids.map(playPartsOf)
  return given("wanted", {
    id: ["text", ids],
    track_id: ["int", parts.map(({ trackId }) => trackId)],
    played_at: ["instant", parts.map(({ playedAt }) => playedAt)],
  })
}

/** The plays of ids as a `from` clause: `edited`, the row of an edited one, and `play`, the row that shows it, be it hidden by a filter. */
export const ofIds = (database: Sql, ids: ReadonlyArray<string>): Fragment =>
  database.sql`${playsByIds(database, ids)} left join edited_plays as edited on edited.id = wanted.id
    join scrobbles as play on play.played_at = coalesce(edited.played_at, wanted.played_at)
      and play.track_id = coalesce(${leadOf(database, "edited.track_id")}, wanted.track_id)
      and (edited.id is not null or not ${isCanonical(database)})`

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

/**
 * The plays that edits show elsewhere than they were reported. To be used within a transaction of the domain's writer.
 */
export const placedPlays = (database: ListeningSql) => {
  const { amongNumbers, sql } = database
  const taken = sql`insert into edited_plays (id, played_at, track_id, album_id, shown_at, shown_track_id, sources, is_due)
    select ${toldPlayId(database, "play")}, play.played_at, play.track_id, play.album_id, play.played_at, play.track_id,
      play.sources, true`
  const isPlain = sql`not ${isCanonical(database)}`

  return {
    /** Adds plays that are shown as reported to the edited ones, if missing. */
    take: (ids: ReadonlyArray<string>) =>
      sql`${taken} from ${playsByIds(database, ids)} join scrobbles as play using (played_at, track_id)
        where ${isPlain} on conflict (id) do nothing`,

    /** Adds the plays of aliased names to the edited ones, and makes the changed ones due. */
    takeLed: Effect.fnUntraced(function* ({
      changedAlbums,
      changedTracks,
      ledAlbums,
      shared,
      tracks,
    }: LedNames) {
      if (changedTracks.length + changedAlbums.length === 0) return
      yield* sql`${taken} from scrobbles as play where ${isPlain} and (${amongNumbers("track_id", shared)}
          or (${amongNumbers("track_id", tracks)} and ${amongNumbers("album_id", ledAlbums)}))
        on conflict (id) do nothing`
      yield* sql`update edited_plays set is_due = true
        where ${amongNumbers("track_id", changedTracks)} or ${amongNumbers("album_id", changedAlbums)}`
    }),

    /**
     * Shows the edited plays that are due where they lead to now, and no longer where they were shown: `move` does, with the
     * versions with which they came, as far as they are known. Of several that lead to the same track and time one is shown: the
     * play that was reported so, if there is one. A play that leads to where it was reported, alone, is left to `scrobbles`, so
     * that without edits `edited_plays` is empty.
     */
    showDue: Effect.fnUntraced(function* <A>(
      move: (versions: ReturnType<typeof readVersions>) => Effect.Effect<A, SqlError>,
    ) {
      // Plays of one time may stand for each other.
      yield* sql`with times as materialized (
          select played_at as at from edited_plays where is_due
          union select shown_at from edited_plays where is_due and shown_at is not null
        )
        update edited_plays set is_due = true
        where not is_due and (played_at in (select at from times) or shown_at in (select at from times))`
      yield* sql`${taken} from (
          select distinct played_at, ${leadOf(database, "edited_plays.track_id")} as track_id
          from edited_plays where is_due
        ) as place join scrobbles as play using (played_at, track_id)
        where ${isPlain}
        on conflict (id) do update set shown_at = excluded.shown_at, shown_track_id = excluded.shown_track_id`
      const versions = readVersions(
        yield* sql`select edited.id, came_with from edited_plays as edited
          join scrobbles on scrobbles.played_at = shown_at and scrobbles.track_id = shown_track_id
          where is_due and came_with is not null`,
      )
      const moved = yield* move(versions)
      yield* sql`delete from edited_plays as edited where is_due and (track_id is null
        or (id = ${toldPlayId(database, "edited")}
          and not exists (select 1 from edited_plays as other where other.played_at = edited.played_at
            and other.track_id = edited.track_id and other.id <> edited.id)
          and not exists (select 1 from tracks where tracks.id = edited.track_id and leads_to is not null)
          and not exists (select 1 from albums where albums.id = edited.album_id and leads_to <> albums.id)))`
      yield* sql`update edited_plays set is_due = false where is_due`
      return moved
    }),
  }
}
