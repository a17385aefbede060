import { editItems, StandingEdits } from "@daybook/kernel"
import {
  type EditedPlay,
  editedPlays,
  editPlaces,
  type NameFilter,
  type PlayEdits,
  PlayedKind,
  playId,
  spellingKey,
  tellingId,
  TrackId,
} from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { editLogIn } from "../kernel/edits.ts"
import type { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import { storeImages } from "./albumImages.ts"
import { editedNamesIn } from "./editedNames.ts"
import { type Name, namesIn } from "./names.ts"
import { ofIds, placedPlaysIn, shownPlayId } from "./placedPlays.ts"
import {
  readEditedPlays,
  readPlayAlbums,
  readPlayIds,
  readShownPlays,
  readSpellings,
  readTimes,
} from "./rows.ts"
import { playedTables } from "./sums.ts"
import { standingIn } from "./tellings.ts"
import type { Play, WriterEdits } from "./writer.ts"

/** The parts of the store that edits of plays need. */
interface PlayStore {
  readonly zone: DateTime.TimeZone
  readonly nameFilter: Effect.Effect<NameFilter>
  /** The version that the transaction at work raises. */
  readonly version: () => number
}

const trackSpelling = (artist: string, track: string): string =>
  JSON.stringify([spellingKey(artist), spellingKey(track)])

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
          ).find((shown) => tellingId(shown) === tellingId({ artist, playedAt, track }))?.id,
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

  /** The stored albums of edited plays, where these plays are told with another spelling of the album. */
  const albumsToldOtherwise = (plays: ReadonlyArray<Play>) => {
    const stored = new Map(
      readPlayAlbums(
        all(sql`select edited_plays.id, album_id, told_name as album from edited_plays
          join albums on albums.id = album_id
          where edited_plays.id in (select value from json_each(${jsonList(plays.map(idOf))}))`),
      ).map((one) => [one.id, one]),
    )
    return ({ album, ...play }: Play): number | undefined => {
      const known = stored.get(idOf({ ...play, album }))
      if (album === undefined || known === undefined) return album?.id
      return spellingKey(known.album) === spellingKey(album.name) ? known.albumId : album.id
    }
  }

  /** Stores told plays that share their place with edited ones. Returns the number of those that are new or have moved. */
  const place = (plays: ReadonlyArray<Play>): number => {
    if (plays.length === 0) return 0
    storeImages(database, plays)
    placed.take(plays.map(idOf))
    const albumOf = albumsToldOtherwise(plays)
    const changed = many({
      text: `insert into edited_plays (id, played_at, track_id, album_id, sources, is_due) values (?, ?, ?, ?, ?, 1)
        on conflict (id) do update set album_id = excluded.album_id, is_due = 1
          where excluded.album_id <> edited_plays.album_id
            or (excluded.album_id is not null and edited_plays.album_id is null) returning id`,
      rows: plays.map((play) => [
        idOf(play),
        play.playedAt,
        play.track.id,
        albumOf(play) ?? null,
        play.sources,
      ]),
    })
    placed.showDue(version())
    return changed.length
  }

  /** Plays with the track in the spelling in which each was told first. */
  const asToldFirst = (plays: ReadonlyArray<Play>): ReadonlyArray<Play> => {
    const shared = plays.filter(({ track }) => track.isShared)
    if (shared.length === 0) return plays
    const tracks = new Map(shared.map(({ track }) => [track.id, track]))
    const among = sql`(select value from json_each(${jsonList([...tracks.keys()])}))`
    const spellings = Map.groupBy(
      readSpellings(
        all(sql`select track.id as spelled, other.id, artists.told_name as artist, other.told_name as track
          from tracks as track join tracks as other on other.leads_to = track.leads_to and other.id <> track.id
          join artists on artists.id = other.told_artist_id where track.id in ${among}`),
      ).filter(({ artist, spelled, track }) => {
        const own = tracks.get(spelled)
        return own !== undefined && trackSpelling(own.artist, own.name) === trackSpelling(artist, track)
      }),
      ({ spelled }) => spelled,
    )
    const otherId = (id: number, playedAt: number) => playId({ trackId: TrackId.make(id), playedAt })
    const ids = shared.flatMap(({ playedAt, track }) =>
      (spellings.get(track.id) ?? []).map(({ id }) => otherId(id, playedAt)),
    )
    const list = sql`(select value from json_each(${jsonList(ids)}))`
    const stored = new Set(
      readPlayIds(
        all(sql`select id from edited_plays where id in ${list}
          union select item_id from told_items where domain = 'listening' and type = 'play' and item_id in ${list}`),
      ),
    )
    return plays.map((play) => {
      const first = spellings.get(play.track.id)?.find(({ id }) => stored.has(otherId(id, play.playedAt)))
      if (first === undefined) return play
      return { ...play, track: { ...play.track, id: first.id, name: first.track, artist: first.artist } }
    })
  }

  /** True where an edit, or another spelling, may show a play elsewhere than it was told. */
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

  const tellPlays: WriterEdits["tellPlays"] = Effect.fnUntraced(function* (given: ReadonlyArray<Play>) {
    if (!(yield* areThere)) return { changed: 0, untouched: given }
    noteSpelling(given.flatMap(({ album, track }) => [track, album]))
    const plays = asToldFirst(given)
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
    areThere,
    /** The edits as the writer knows them. */
    writer: { showNew: names.showNew, tellPlays } satisfies WriterEdits,
    joinSpellings: names.joinSpellings,
    /** Shows names of which the transaction has stored or removed plays in the spelling that is the commonest now. */
    spell: Effect.suspend(() => {
      const artists = [...spelledBy]
      spelledBy.clear()
      return artists.length === 0 ? Effect.void : names.showNames(artists)
    }),
  }
}
