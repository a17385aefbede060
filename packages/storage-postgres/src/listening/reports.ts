import {
  type SupersededReport,
  playPartsOf,
  playId,
  respelledTellings,
  reportKey,
  type ReportTable,
  type TimeSpan,
  type ReportedPlay,
  TrackId,
} from "@daybook/listening"
import type { EpochMillis } from "@daybook/kernel"
import { mustFind } from "@daybook/storage-sql"
import { reportReader, superseded, supersededRow } from "@daybook/storage-sql/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { instant, instants, ints, texts } from "../sql/parameters.ts"
import { countHours, hourColumns } from "./changedHours.ts"
import { isCanonical, toldPlayId } from "./editedPlays.ts"
import type { PlayCounts } from "./playCounts.ts"
import {
  hiddenTellings,
  readAlbumNames,
  readFoundTracks,
  readHours,
  readPlacedIds,
  readToldPlays,
  readTrackNames,
  splitTellings,
} from "./rows.ts"
import { type SourceSetIndex, sourceSetsIn } from "./sourceSets.ts"

/** The parts of the store that reports need. */
interface TellingStore {
  readonly zone: DateTime.TimeZone
  readonly counts: PlayCounts
  /** Removes plays, some of which may be moved by edits. */
  readonly dropEdited: (ids: ReadonlyArray<string>) => Effect.Effect<void>
}

/** The reported names of some tracks, by id. */
export const tracksByIds = (sql: SqlClient.SqlClient, ids: ReadonlyArray<number>) =>
  Effect.map(
    sql`select tracks.id, coalesce(artists.told_name, artists.name) as artist, coalesce(tracks.told_name, tracks.name) as track
      from tracks join artists on artists.id = coalesce(tracks.told_artist_id, tracks.artist_id)
      where tracks.id = any(${ints(ids)})`,
    (rows) => new Map(readTrackNames(rows).map((one) => [one.id, one])),
  )

/** A select of the ids of tracks by the names that they are reported by, with the positions of these. */
const tracksByNames = (tellings: ReadonlyArray<ReportedPlay>, sql: SqlClient.SqlClient): Fragment =>
  sql`select position::int, track.id
    from unnest(${texts(tellings.map(({ artist }) => artist))}, ${texts(tellings.map(({ track }) => track))})
      with ordinality as given (artist, track, position)
    cross join lateral (
      select id from artists where told_name is null and name = given.artist
      union all select id from artists where told_name = given.artist limit 1
    ) as artist
    cross join lateral (
      select id from tracks where told_name is null and artist_id = artist.id and name = given.track
      union all select id from tracks where told_artist_id = artist.id and told_name = given.track limit 1
    ) as track`

const playIdOf = (trackId: number, playedAt: EpochMillis): string =>
  playId({ trackId: TrackId.make(trackId), playedAt })

/** The ids of the plays of reports; undefined if the track was never shown. */
export const playIdsOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  tellings: ReadonlyArray<ReportedPlay>,
) {
  const tracks = new Map(
    readFoundTracks(yield* sql`${tracksByNames(tellings, sql)}`).map(({ id, position }) => [
      position - 1,
      id,
    ]),
  )
  const plays = tellings.flatMap(({ playedAt }, at) => {
    const trackId = tracks.get(at)
    return trackId === undefined ? [] : [{ at, playedAt, trackId, id: playIdOf(trackId, playedAt) }]
  })
  // The id of a play is by the spelling that came first.
  const placed = readPlacedIds(
    yield* sql`select position::int, edited.id
      from unnest(${instants(plays.map(({ playedAt }) => playedAt))}, ${ints(plays.map(({ trackId }) => trackId))},
        ${texts(plays.map(({ id }) => id))}) with ordinality as given (played_at, track_id, id, position)
      cross join lateral (
        select id from edited_plays where edited_plays.played_at = given.played_at and edited_plays.track_id = given.track_id
        order by edited_plays.id <> given.id limit 1
      ) as edited`,
  )
  const ids = new Map(plays.map(({ at, id }) => [at, id]))
  for (const { id, position } of placed) ids.set(mustFind(plays[position - 1], "play", position).at, id)
  return tellings.map((_, at) => ids.get(at))
})

/** The report that has the id of a play; undefined if the id is of none. */
export const tellingOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, id: string) {
  const { playedAt, trackId } = playPartsOf(id)
  if (trackId === 0) return undefined
  const names = (yield* tracksByIds(sql, [trackId])).get(trackId)
  return names === undefined ? undefined : { artist: names.artist, track: names.track, playedAt }
})

/** The canonical report of another; undefined if that one is canonical. */
export const behindOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, telling: ReportedPlay) {
  const hidden = hiddenTellings
    .read(
      yield* sql`select ${hiddenTellings.columns} from hidden_tellings where played_at = ${instant(telling.playedAt)}`,
    )
    .find((one) => reportKey(one) === reportKey(telling))
  return hidden && { playedAt: hidden.behindAt, artist: hidden.behindArtist, track: hidden.behindTrack }
})

/** The id of the play that stands for the one with this id: itself unless it is behind another. */
export const canonicalPlayId =
  (sql: SqlClient.SqlClient) =>
  (id: string): Effect.Effect<string> =>
    Effect.gen(function* () {
      const telling = yield* tellingOf(sql, id)
      const behind = telling && (yield* behindOf(sql, telling))
      if (behind === undefined) return id
      const [stands = id] = yield* playIdsOf(sql, [behind])
      return stands
    }).pipe(Effect.orDie)

const spanArrays = (spans: ReadonlyArray<TimeSpan>) =>
  [instants(spans.map(({ from }) => from)), instants(spans.map(({ to }) => to))] as const

const unhide = (sql: SqlClient.SqlClient, tellings: ReadonlyArray<ReportedPlay>) =>
  Effect.asVoid(
    sql`delete from hidden_tellings as hidden using unnest(${instants(tellings.map(({ playedAt }) => playedAt))},
        ${texts(tellings.map(({ artist }) => artist))}, ${texts(tellings.map(({ track }) => track))})
        as given (played_at, artist, track)
      where hidden.played_at = given.played_at and hidden.artist = given.artist and hidden.track = given.track`,
  )

/** Takes out the hidden reports with another spelling of a stored one, and returns them by their sources. */
export const respelledTellingsIn = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const sets = yield* sourceSetsIn(sql)
  const hidden = hiddenTellings
    .read(
      yield* sql`select ${hiddenTellings.columns} from hidden_tellings where played_at = behind_at
        or played_at in (select played_at from hidden_tellings group by played_at having count(*) > 1)`,
    )
    .map((one) => ({ ...superseded(one, sets), splits: [] }))
  const respelled = respelledTellings(hidden)
  yield* unhide(
    sql,
    respelled.map(({ telling }) => telling),
  )
  return respelled.flatMap(({ play, telling }) => telling.sources.map((source) => ({ source, play })))
})

/**
 * The reports of plays in SQL. A play with one report is only a row of `scrobbles`; further reports are in
 * `hidden_tellings`. To be made within a transaction of the domain's writer.
 */
export const reportStore = (
  sql: SqlClient.SqlClient,
  sets: SourceSetIndex,
  { counts, dropEdited, zone }: TellingStore,
  hasEdits: boolean,
): ReportTable<SqlError> => {
  const { learnAlbums, learnTracks, playIdsOf: idsOf, read, unnamed } = reportReader(sets)

  const learn = Effect.fnUntraced(function* (tracks: ReadonlyArray<number>, albums: ReadonlyArray<number>) {
    if (tracks.length > 0) learnTracks((yield* tracksByIds(sql, tracks)).values())
    if (albums.length === 0) return
    const rows =
      yield* sql`select id, coalesce(told_name, name) as name from albums where id = any(${ints(albums)})`
    learnAlbums(readAlbumNames(rows))
  })

  /** Plays that are shown as they were reported, within spans: only of some sets of sources, if given. */
  const plainPlays = (spans: ReadonlyArray<TimeSpan>, some: ReadonlyArray<number> | undefined) => {
    const [starts, ends] = spanArrays(spans)
    const isEdited = hasEdits
      ? sql`exists (select from told_items where domain = 'listening' and type = 'play'
          and item_id = play.track_id || ':' || (extract(epoch from play.played_at) * 1000)::bigint)`
      : sql`false`
    const [first, last] = [spans.at(0)?.from ?? 0, spans.at(-1)?.to ?? 0]
    return sql`select ${toldPlayId(sql, "play")} as id, played_at, track_id, coalesce(album_id, 0) as album_id, sources,
        ${isEdited} as is_edited
      from unnest(${starts}, ${ends}) as span (start, until)
      cross join lateral (
        select * from scrobbles where played_at between span.start and span.until offset 0
      ) as play
      where exists (select from scrobbles where played_at between ${instant(first)} and ${instant(last)})
        and ${some === undefined ? sql`true` : sql`sources = any(${ints(some)})`}
        and ${hasEdits ? sql`not ${isCanonical(sql)}` : sql`true`}`
  }

  const told = sql`select item_id from told_items where domain = 'listening' and type = 'play'`
  const idParts = sql.literal(
    "to_timestamp(split_part(id, ':', 2)::bigint / 1000) as played_at, split_part(id, ':', 1)::int as track_id",
  )

  /** Plays that edits touch, as they are reported, within spans, shown or not. */
  const editedPlays = (spans: ReadonlyArray<TimeSpan>) => {
    const [starts, ends] = spanArrays(spans)
    return sql`select told.id, told.played_at, told.track_id, told.album_id, told.sources, true as is_edited from (
        select id, ${idParts}, coalesce(album_id, 0) as album_id, sources
        from (
          select item_id as id, album_id, coalesce(sources, 0) as sources
          from (${told}) as item left join edited_plays on edited_plays.id = item_id
        ) as touched where id ~ '^[0-9]{1,9}:-?[0-9]{1,15}$'
      ) as told join unnest(${starts}, ${ends}) as span (start, until)
        on told.played_at between span.start and span.until`
  }

  /** Plays that only aliased names move, or that share their place with others: they are at their reported time. */
  const ledPlays = (spans: ReadonlyArray<TimeSpan>) => {
    const [starts, ends] = spanArrays(spans)
    return sql`select id, played_at, track_id, coalesce(album_id, 0) as album_id, sources, false as is_edited
      from unnest(${starts}, ${ends}) as span (start, until)
      cross join lateral (
        select * from edited_plays where played_at between span.start and span.until offset 0
      ) as led
      where id not in (${told}) and id ~ '^[0-9]' and track_id is not null`
  }

  const within = Effect.fnUntraced(function* (spans: ReadonlyArray<TimeSpan>, besides?: string) {
    const some = besides === undefined ? undefined : sets.without(besides)
    if (some?.length === 0) return []
    const [starts, ends] = spanArrays(spans)
    const plain = readToldPlays(yield* plainPlays(spans, some))
    const edited = hasEdits
      ? readToldPlays([...(yield* editedPlays(spans)), ...(yield* ledPlays(spans))])
      : []
    const hidden = hiddenTellings.read(
      yield* sql`select ${hiddenTellings.columns} from unnest(${starts}, ${ends}) as span (start, until)
        cross join lateral (
          select * from hidden_tellings where played_at between span.start and span.until offset 0
        ) as hidden`,
    )
    const plays = [...edited, ...plain]
    // Callers that request the plays of others only look for their tracks.
    const unknown = unnamed(plays)
    yield* learn(unknown.tracks, besides === undefined ? unknown.albums : [])
    const splits =
      besides === undefined && plays.length + hidden.length > 0
        ? splitTellings.read(
            yield* sql`select ${splitTellings.columns} from unnest(${starts}, ${ends}) as span (start, until)
              join split_tellings on played_at between span.start and span.until`,
          )
        : []
    return read({ hidden, plays, splits })
  })

  const drop = Effect.fnUntraced(function* (tellings: ReadonlyArray<ReportedPlay>) {
    const ids = idsOf(tellings)
    if (hasEdits) return yield* dropEdited(ids)
    const plays = ids.map(playPartsOf)
    const hours = readHours(
      yield* sql`with gone as (
          delete from scrobbles using unnest(${instants(plays.map(({ playedAt }) => playedAt))},
            ${ints(plays.map(({ trackId }) => trackId))}) as given (played_at, track_id)
          where scrobbles.played_at = given.played_at and scrobbles.track_id = given.track_id
          returning scrobbles.played_at, scrobbles.album_id, scrobbles.track_id
        )
        select ${hourColumns(sql)} from gone group by date_trunc('hour', played_at)`,
    )
    yield* countHours(sql, zone, counts, hours)
  })

  return {
    within,
    hide: Effect.fnUntraced(function* (tellings: ReadonlyArray<SupersededReport>) {
      yield* sets.add(tellings.map(({ sources }) => sources))
      const rows = tellings.map((telling) => supersededRow(telling, sets))
      yield* sql`${hiddenTellings.insert(rows)} on conflict (played_at, artist, track)
        ${hiddenTellings.replace("playedAt", "artist", "track")}`
    }),
    unhide: (tellings) => unhide(sql, tellings),
    drop,
  }
}
