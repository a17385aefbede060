import { editItems, StandingEdits } from "@daybook/kernel"
import {
  type EditedPlay,
  editedPlays,
  editPlaces,
  type NameFilter,
  type PlayEdits,
  playId,
  TrackId,
} from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { editLogIn } from "../kernel/edits.ts"
import type { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import { storeImages } from "./albumImages.ts"
import { editedNamesIn } from "./editedNames.ts"
import { namesIn } from "./names.ts"
import { ofIds, placedPlaysIn, shownPlayId } from "./placedPlays.ts"
import { readEditedPlays, readPlayIds, readTimes } from "./rows.ts"
import { standingIn } from "./tellings.ts"
import type { Play, WriterEdits } from "./writer.ts"

/** The parts of the store that edits of plays need. */
interface PlayStore {
  readonly zone: DateTime.TimeZone
  readonly nameFilter: Effect.Effect<NameFilter>
  /** The version that the transaction at work raises. */
  readonly version: () => number
}

const idOf = ({ playedAt, track }: Play): string => playId({ trackId: TrackId.make(track.id), playedAt })

const itemOf = (id: string, { album, imageUrl, playedAt, track }: Play): EditedPlay => ({
  id,
  artist: track.artist,
  track: track.name,
  album: album?.name ?? "",
  imageUrl,
  playedAt,
})

/** The edits by hand of plays. */
export const editedPlaysIn = (database: Database["Service"], { nameFilter, version, zone }: PlayStore) => {
  const { all, many, sql } = database
  const placed = placedPlaysIn(database, zone)
  const log = editLogIn(database, "listening")
  const names = editedNamesIn(database, { log, nameFilter, placed, version })

  const remove = (ids: ReadonlyArray<string>) =>
    Effect.sync(() => {
      placed.take(ids)
      all(sql`update edited_plays set track_id = null, album_id = null, is_due = 1
        where id in (select value from json_each(${jsonList(ids)}))`)
      placed.showDue(version())
    })

  const edits = editItems(log, editedPlays, {
    read: (ids) =>
      Effect.sync(() =>
        readEditedPlays(
          all(sql`select found.id, artists.told_name as artist, tracks.told_name as track,
              coalesce(albums.told_name, '') as album, '' as image_url, found.played_at
            from (
              select wanted.id, play.played_at, coalesce(edited.track_id, play.track_id) as track_id,
                coalesce(edited.album_id, play.album_id) as album_id
              from ${ofIds(sql, ids)}
            ) as found
            join tracks on tracks.id = found.track_id join artists on artists.id = tracks.told_artist_id
            left join albums on albums.id = found.album_id`),
        ),
      ),
    put: Effect.fnUntraced(function* (plays: ReadonlyArray<EditedPlay>) {
      if (plays.length === 0) return
      const wanted = namesIn(database, yield* nameFilter)
      const rows = plays.map(({ album, artist, id, imageUrl, playedAt, track }) => ({
        id,
        playedAt,
        imageUrl,
        track: wanted.track(artist, track),
        album: album === "" ? undefined : wanted.album(artist, album),
      }))
      yield* names.showNew(wanted)
      storeImages(database, rows)
      placed.take(rows.map(({ id }) => id))
      many({
        text: `insert into edited_plays (id, played_at, track_id, album_id, is_due) values (?, ?, ?, ?, 1)
          on conflict (id) do update set played_at = excluded.played_at, track_id = excluded.track_id,
            album_id = excluded.album_id, is_due = 1`,
        rows: rows.map(({ album, id, playedAt, track }) => [id, playedAt, track.id, album?.id ?? null]),
      })
      placed.showDue(version())
    }),
    remove: (ids) => remove(ids),
    same: ({ artist, playedAt, track }) =>
      Effect.sync(
        () =>
          readPlayIds(
            all(sql`select ${shownPlayId(sql)} as id from scrobbles as play
              join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
              where played_at = ${playedAt} and tracks.name = ${track} and artists.name = ${artist}`),
          )[0],
      ),
  })

  const atSamePlace = (id: string) =>
    Effect.sync(() =>
      readPlayIds(
        all(sql`select other.id from edited_plays as edited join edited_plays as other using (played_at)
          join tracks on tracks.id = edited.track_id join tracks as others on others.id = other.track_id
          where edited.id = ${id} and coalesce(tracks.leads_to, tracks.id) = coalesce(others.leads_to, others.id)
          order by other.id`),
      ),
    )

  /** Stores told plays that share their place with edited ones. Returns the number of those that are new or have moved. */
  const place = (plays: ReadonlyArray<Play>): number => {
    if (plays.length === 0) return 0
    storeImages(database, plays)
    placed.take(plays.map(idOf))
    const changed = many({
      text: `insert into edited_plays (id, played_at, track_id, album_id, sources, is_due) values (?, ?, ?, ?, ?, 1)
        on conflict (id) do update set album_id = excluded.album_id, is_due = 1
          where excluded.album_id <> edited_plays.album_id
            or (excluded.album_id is not null and edited_plays.album_id is null) returning id`,
      rows: plays.map((play) => [
        idOf(play),
        play.playedAt,
        play.track.id,
        play.album?.id ?? null,
        play.sources,
      ]),
    })
    placed.showDue(version())
    return changed.length
  }

  const tellPlays: WriterEdits["tellPlays"] = Effect.fnUntraced(function* (plays: ReadonlyArray<Play>) {
    const byId = new Map(plays.map((play) => [idOf(play), play]))
    const told = yield* edits.tell(Array.from(byId, ([id, play]) => itemOf(id, play)))
    const others = told.untouched.flatMap(({ id }) => byId.get(id) ?? [])
    const times = new Set(
      readTimes(
        all(sql`select distinct played_at from edited_plays
          where played_at in (select value from json_each(${jsonList(others.map(({ playedAt }) => playedAt))}))`),
      ),
    )
    const isShared = ({ album, playedAt, track }: Play) =>
      track.isShared || album?.isShared === true || times.has(playedAt)
    const placedNow = place(others.filter(isShared))
    return { changed: told.changed + placedNow, untouched: others.filter((play) => !isShared(play)) }
  })

  const plays: PlayEdits = editPlaces(edits, atSamePlace, standingIn(database))
  return {
    plays,
    remove,
    /** The ids that these lead to by merges. */
    leads: (ids: ReadonlyArray<string>) =>
      Effect.map(log.edits, (every) => {
        const standing = new StandingEdits(every)
        return ids.map((id) => standing.rootOf("play", id))
      }),
    names: names.edits,
    /** The edits as the writer knows them; undefined while there are none. */
    standing: Effect.map(log.edits, ({ length }): WriterEdits | undefined =>
      length === 0 ? undefined : { showNew: names.showNew, tellPlays },
    ),
  }
}
