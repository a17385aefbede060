import { editItems, StandingEdits } from "@daybook/kernel"
import {
  type EditedPlay,
  editedPlays,
  editPlaces,
  type NameFilter,
  type PlayEdits,
  playId,
  spellingKey,
  tellingId,
  TrackId,
} from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { editLogIn } from "../kernel/edits.ts"
import { instant, instants, ints, texts } from "../sql/parameters.ts"
import { editedNamesIn } from "./editedNames.ts"
import { lookUpNames, Names } from "./names.ts"
import { storeImages } from "./albumImages.ts"
import { ofIds, playsByIds, showDuePlays, shownPlayId, takePlays } from "./placedPlays.ts"
import type { PlayCounts } from "./playCounts.ts"
import {
  readEditedPlays,
  readPlayAlbums,
  readPlayIds,
  readPositions,
  readShownPlays,
  readSpellings,
} from "./rows.ts"
import { standingIn } from "./tellings.ts"
import type { EditedTelling, Play, WriterEdits } from "./writer.ts"

/** The parts of the store that edits of plays need. */
interface PlayStore {
  readonly zone: DateTime.TimeZone
  readonly counts: PlayCounts
  readonly nameFilter: Effect.Effect<NameFilter, SqlError>
}

const trackSpelling = (artist: string, track: string): string =>
  JSON.stringify([spellingKey(artist), spellingKey(track)])

const idOf = ({ playedAt, track }: Play): string => playId({ trackId: TrackId.make(track.id), playedAt })

const itemOf = (id: string, { album, imageUrl, playedAt, track }: Play): EditedPlay => ({
  id,
  artist: track.artist.name,
  track: track.name,
  album: album?.name ?? "",
  imageUrl,
  playedAt,
})

/** The edits by hand of plays in SQL. */
export const editedPlaysIn = (sql: SqlClient.SqlClient, { counts, nameFilter, zone }: PlayStore) => {
  const showDue = showDuePlays(sql, zone, counts)
  const log = editLogIn(sql, "listening")
  const names = editedNamesIn(sql, { counts, log, nameFilter, zone })

  const remove = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    yield* names.noteSpelling(ids)
    yield* takePlays(sql, ids)
    yield* sql`update edited_plays set track_id = null, album_id = null, is_due = true where id = any(${texts(ids)})`
    yield* showDue
  }, Effect.orDie)

  const edits = editItems(log, editedPlays, {
    read: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      return readEditedPlays(
        yield* sql`select found.id, coalesce(artists.told_name, artists.name) as artist,
            coalesce(tracks.told_name, tracks.name) as track, coalesce(albums.told_name, albums.name, '') as album,
            '' as image_url, found.played_at
          from (
            select wanted.id, play.played_at, coalesce(edited.track_id, play.track_id) as track_id,
              coalesce(edited.album_id, play.album_id) as album_id
            from ${playsByIds(sql, ids)} ${ofIds(sql)}
          ) as found
          join tracks on tracks.id = found.track_id
          join artists on artists.id = coalesce(tracks.told_artist_id, tracks.artist_id)
          left join albums on albums.id = found.album_id`,
      )
    }, Effect.orDie),
    put: Effect.fnUntraced(function* (plays: ReadonlyArray<EditedPlay>) {
      if (plays.length === 0) return
      const wanted = new Names()
      const rows = plays.map(({ album, artist, id, imageUrl, playedAt, track }) => {
        const by = wanted.artist(artist)
        return {
          id,
          playedAt,
          imageUrl,
          track: wanted.track(by, track),
          album: album === "" ? undefined : wanted.album(by, album),
        }
      })
      yield* names.noteSpelling(rows.map(({ id }) => id))
      yield* lookUpNames(sql, wanted, yield* nameFilter, names.settle, true)
      yield* storeImages(sql, rows)
      const ids = texts(rows.map(({ id }) => id))
      const times = instants(rows.map(({ playedAt }) => playedAt))
      const tracks = ints(rows.map(({ track }) => track.id))
      const albums = ints(rows.map(({ album }) => album?.id ?? null))
      yield* takePlays(
        sql,
        rows.map(({ id }) => id),
      )
      yield* sql`insert into edited_plays (id, played_at, track_id, album_id, is_due)
        select *, true from unnest(${ids}, ${times}, ${tracks}, ${albums})
        on conflict (id) do update set played_at = excluded.played_at, track_id = excluded.track_id,
          album_id = excluded.album_id, is_due = true`
      yield* showDue
    }, Effect.orDie),
    remove,
    same: Effect.fnUntraced(function* ({ artist, playedAt, track }: EditedPlay) {
      const shown = readShownPlays(
        yield* sql`select ${shownPlayId(sql)} as id, artists.name as artist, tracks.name as track, played_at
          from scrobbles as play
          join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
          where played_at = ${instant(playedAt)}`,
      )
      return shown.find((one) => tellingId(one) === tellingId({ artist, playedAt, track }))?.id
    }, Effect.orDie),
  })
  const atSamePlace = Effect.fnUntraced(function* (id: string) {
    return readPlayIds(
      yield* sql`select other.id from edited_plays as edited join edited_plays as other using (played_at)
        join tracks on tracks.id = edited.track_id join tracks as others on others.id = other.track_id
        where edited.id = ${id} and coalesce(tracks.leads_to, tracks.id) = coalesce(others.leads_to, others.id)
        order by other.id`,
    )
  }, Effect.orDie)

  /** The stored albums of edited plays, where these plays are told with another spelling of the album. */
  const albumsToldOtherwise = Effect.fnUntraced(function* (plays: ReadonlyArray<Play>) {
    const stored = new Map(
      readPlayAlbums(
        yield* sql`select edited_plays.id, album_id, coalesce(told_name, name) as album from edited_plays
          join albums on albums.id = album_id where edited_plays.id = any(${texts(plays.map(idOf))})`,
      ).map((one) => [one.id, one]),
    )
    return plays.map((play) => {
      const known = stored.get(idOf(play))
      if (play.album === undefined || known === undefined) return play.album?.id ?? null
      return spellingKey(known.album) === spellingKey(play.album.name) ? known.albumId : play.album.id
    })
  })

  /** Stores told plays that share their place with edited ones. Gives the number of those that are new or have moved. */
  const place = Effect.fnUntraced(function* (plays: ReadonlyArray<Play>) {
    if (plays.length === 0) return 0
    const ids = plays.map(idOf)
    yield* storeImages(sql, plays)
    yield* takePlays(sql, ids)
    const changed =
      yield* sql`insert into edited_plays as edited (id, played_at, track_id, album_id, sources, is_due)
      select *, true from unnest(${texts(ids)}, ${instants(plays.map(({ playedAt }) => playedAt))},
        ${ints(plays.map(({ track }) => track.id))}, ${ints(yield* albumsToldOtherwise(plays))},
        ${ints(plays.map(({ sources }) => sources))})
      on conflict (id) do update set album_id = excluded.album_id, is_due = true
        where excluded.album_id <> edited.album_id or (excluded.album_id is not null and edited.album_id is null)
      returning 1`
    yield* showDue
    return changed.length
  })

  /** Plays with the track in the spelling in which each was told first. */
  const asToldFirst = Effect.fnUntraced(function* (plays: ReadonlyArray<Play>) {
    const shared = plays.filter(({ track }) => track.isShared)
    if (shared.length === 0) return plays
    const tracks = new Map(shared.map(({ track }) => [track.id, track]))
    const rows = readSpellings(
      yield* sql`select track.id as spelled, other.id, coalesce(artists.told_name, artists.name) as artist,
          coalesce(other.told_name, other.name) as track
        from tracks as track join tracks as other on other.leads_to = track.leads_to and other.id <> track.id
        join artists on artists.id = coalesce(other.told_artist_id, other.artist_id)
        where track.id = any(${ints([...tracks.keys()])})`,
    )
    const spellings = Map.groupBy(
      rows.filter(({ artist, spelled, track }) => {
        const own = tracks.get(spelled)
        return own !== undefined && trackSpelling(own.artist.name, own.name) === trackSpelling(artist, track)
      }),
      ({ spelled }) => spelled,
    )
    const otherId = (id: number, playedAt: number) => playId({ trackId: TrackId.make(id), playedAt })
    const ids = texts(
      shared.flatMap(({ playedAt, track }) =>
        (spellings.get(track.id) ?? []).map(({ id }) => otherId(id, playedAt)),
      ),
    )
    const stored = new Set(
      readPlayIds(
        yield* sql`select id from edited_plays where id = any(${ids})
          union select item_id from told_items where domain = 'listening' and type = 'play' and item_id = any(${ids})`,
      ),
    )
    return plays.map((play) => {
      const first = spellings.get(play.track.id)?.find(({ id }) => stored.has(otherId(id, play.playedAt)))
      if (first === undefined) return play
      const artist = { ...play.track.artist, name: first.artist }
      return { ...play, track: { ...play.track, id: first.id, name: first.track, artist } }
    })
  })

  /** True where an edit, or another spelling, may show a play elsewhere than it was told. */
  const areThere = Effect.orDie(
    Effect.map(
      sql`select where exists (select from edits where domain = 'listening')
        or exists (select from artists where leads_to is not null)
        or exists (select from albums where leads_to is not null)
        or exists (select from tracks where leads_to is not null)`,
      (rows) => rows.length > 0,
    ),
  )

  const tellPlays: EditedTelling = Effect.fnUntraced(function* (given) {
    if (!(yield* areThere)) return { changed: 0, untouched: given }
    const plays = yield* asToldFirst(given)
    const byId = new Map(plays.map((play) => [idOf(play), play]))
    const told = yield* edits.tell(Array.from(byId, ([id, play]) => itemOf(id, play)))
    const others = told.untouched.flatMap(({ id }) => byId.get(id) ?? [])
    const times = instants(others.map(({ playedAt }) => playedAt))
    const positions = new Set(
      readPositions(
        yield* sql`select position::int from unnest(${times}) with ordinality as given (played_at, position)
          where exists (select from edited_plays where edited_plays.played_at = given.played_at)`,
      ),
    )
    const shared = new Set(
      others.filter(
        ({ album, track }, at) => track.isShared || album?.isShared === true || positions.has(at + 1),
      ),
    )
    const placed = yield* place([...shared])
    return { changed: told.changed + placed, untouched: others.filter((play) => !shared.has(play)) }
  })

  const plays: PlayEdits = editPlaces(edits, atSamePlace, standingIn(sql))
  return {
    plays,
    remove,
    /** The ids that these lead to by merges. */
    leads: (ids: ReadonlyArray<string>) =>
      Effect.map(log.edits, (all) => {
        const standing = new StandingEdits(all)
        return ids.map((id) => standing.rootOf("play", id))
      }),
    names: names.edits,
    areThere,
    /** The edits as the writer knows them. */
    writer: { names: names.settle, tellPlays } satisfies WriterEdits,
    joinSpellings: names.joinSpellings,
    spell: Effect.orDie(names.spell),
  }
}
