import { editItems, ActiveEdits } from "@daybook/kernel"
import {
  type EditedPlay,
  editedPlays,
  editPlaces,
  type NameFilter,
  type PlayEdits,
  playId,
  reportKey,
  TrackId,
} from "@daybook/listening"
import { placedRows, sameSpellings, storedSpelling } from "@daybook/storage-sql/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { editLogIn } from "../kernel/edits.ts"
import { instant, instants, ints, texts } from "../sql/parameters.ts"
import { editedNamesIn } from "./names/editedNames.ts"
import { lookUpNames, Names } from "./names/names.ts"
import { storeImages } from "./albumImages.ts"
import { ofIds, playsByIds, publishChangedPlays, shownPlayId, markEdited } from "./editedPlays.ts"
import type { PlayCounts } from "./playCounts.ts"
import {
  readEditedPlays,
  readPlacedTellings,
  readPlayIds,
  readPositions,
  readShownPlays,
  readSpellings,
  readTellingTracks,
} from "./rows.ts"
import type { SourceSetIndex } from "./sourceSets.ts"
import { canonicalPlayId } from "./reports.ts"
import type { EditedTelling, Play, WriterEdits } from "./writer.ts"

/** The parts of the store that edits of plays need. */
interface PlayStore {
  readonly zone: DateTime.TimeZone
  readonly counts: PlayCounts
  readonly nameFilter: Effect.Effect<NameFilter, SqlError>
}

const idOf = ({ playedAt, track }: Play): string => playId({ trackId: TrackId.make(track.id), playedAt })

/** A reported play, with the id of the play that is stored of it. */
interface PlacedTelling extends Play {
  readonly id: string
}

const itemOf = ({ album, id, imageUrl, playedAt, track }: PlacedTelling): EditedPlay => ({
  id,
  artist: track.artist.name,
  track: track.name,
  album: album?.name ?? "",
  imageUrl,
  playedAt,
})

/** The edits of plays in SQL. */
export const editedPlaysIn = (sql: SqlClient.SqlClient, { counts, nameFilter, zone }: PlayStore) => {
  const showDue = publishChangedPlays(sql, zone, counts)
  const log = editLogIn(sql, "listening")
  const names = editedNamesIn(sql, { counts, log, nameFilter, zone })

  const remove = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    yield* names.noteSpelling(ids)
    yield* markEdited(sql, ids)
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
      yield* markEdited(
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
      return shown.find((one) => reportKey(one) === reportKey({ artist, playedAt, track }))?.id
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

  /**
   * Stores reported plays that share their place with edited ones. Returns the number of new and changed
   * ones.
   */
  const place = Effect.fnUntraced(function* (plays: ReadonlyArray<PlacedTelling>, sets: SourceSetIndex) {
    if (plays.length === 0) return 0
    const ids = plays.map(({ id }) => id)
    yield* storeImages(sql, plays)
    yield* markEdited(sql, ids)
    const stored = readPlacedTellings(
      yield* sql`select edited_plays.id, coalesce(track_id, 0) as track_id, coalesce(album_id, 0) as album_id,
          coalesce(told_name, name, '') as album, sources
        from edited_plays left join albums on albums.id = album_id where edited_plays.id = any(${texts(ids)})`,
    )
    const { changed, placed: rows } = placedRows(plays, stored, sets)
    yield* sets.add(rows.map(({ sources }) => sources))
    yield* sql`insert into edited_plays as edited (id, played_at, track_id, album_id, sources, is_due)
      select *, true from unnest(${texts(ids)}, ${instants(rows.map(({ playedAt }) => playedAt))},
        ${ints(rows.map(({ trackId }) => trackId))}, ${ints(rows.map(({ albumId }) => albumId))},
        ${ints(rows.map(({ sources }) => sets.idOf(sources)))})
      on conflict (id) do update set track_id = excluded.track_id, album_id = excluded.album_id,
        sources = excluded.sources, is_due = true
      where (edited.track_id, edited.album_id, edited.sources)
        is distinct from (excluded.track_id, excluded.album_id, excluded.sources)`
    yield* showDue
    return changed
  })

  /** Plays with their ids: a play stored with another spelling of its track has that track's id and the chosen spelling. */
  const inOneSpelling = Effect.fnUntraced(function* (plays: ReadonlyArray<Play>) {
    const asTold = plays.map((play): PlacedTelling => ({ ...play, id: idOf(play) }))
    const shared = new Map(plays.flatMap(({ track }) => (track.isShared ? [[track.id, track]] : [])))
    if (shared.size === 0) return asTold
    const rows = readSpellings(
      yield* sql`select track.id as spelled, other.id, coalesce(artists.told_name, artists.name) as artist,
          coalesce(other.told_name, other.name) as track
        from tracks as track join tracks as other on other.leads_to = track.leads_to
        join artists on artists.id = coalesce(other.told_artist_id, other.artist_id)
        where track.id = any(${ints([...shared.keys()])})`,
    )
    const spellings = sameSpellings(
      rows,
      new Map(Array.from(shared, ([id, { artist, name }]) => [id, { artist: artist.name, name }])),
    )
    const idWith = (id: number, playedAt: number) => playId({ trackId: TrackId.make(id), playedAt })
    const ids = texts(
      plays.flatMap(({ playedAt, track }) =>
        (spellings.get(track.id) ?? []).map(({ id }) => idWith(id, playedAt)),
      ),
    )
    const told = sql`select item_id from told_items where domain = 'listening' and type = 'play' and item_id = any(${ids})`
    const stored = new Map(
      readTellingTracks(
        yield* sql`select id, track_id from edited_plays
          where id = any(${ids}) and track_id is not null and id not in (${told})
          union all select item_id, 0 from (${told}) as item`,
      ).map(({ id, trackId }) => [id, trackId]),
    )
    return asTold.map((play): PlacedTelling => {
      const { playedAt, track } = play
      const known = storedSpelling(spellings.get(track.id) ?? [], stored, {
        artist: track.artist.name,
        track: track.name,
        playedAt,
      })
      if (known?.shown === undefined) return { ...play, id: known?.id ?? play.id }
      const { artist: name, ...shown } = known.shown
      return {
        ...play,
        id: known.id,
        track: { ...track, id: shown.id, name: shown.track, artist: { ...track.artist, name } },
      }
    })
  })

  /** True if an edit, or another spelling, may show a play elsewhere than it was reported. */
  const areThere = Effect.orDie(
    Effect.map(
      sql`select where exists (select from edits where domain = 'listening')
        or exists (select from artists where leads_to is not null)
        or exists (select from albums where leads_to is not null)
        or exists (select from tracks where leads_to is not null)`,
      (rows) => rows.length > 0,
    ),
  )

  const submitPlays: EditedTelling = Effect.fnUntraced(function* (given, sets) {
    if (!(yield* areThere)) return { changed: 0, untouched: given }
    const byId = new Map((yield* inOneSpelling(given)).map((play) => [play.id, play]))
    const told = yield* edits.tell([...byId.values()].map(itemOf))
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
    const placed = yield* place([...shared], sets)
    return { changed: told.changed + placed, untouched: others.filter((play) => !shared.has(play)) }
  })

  const plays: PlayEdits = editPlaces(edits, atSamePlace, canonicalPlayId(sql))
  return {
    plays,
    remove,
    /** The ids that these lead to by merges. */
    leads: (ids: ReadonlyArray<string>) =>
      Effect.map(log.edits, (all) => {
        const standing = new ActiveEdits(all)
        return ids.map((id) => standing.rootOf("play", id))
      }),
    names: names.edits,
    areThere,
    /** The edits as the writer knows them. */
    writer: { names: names.settle, submitPlays } satisfies WriterEdits,
    joinSpellings: names.joinSpellings,
    spell: Effect.orDie(names.spell),
  }
}
