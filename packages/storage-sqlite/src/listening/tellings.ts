import {
  type HiddenTelling,
  playId,
  playPartsOf,
  type StoredTelling,
  tellingId,
  type TellingRows,
  type TimeSpan,
  type ToldPlay,
  TrackId,
} from "@daybook/listening"
import * as Effect from "effect/Effect"
import type { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import { standsForAnother } from "./placedPlays.ts"
import {
  hiddenTellings,
  readAlbumNames,
  readIds,
  readToldPlays,
  readTrackNames,
  splitTellings,
} from "./rows.ts"
import type { SourceSets } from "./sourceSets.ts"

/** The told names of some tracks, by id. */
const tracksByIds = ({ all, sql }: Database["Service"], ids: ReadonlyArray<number>) =>
  new Map(
    readTrackNames(
      all(sql`select tracks.id, artists.told_name as artist, tracks.told_name as track
        from tracks join artists on artists.id = tracks.told_artist_id
        where tracks.id in (select value from json_each(${jsonList(ids)}))`),
    ).map((one) => [one.id, one]),
  )

/** The id of the play of a telling; undefined if its track was never stored. */
export const playIdOf = ({ all, sql }: Database["Service"], { artist, playedAt, track }: ToldPlay) => {
  const [id] = readIds(
    all(sql`select tracks.id from tracks join artists on artists.id = tracks.told_artist_id
      where artists.told_name = ${artist} and tracks.told_name = ${track}`),
  )
  return id === undefined ? undefined : playId({ trackId: TrackId.make(id), playedAt })
}

/** The telling that has the id of a play; undefined if the id is of none. */
export const tellingOf = (database: Database["Service"], id: string): ToldPlay | undefined => {
  const { playedAt, trackId } = playPartsOf(id)
  const names = trackId === 0 ? undefined : tracksByIds(database, [trackId]).get(trackId)
  return names === undefined ? undefined : { artist: names.artist, track: names.track, playedAt }
}

/** The telling that stands for another; undefined if that stands itself. */
export const behindOf = (
  { all, sql }: Database["Service"],
  { artist, playedAt, track }: ToldPlay,
): ToldPlay | undefined => {
  const [hidden] = hiddenTellings.read(
    all(sql`select ${hiddenTellings.columns} from hidden_tellings
      where played_at = ${playedAt} and artist = ${artist} and track = ${track}`),
  )
  return hidden && { playedAt: hidden.behindAt, artist: hidden.behindArtist, track: hidden.behindTrack }
}

/** The id of the play that stands for the one with this id: itself unless it is behind another. */
export const standingIn =
  (database: Database["Service"]) =>
  (id: string): Effect.Effect<string> =>
    Effect.sync(() => {
      const telling = tellingOf(database, id)
      const behind = telling && behindOf(database, telling)
      return (behind && playIdOf(database, behind)) ?? id
    })

/**
 * The tellings of plays. A play that one telling stands for is the row of `scrobbles` alone; others are in
 * `hidden_tellings`. To be made within one transaction.
 */
export const tellingsIn = (
  database: Database["Service"],
  sets: SourceSets,
  dropPlays: (ids: ReadonlyArray<string>) => Effect.Effect<void>,
  hasEdits: boolean,
): TellingRows<never> => {
  const { all, many, sql } = database
  const names = new Map<number, ToldPlay>()
  const albums = new Map<number, string>()
  const trackIds = new Map<string, number>()

  const learn = (tracks: ReadonlyArray<number>, albumIds: ReadonlyArray<number>): void => {
    const unknown = [...new Set(tracks)].filter((id) => !names.has(id))
    for (const [id, one] of tracksByIds(database, unknown)) names.set(id, { ...one, playedAt: 0 })
    const unnamed = [...new Set(albumIds)].filter((id) => id !== 0 && !albums.has(id))
    const rows = all(sql`select id, told_name as name from albums
      where id in (select value from json_each(${jsonList(unnamed)}))`)
    for (const { id, name } of readAlbumNames(rows)) albums.set(id, name)
  }

  /** Rows of a table between the ends of each span. */
  const inSpans = (
    spans: ReadonlyArray<TimeSpan>,
    select: (from: number, to: number) => ReadonlyArray<unknown>,
  ) => spans.flatMap(({ from, to }) => select(from, to))

  /** Plays that stand as they are told: those of some sets of sources, if some are given. */
  const plainPlays = (some: ReadonlyArray<number> | undefined) => (from: number, to: number) =>
    all(sql`select played_at, track_id, coalesce(album_id, 0) as album_id, sources, ${
      hasEdits
        ? sql`exists (select 1 from told_items where domain = 'listening' and type = 'play'
            and item_id = play.track_id || ':' || play.played_at)`
        : sql`0`
    } as is_edited
      from scrobbles as play where played_at between ${from} and ${to}
        and ${some === undefined ? sql`true` : sql`sources in (select value from json_each(${jsonList(some)}))`}
        and ${hasEdits ? sql`not ${standsForAnother(sql)}` : sql`true`}`)

  /** Plays that edits by hand touch, as they are told, be they shown or not. */
  const editedPlays = (spans: ReadonlyArray<TimeSpan>) => {
    const isWithin = (at: number) => spans.some(({ from, to }) => at >= from && at <= to)
    const told = sql`select item_id from told_items where domain = 'listening' and type = 'play'`
    // Ids of plays that were added by hand have no track and no time.
    return readToldPlays(
      all(sql`select cast(substr(id, instr(id, ':') + 1) as int) as played_at, cast(id as int) as track_id,
          coalesce(album_id, 0) as album_id, sources, is_edited
        from (
          select id, album_id, sources, id in (${told}) as is_edited from edited_plays
          union all select item_id, null, 0, 1 from (${told})
            where item_id not in (select id from edited_plays)
        ) where id glob '[0-9]*:*[0-9]' and not id glob '*[^0-9:-]*'`),
    ).filter(({ playedAt }) => isWithin(playedAt))
  }

  const within = (spans: ReadonlyArray<TimeSpan>, besides?: string): ReadonlyArray<StoredTelling> => {
    const some = besides === undefined ? undefined : sets.without(besides)
    if (some?.length === 0) return []
    const [first, last] = [spans.at(0)?.from ?? 0, spans.at(-1)?.to ?? 0]
    const isEmpty =
      all(sql`select 1 from scrobbles where played_at between ${first} and ${last} limit 1`).length === 0
    const plain = isEmpty ? [] : readToldPlays(inSpans(spans, plainPlays(some)))
    const edited = hasEdits ? editedPlays(spans) : []
    const hidden = hiddenTellings.read(
      inSpans(spans, (from, to) =>
        all(
          sql`select ${hiddenTellings.columns} from hidden_tellings where played_at between ${from} and ${to}`,
        ),
      ),
    )
    const plays = [...edited, ...plain]
    // Those who ask for the plays of others look for their tracks alone.
    learn(
      plays.map(({ trackId }) => trackId),
      besides === undefined ? plays.map(({ albumId }) => albumId) : [],
    )
    const splits =
      besides === undefined && plays.length + hidden.length > 0
        ? splitTellings.read(
            inSpans(spans, (from, to) =>
              all(
                sql`select ${splitTellings.columns} from split_tellings where played_at between ${from} and ${to}`,
              ),
            ),
          )
        : []
    const splitsOf = Map.groupBy(splits, tellingId)
    const found = new Map<string, StoredTelling>()
    const add = (telling: Omit<StoredTelling, "splits">) => {
      const id = tellingId(telling)
      found.set(id, { ...telling, splits: (splitsOf.get(id) ?? []).map(({ split }) => split) })
      return id
    }
    for (const { albumId, isEdited, playedAt, sources, trackId } of plays) {
      const told = names.get(trackId)
      if (told === undefined) continue
      const id = add({
        artist: told.artist,
        track: told.track,
        playedAt,
        album: albums.get(albumId) ?? "",
        sources: sets.namesOf(sources),
        isEdited,
        behind: undefined,
      })
      trackIds.set(id, trackId)
    }
    for (const { album, artist, behindArtist, behindAt, behindTrack, playedAt, sources, track } of hidden) {
      const behind = { playedAt: behindAt, artist: behindArtist, track: behindTrack }
      add({ artist, track, playedAt, album, sources: sets.namesOf(sources), isEdited: false, behind })
    }
    return [...found.values()]
  }

  return {
    within: (spans, besides) => Effect.sync(() => within(spans, besides)),
    hide: (tellings) =>
      Effect.sync(() => {
        const rows = tellings.map(({ album, artist, behind, playedAt, sources, track }: HiddenTelling) => ({
          playedAt,
          artist,
          track,
          album,
          sources: sets.idOf(sources),
          behindAt: behind.playedAt,
          behindArtist: behind.artist,
          behindTrack: behind.track,
        }))
        many(hiddenTellings.insert(rows, hiddenTellings.replace("playedAt", "artist", "track")))
      }),
    unhide: (tellings) =>
      Effect.sync(() => {
        many({
          text: "delete from hidden_tellings where played_at = ? and artist = ? and track = ?",
          rows: tellings.map(({ artist, playedAt, track }) => [playedAt, artist, track]),
        })
      }),
    drop: (tellings) =>
      Effect.suspend(() => {
        const plays = tellings.flatMap((telling) => {
          const trackId = trackIds.get(tellingId(telling))
          return trackId === undefined ? [] : [{ trackId: TrackId.make(trackId), playedAt: telling.playedAt }]
        })
        if (hasEdits) return dropPlays(plays.map(playId))
        many({
          text: "delete from scrobbles where played_at = ? and track_id = ?",
          rows: plays.map(({ playedAt, trackId }) => [playedAt, trackId]),
        })
        return Effect.void
      }),
  }
}
