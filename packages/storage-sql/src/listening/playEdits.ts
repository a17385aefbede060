import { ActiveEdits, type EditLog, editItems, type EpochMillis, type WebUrl } from "@daybook/kernel"
import {
  type EditedPlay,
  editedPlays,
  editPlaces,
  type PlayEdits,
  playId,
  reportKey,
  TrackId,
} from "@daybook/listening"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { storeImages } from "./albumImages.ts"
import { ofIds, placedPlays, shownPlayId } from "./editedPlays.ts"
import type { ListeningSql } from "./listeningSql.ts"
import { placedRows, sameSpellings, storedSpelling } from "./placedRows.ts"
import { canonicalPlayId, type PlayIdsOf } from "./reports.ts"
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

interface Title {
  readonly id: number
  readonly name: string
  readonly isShared: boolean
}

/** A play of a batch. */
interface Play {
  readonly playedAt: EpochMillis
  readonly track: Title & { readonly artist: { readonly name: string } }
  readonly album: Title | undefined
  readonly imageUrl: WebUrl
  /** The set of the sources that report it. */
  readonly sources: number
}

/** The parts of a store that edits of plays need. */
interface PlayStore {
  readonly log: EditLog
  readonly playIdsOf: PlayIdsOf
  /** Finds or stores the names of plays, as edits and their spellings have them. */
  readonly lookUp: (
    plays: ReadonlyArray<EditedPlay>,
  ) => Effect.Effect<ReadonlyArray<Pick<Play, "track" | "album">>, SqlError>
  /** Notes the names that these plays spell. */
  readonly noteSpelling: (ids: ReadonlyArray<string>) => Effect.Effect<void, SqlError>
  /** Shows the plays that are due. */
  readonly showDue: Effect.Effect<unknown, SqlError>
}

const idOf = ({ playedAt, track }: Play): string => playId({ trackId: TrackId.make(track.id), playedAt })

/** A reported play, with the id of the play that is stored of it. */
type PlacedTelling<P extends Play = Play> = P & { readonly id: string }

const itemOf = ({ album, id, imageUrl, playedAt, track }: PlacedTelling): EditedPlay => ({
  id,
  artist: track.artist.name,
  track: track.name,
  album: album?.name ?? "",
  imageUrl,
  playedAt,
})

/** Reads and writes edited plays. */
const editedRows = (database: ListeningSql, { lookUp, noteSpelling, showDue }: PlayStore) => {
  const { amongTexts, given, instant, sql, toldArtistId, toldName } = database
  const placed = placedPlays(database)
  const told = (table: string) => sql.literal(toldName(table))

  return {
    read: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      return readEditedPlays(
        yield* sql`select found.id, ${told("artists")} as artist, ${told("tracks")} as track,
            coalesce(${told("albums")}, '') as album, '' as image_url, found.played_at
          from (
            select wanted.id, play.played_at, coalesce(edited.track_id, play.track_id) as track_id,
              coalesce(edited.album_id, play.album_id) as album_id
            from ${ofIds(database, ids)}
          ) as found
          join tracks on tracks.id = found.track_id
          join artists on artists.id = ${sql.literal(toldArtistId("tracks"))}
          left join albums on albums.id = found.album_id`,
      )
    }, Effect.orDie),
    put: Effect.fnUntraced(function* (plays: ReadonlyArray<EditedPlay>) {
      if (plays.length === 0) return
      const names = yield* lookUp(plays)
      const ids = plays.map(({ id }) => id)
      yield* noteSpelling(ids)
      yield* storeImages(
        database,
        plays.map(({ imageUrl }, at) => ({ imageUrl, album: names[at]?.album })),
      )
      yield* placed.take(ids)
      const rows = given("made", {
        id: ["text", ids],
        played_at: ["instant", plays.map(({ playedAt }) => playedAt)],
        track_id: ["int", names.map(({ track }) => track.id)],
        album_id: ["int", names.map(({ album }) => album?.id ?? null)],
      })
      yield* sql`insert into edited_plays (id, played_at, track_id, album_id, is_due)
        select id, played_at, track_id, album_id, true from ${rows} where true
        on conflict (id) do update set played_at = excluded.played_at, track_id = excluded.track_id,
          album_id = excluded.album_id, is_due = true`
      yield* showDue
      yield* noteSpelling(ids)
    }, Effect.orDie),
    remove: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      yield* noteSpelling(ids)
      yield* placed.take(ids)
      yield* sql`update edited_plays set track_id = null, album_id = null, is_due = true where ${amongTexts("id", ids)}`
      yield* showDue
    }, Effect.orDie),
    same: Effect.fnUntraced(function* ({ artist, playedAt, track }: EditedPlay) {
      const shown = readShownPlays(
        yield* sql`select ${shownPlayId(database)} as id, artists.name as artist, tracks.name as track, played_at
          from scrobbles as play
          join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
          where played_at = ${instant(playedAt)}`,
      )
      return shown.find((one) => reportKey(one) === reportKey({ artist, playedAt, track }))?.id
    }, Effect.orDie),
  }
}

/** Makes the function that stores reported plays which share their place with edited ones, and returns how many are new or changed. */
const placing = (database: ListeningSql, showDue: PlayStore["showDue"]) => {
  const { amongTexts, given, sql, toldName } = database
  const placed = placedPlays(database)

  return Effect.fnUntraced(function* (plays: ReadonlyArray<PlacedTelling>, sets: SourceSetIndex) {
    if (plays.length === 0) return 0
    const ids = plays.map(({ id }) => id)
    yield* storeImages(database, plays)
    yield* placed.take(ids)
    const stored = readPlacedTellings(
      yield* sql`select edited_plays.id, coalesce(track_id, 0) as track_id, coalesce(album_id, 0) as album_id,
          coalesce(${sql.literal(toldName("albums"))}, '') as album, sources
        from edited_plays left join albums on albums.id = album_id where ${amongTexts("edited_plays.id", ids)}`,
    )
    const { changed, placed: rows } = placedRows(plays, stored, sets)
    yield* sets.add(rows.map(({ sources }) => sources))
    const made = given("made", {
      id: ["text", ids],
      played_at: ["instant", rows.map(({ playedAt }) => playedAt)],
      track_id: ["int", rows.map(({ trackId }) => trackId)],
      album_id: ["int", rows.map(({ albumId }) => albumId)],
      sources: ["int", rows.map(({ sources }) => sets.idOf(sources))],
    })
    yield* sql`insert into edited_plays as edited (id, played_at, track_id, album_id, sources, is_due)
      select id, played_at, track_id, album_id, sources, true from ${made} where true
      on conflict (id) do update set track_id = excluded.track_id, album_id = excluded.album_id,
        sources = excluded.sources, is_due = true
      where edited.track_id is distinct from excluded.track_id
        or edited.album_id is distinct from excluded.album_id or edited.sources <> excluded.sources`
    yield* showDue
    return changed
  })
}

/** Plays with their ids: a play stored with another spelling of its track has that track's id and the chosen spelling. */
const inOneSpelling = Effect.fnUntraced(function* <P extends Play>(
  database: ListeningSql,
  plays: ReadonlyArray<P>,
) {
  const { amongNumbers, amongTexts, sql, toldArtistId, toldName } = database
  const told = (table: string) => sql.literal(toldName(table))
  const shared = new Map(plays.flatMap(({ track }) => (track.isShared ? [[track.id, track]] : [])))
  if (shared.size === 0) return plays.map((play): PlacedTelling<P> => ({ ...play, id: idOf(play) }))
  const spellings = sameSpellings(
    readSpellings(
      yield* sql`select track.id as spelled, other.id, ${told("artists")} as artist, ${told("other")} as track
          from tracks as track join tracks as other on other.leads_to = track.leads_to
          join artists on artists.id = ${sql.literal(toldArtistId("other"))}
          where ${amongNumbers("track.id", [...shared.keys()])}`,
    ),
    new Map(Array.from(shared, ([id, { artist, name }]) => [id, { artist: artist.name, name }])),
  )
  const ids = plays.flatMap(({ playedAt, track }) =>
    (spellings.get(track.id) ?? []).map(({ id }) => playId({ trackId: TrackId.make(id), playedAt })),
  )
  const items = sql`select item_id from told_items
      where domain = 'listening' and type = 'play' and ${amongTexts("item_id", ids)}`
  const stored = new Map(
    readTellingTracks(
      yield* sql`select id, track_id from edited_plays
          where ${amongTexts("id", ids)} and track_id is not null and id not in (${items})
          union all select item_id, 0 from (${items}) as item`,
    ).map(({ id, trackId }) => [id, trackId]),
  )
  return plays.map((play): PlacedTelling<P> => {
    const { playedAt, track } = play
    const known = storedSpelling(spellings.get(track.id) ?? [], stored, {
      artist: track.artist.name,
      track: track.name,
      playedAt,
    })
    if (known?.shown === undefined) return { ...play, id: known?.id ?? idOf(play) }
    const { artist, id, track: name } = known.shown
    return {
      ...play,
      id: known.id,
      track: { ...track, id, name, artist: { ...track.artist, name: artist } },
    }
  })
})

/** The edits of plays. */
export const playEditsOf = <P extends Play>(database: ListeningSql, store: PlayStore) => {
  const { given, sql } = database
  const { log, playIdsOf, showDue } = store
  const rows = editedRows(database, store)
  const edits = editItems(log, editedPlays, rows)
  const place = placing(database, showDue)

  const atSamePlace = Effect.fnUntraced(function* (id: string) {
    return readPlayIds(
      yield* sql`select other.id from edited_plays as edited join edited_plays as other using (played_at)
        join tracks on tracks.id = edited.track_id join tracks as others on others.id = other.track_id
        where edited.id = ${id} and coalesce(tracks.leads_to, tracks.id) = coalesce(others.leads_to, others.id)
        order by other.id`,
    )
  }, Effect.orDie)

  /** True if an edit, or another spelling, may show a play elsewhere than it was reported. */
  const areThere = Effect.map(
    sql`select 1 where exists (select 1 from edits where domain = 'listening')
      or exists (select 1 from artists where leads_to is not null)
      or exists (select 1 from albums where leads_to is not null)
      or exists (select 1 from tracks where leads_to is not null)`,
    (rows) => rows.length > 0,
  ).pipe(Effect.orDie)

  /** Takes over the plays of a batch that edits, or several spellings, touch. The writer stores the others. */
  const submitPlays = Effect.fnUntraced(function* (plays: ReadonlyArray<P>, sets: SourceSetIndex) {
    if (!(yield* areThere)) return { changed: 0, untouched: plays }
    const byId = new Map((yield* inOneSpelling(database, plays)).map((play) => [play.id, play]))
    const told = yield* edits.tell([...byId.values()].map(itemOf))
    const others = told.untouched.flatMap(({ id }) => byId.get(id) ?? [])
    const wanted = given("wanted", { at: ["instant", others.map(({ playedAt }) => playedAt)] })
    const times = new Set(
      readTimes(
        yield* sql`select distinct played_at from ${wanted} join edited_plays as edited on edited.played_at = wanted.at`,
      ),
    )
    const isShared = ({ album, playedAt, track }: P) =>
      track.isShared || album?.isShared === true || times.has(playedAt)
    const placedNow = yield* place(others.filter(isShared), sets)
    return { changed: told.changed + placedNow, untouched: others.filter((play) => !isShared(play)) }
  })

  const plays: PlayEdits = editPlaces(edits, atSamePlace, canonicalPlayId(database, playIdsOf))
  return {
    plays,
    remove: rows.remove,
    /** The ids that these lead to by merges. */
    leads: (ids: ReadonlyArray<string>) =>
      Effect.map(log.edits, (all) => {
        const standing = new ActiveEdits(all)
        return ids.map((id) => standing.rootOf("play", id))
      }),
    areThere,
    submitPlays,
  }
}
