import { editItems, ActiveEdits } from "@daybook/kernel"
import {
  type EditedPlay,
  editedPlays,
  editPlaces,
  type NameFilter,
  type PlayEdits,
  PlayedKind,
  playId,
  reportKey,
  TrackId,
} from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { editLogIn } from "../kernel/edits.ts"
import type { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import { storeImages } from "./albumImages.ts"
import { editedNamesIn } from "./names/editedNames.ts"
import { type Name, namesIn } from "./names/names.ts"
import { ofIds, placedPlaysIn, shownPlayId } from "./editedPlays.ts"
import {
  readEditedPlays,
  readPlacedTellings,
  readPlayIds,
  readShownPlays,
  readSpellings,
  readTellingTracks,
  readTimes,
} from "./rows.ts"
import type { SourceSetIndex } from "./sourceSets.ts"
import { placedRows, playedTables, sameSpellings, storedSpelling } from "@daybook/storage-sql/listening"
import { canonicalPlayId } from "./reports.ts"
import type { Play, WriterEdits } from "./writer.ts"

/** The parts of the store that edits of plays need. */
interface PlayStore {
  readonly zone: DateTime.TimeZone
  readonly nameFilter: Effect.Effect<NameFilter>
  /** The version that the transaction at work raises. */
  readonly version: () => number
}

const idOf = ({ playedAt, track }: Play): string => playId({ trackId: TrackId.make(track.id), playedAt })

/** A reported play, with the id of the play that is stored of it. */
interface PlacedTelling extends Play {
  readonly id: string
}

const itemOf = ({ album, id, imageUrl, playedAt, track }: PlacedTelling): EditedPlay => ({
  id,
  artist: track.artist,
  track: track.name,
  album: album?.name ?? "",
  imageUrl,
  playedAt,
})

/** The edits of plays. */
export const editedPlaysIn = (database: Database["Service"], { nameFilter, version, zone }: PlayStore) => {
  const { all, many, sql } = database
  const placed = placedPlaysIn(database, zone)
  const log = editLogIn(database, "listening")
  const names = editedNamesIn(database, { log, nameFilter, placed, version })

  /** The artists of names whose commonest spelling the transaction at work may have changed. */
  const spelledBy = new Set<number>()
  const noteSpelling = (names: ReadonlyArray<Name | undefined>): void => {
    for (const name of names) if (name?.spelledBy !== undefined) spelledBy.add(name.spelledBy)
  }

  const remove = (ids: ReadonlyArray<string>) =>
    Effect.sync(() => {
      for (const artist of names.spelledBy(ids)) spelledBy.add(artist)
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
      const ids = rows.map(({ id }) => id)
      for (const artist of names.spelledBy(ids)) spelledBy.add(artist)
      storeImages(database, rows)
      placed.take(ids)
      many({
        text: `insert into edited_plays (id, played_at, track_id, album_id, is_due) values (?, ?, ?, ?, 1)
          on conflict (id) do update set played_at = excluded.played_at, track_id = excluded.track_id,
            album_id = excluded.album_id, is_due = 1`,
        rows: rows.map(({ album, id, playedAt, track }) => [id, playedAt, track.id, album?.id ?? null]),
      })
      placed.showDue(version())
      for (const artist of names.spelledBy(ids)) spelledBy.add(artist)
    }),
    remove: (ids) => remove(ids),
    same: ({ artist, playedAt, track }) =>
      Effect.sync(
        () =>
          readShownPlays(
            all(sql`select ${shownPlayId(sql)} as id, artists.name as artist, tracks.name as track, played_at
              from scrobbles as play
              join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
              where played_at = ${playedAt}`),
          ).find((shown) => reportKey(shown) === reportKey({ artist, playedAt, track }))?.id,
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

  const among = (values: ReadonlyArray<number | string>) =>
    sql`(select value from json_each(${jsonList(values)}))`

  /**
   * Stores reported plays that share their place with edited ones. Returns the number of new and changed
   * ones.
   */
  const place = (plays: ReadonlyArray<PlacedTelling>, sets: SourceSetIndex): number => {
    if (plays.length === 0) return 0
    const ids = plays.map(({ id }) => id)
    storeImages(database, plays)
    placed.take(ids)
    const stored = readPlacedTellings(
      all(sql`select edited_plays.id, coalesce(track_id, 0) as track_id, coalesce(album_id, 0) as album_id,
          coalesce(told_name, '') as album, sources
        from edited_plays left join albums on albums.id = album_id where edited_plays.id in ${among(ids)}`),
    )
    const { changed, placed: rows } = placedRows(plays, stored, sets)
    many({
      text: `insert into edited_plays (id, played_at, track_id, album_id, sources, is_due) values (?, ?, ?, ?, ?, 1)
        on conflict (id) do update set track_id = excluded.track_id, album_id = excluded.album_id,
          sources = excluded.sources, is_due = 1
        where track_id is not excluded.track_id or album_id is not excluded.album_id or sources <> excluded.sources`,
      rows: rows.map(({ albumId, id, playedAt, sources, trackId }) => [
        id,
        playedAt,
        trackId,
        albumId,
        sets.idOf(sources),
      ]),
    })
    placed.showDue(version())
    return changed
  }

  /** Plays with their ids: a play stored with another spelling of its track has that track's id and the chosen spelling. */
  const inOneSpelling = (plays: ReadonlyArray<Play>): ReadonlyArray<PlacedTelling> => {
    const shared = new Map(plays.flatMap(({ track }) => (track.isShared ? [[track.id, track]] : [])))
    if (shared.size === 0) return plays.map((play) => ({ ...play, id: idOf(play) }))
    const spellings = sameSpellings(
      readSpellings(
        all(sql`select track.id as spelled, other.id, artists.told_name as artist, other.told_name as track
          from tracks as track join tracks as other on other.leads_to = track.leads_to
          join artists on artists.id = other.told_artist_id where track.id in ${among([...shared.keys()])}`),
      ),
      shared,
    )
    const ids = plays.flatMap(({ playedAt, track }) =>
      (spellings.get(track.id) ?? []).map(({ id }) => playId({ trackId: TrackId.make(id), playedAt })),
    )
    const told = sql`select item_id from told_items where domain = 'listening' and type = 'play' and item_id in ${among(ids)}`
    const stored = new Map(
      readTellingTracks(
        all(sql`select id, track_id from edited_plays where id in ${among(ids)} and track_id is not null and id not in (${told})
          union all select item_id, 0 from (${told})`),
      ).map(({ id, trackId }) => [id, trackId]),
    )
    return plays.map((play) => {
      const { playedAt, track } = play
      const known = storedSpelling(spellings.get(track.id) ?? [], stored, {
        artist: track.artist,
        track: track.name,
        playedAt,
      })
      if (known?.shown === undefined) return { ...play, id: known?.id ?? idOf(play) }
      const { artist, id, track: name } = known.shown
      return { ...play, id: known.id, track: { ...track, id, name, artist } }
    })
  }

  /** True if an edit, or another spelling, may show a play elsewhere than it was reported. */
  const areThere = Effect.map(
    log.edits,
    ({ length }) =>
      length > 0 ||
      PlayedKind.literals.some(
        (kind) =>
          all(sql`select 1 from ${sql(playedTables[kind].names)} where leads_to is not null limit 1`).length >
          0,
      ),
  )

  const submitPlays: WriterEdits["submitPlays"] = Effect.fnUntraced(function* (
    given: ReadonlyArray<Play>,
    sets: SourceSetIndex,
  ) {
    if (!(yield* areThere)) return { changed: 0, untouched: given }
    noteSpelling(given.flatMap(({ album, track }) => [track, album]))
    const byId = new Map(inOneSpelling(given).map((play) => [play.id, play]))
    const told = yield* edits.tell([...byId.values()].map(itemOf))
    const others = told.untouched.flatMap(({ id }) => byId.get(id) ?? [])
    const times = new Set(
      readTimes(
        all(sql`select distinct played_at from edited_plays
          where played_at in (select value from json_each(${jsonList(others.map(({ playedAt }) => playedAt))}))`),
      ),
    )
    const isShared = ({ album, playedAt, track }: Play) =>
      track.isShared || album?.isShared === true || times.has(playedAt)
    const placedNow = place(others.filter(isShared), sets)
    return { changed: told.changed + placedNow, untouched: others.filter((play) => !isShared(play)) }
  })

  const plays: PlayEdits = editPlaces(edits, atSamePlace, canonicalPlayId(database))
  return {
    plays,
    remove,
    /** The ids that these lead to by merges. */
    leads: (ids: ReadonlyArray<string>) =>
      Effect.map(log.edits, (every) => {
        const standing = new ActiveEdits(every)
        return ids.map((id) => standing.rootOf("play", id))
      }),
    names: names.edits,
    areThere,
    /** The edits as the writer knows them. */
    writer: { showNew: names.showNew, submitPlays } satisfies WriterEdits,
    joinSpellings: names.joinSpellings,
    /** Shows names whose plays changed in the transaction in their most frequent spelling. */
    spell: Effect.suspend(() => {
      const artists = [...spelledBy]
      spelledBy.clear()
      return artists.length === 0 ? Effect.void : names.showNames(artists)
    }),
  }
}
