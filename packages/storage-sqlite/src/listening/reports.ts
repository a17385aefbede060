import {
  type SupersededReport,
  playPartsOf,
  respelledTellings,
  type StoredReport,
  reportKey,
  type ReportTable,
  type TimeSpan,
  type ReportedPlay,
} from "@daybook/listening"
import { reportReader, superseded, supersededRow } from "@daybook/storage-sql/listening"
import * as Effect from "effect/Effect"
import type { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import { isCanonical, toldPlayId } from "./editedPlays.ts"
import {
  hiddenTellings,
  readAlbumNames,
  readPlayIds,
  readToldPlays,
  readTrackNames,
  splitTellings,
} from "./rows.ts"
import { type SourceSetIndex, sourceSetsIn } from "./sourceSets.ts"

/** The reported names of some tracks, by id. */
export const tracksByIds = ({ all, sql }: Database["Service"], ids: ReadonlyArray<number>) =>
  new Map(
    readTrackNames(
      all(sql`select tracks.id, artists.told_name as artist, tracks.told_name as track
        from tracks join artists on artists.id = tracks.told_artist_id
        where tracks.id in (select value from json_each(${jsonList(ids)}))`),
    ).map((one) => [one.id, one]),
  )

/** The id of the play of a report; undefined if its track was never stored. */
export const playIdOf = ({ all, sql }: Database["Service"], { artist, playedAt, track }: ReportedPlay) => {
  // The id of a play is by the spelling that came first.
  return readPlayIds(
    all(sql`select coalesce((
          select edited.id from edited_plays as edited
          where edited.played_at = ${playedAt} and edited.track_id = tracks.id order by edited.id <> tracks.id || ':' || ${playedAt}
        ), tracks.id || ':' || ${playedAt}) as id
      from tracks join artists on artists.id = tracks.told_artist_id
      where artists.told_name = ${artist} and tracks.told_name = ${track}`),
  )[0]
}

/** The report that has the id of a play; undefined if the id is of none. */
export const tellingOf = (database: Database["Service"], id: string): ReportedPlay | undefined => {
  const { playedAt, trackId } = playPartsOf(id)
  const names = trackId === 0 ? undefined : tracksByIds(database, [trackId]).get(trackId)
  return names === undefined ? undefined : { artist: names.artist, track: names.track, playedAt }
}

/** The report that stands for another; undefined if it counts itself. */
export const behindOf = (
  { all, sql }: Database["Service"],
  telling: ReportedPlay,
): ReportedPlay | undefined => {
  const hidden = hiddenTellings
    .read(
      all(sql`select ${hiddenTellings.columns} from hidden_tellings where played_at = ${telling.playedAt}`),
    )
    .find((one) => reportKey(one) === reportKey(telling))
  return hidden && { playedAt: hidden.behindAt, artist: hidden.behindArtist, track: hidden.behindTrack }
}

/** The id of the play that stands for the one with this id: itself unless it is behind another. */
export const canonicalPlayId =
  (database: Database["Service"]) =>
  (id: string): Effect.Effect<string> =>
    Effect.sync(() => {
      const telling = tellingOf(database, id)
      const behind = telling && behindOf(database, telling)
      return (behind && playIdOf(database, behind)) ?? id
    })

/** Takes out the hidden reports with another spelling of a stored one, and returns them by their sources. */
export const respelledTellingsIn = (database: Database["Service"]) => {
  const { all, many, sql } = database
  const sets = sourceSetsIn(database)
  const hidden = hiddenTellings
    .read(
      all(sql`select ${hiddenTellings.columns} from hidden_tellings where played_at = behind_at
        or played_at in (select played_at from hidden_tellings group by played_at having count(*) > 1)`),
    )
    .map((one) => ({ ...superseded(one, sets), splits: [] }))
  const respelled = respelledTellings(hidden)
  many({
    text: "delete from hidden_tellings where played_at = ? and artist = ? and track = ?",
    rows: respelled.map(({ telling: { artist, playedAt, track } }) => [playedAt, artist, track]),
  })
  return respelled.flatMap(({ play, telling }) => telling.sources.map((source) => ({ source, play })))
}

/**
 * The reports of plays. A play with one report is only a row of `scrobbles`; further reports are in
 * `hidden_tellings`. To be made within one transaction.
 */
export const reportStore = (
  database: Database["Service"],
  sets: SourceSetIndex,
  dropPlays: (ids: ReadonlyArray<string>) => Effect.Effect<void>,
  hasEdits: boolean,
): ReportTable<never> => {
  const { all, many, sql } = database
  const { learnAlbums, learnTracks, playIdsOf, read, unnamed } = reportReader(sets)

  const learn = (tracks: ReadonlyArray<number>, albums: ReadonlyArray<number>): void => {
    learnTracks(tracksByIds(database, tracks).values())
    const rows = all(sql`select id, told_name as name from albums
      where id in (select value from json_each(${jsonList(albums)}))`)
    learnAlbums(readAlbumNames(rows))
  }

  /** Rows of a table between the ends of each span. */
  const inSpans = (
    spans: ReadonlyArray<TimeSpan>,
    select: (from: number, to: number) => ReadonlyArray<unknown>,
  ) => spans.flatMap(({ from, to }) => select(from, to))

  /** Plays that count as reported; only of the given sets of sources, if any. */
  const plainPlays = (some: ReadonlyArray<number> | undefined) => (from: number, to: number) =>
    all(sql`select ${sql.literal(toldPlayId("play"))} as id, played_at, track_id, coalesce(album_id, 0) as album_id, sources, ${
      hasEdits
        ? sql`exists (select 1 from told_items where domain = 'listening' and type = 'play'
            and item_id = play.track_id || ':' || play.played_at)`
        : sql`0`
    } as is_edited
      from scrobbles as play where played_at between ${from} and ${to}
        and ${some === undefined ? sql`true` : sql`sources in (select value from json_each(${jsonList(some)}))`}
        and ${hasEdits ? sql`not ${isCanonical(sql)}` : sql`true`}`)

  const told = sql`select item_id from told_items where domain = 'listening' and type = 'play'`
  const idParts = sql.literal(
    "cast(substr(id, instr(id, ':') + 1) as int) as played_at, cast(id as int) as track_id",
  )

  /** Plays that edits touch, as they are reported, shown or not. */
  const editedPlays = (spans: ReadonlyArray<TimeSpan>) => {
    const isWithin = (at: number) => spans.some(({ from, to }) => at >= from && at <= to)
    // Ids of plays that were added manually have no track and no time.
    return readToldPlays(
      all(sql`select id, ${idParts}, coalesce(album_id, 0) as album_id, sources, 1 as is_edited
        from (
          select item_id as id, album_id, coalesce(sources, 0) as sources
          from (${told}) left join edited_plays on edited_plays.id = item_id
        ) where id glob '[0-9]*:*[0-9]' and not id glob '*[^0-9:-]*'`),
    ).filter(({ playedAt }) => isWithin(playedAt))
  }

  /**
   * Plays that only aliased names move, or that share their place with others: they are at the time that was
   * reported.
   */
  const ledPlays = (from: number, to: number) =>
    all(sql`select id, played_at, track_id, coalesce(album_id, 0) as album_id, sources, 0 as is_edited from edited_plays
      where played_at between ${from} and ${to} and id not in (${told}) and id glob '[0-9]*' and track_id is not null`)

  const within = (spans: ReadonlyArray<TimeSpan>, besides?: string): ReadonlyArray<StoredReport> => {
    const some = besides === undefined ? undefined : sets.without(besides)
    if (some?.length === 0) return []
    const [first, last] = [spans.at(0)?.from ?? 0, spans.at(-1)?.to ?? 0]
    const isEmpty =
      all(sql`select 1 from scrobbles where played_at between ${first} and ${last} limit 1`).length === 0
    const plain = isEmpty ? [] : readToldPlays(inSpans(spans, plainPlays(some)))
    const edited = hasEdits ? [...editedPlays(spans), ...readToldPlays(inSpans(spans, ledPlays))] : []
    const hidden = hiddenTellings.read(
      inSpans(spans, (from, to) =>
        all(
          sql`select ${hiddenTellings.columns} from hidden_tellings where played_at between ${from} and ${to}`,
        ),
      ),
    )
    const plays = [...edited, ...plain]
    // Those who request the plays of others look only for their tracks.
    const unknown = unnamed(plays)
    learn(unknown.tracks, besides === undefined ? unknown.albums : [])
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
    return read({ hidden, plays, splits })
  }

  return {
    within: (spans, besides) => Effect.sync(() => within(spans, besides)),
    hide: (tellings) =>
      Effect.sync(() => {
        const rows = tellings.map((telling: SupersededReport) => supersededRow(telling, sets))
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
        const ids = playIdsOf(tellings)
        if (hasEdits) return dropPlays(ids)
        many({
          text: "delete from scrobbles where played_at = ? and track_id = ?",
          rows: ids.map(playPartsOf).map(({ playedAt, trackId }) => [playedAt, trackId]),
        })
        return Effect.void
      }),
  }
}
