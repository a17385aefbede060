import {
  playPartsOf,
  type ReportedPlay,
  reportKey,
  type ReportTable,
  respelledTellings,
  type StoredReport,
  type SupersededReport,
  type TimeSpan,
} from "@daybook/listening"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { isCanonical, toldPlayId } from "./editedPlays.ts"
import { type ListeningSql, spanColumns } from "./listeningSql.ts"
import { hiddenTellings, readAlbumNames, readToldPlays, readTrackNames, splitTellings } from "./rows.ts"
import { type SourceSetIndex, sourceSetsIn } from "./sourceSets.ts"

type HiddenTelling = (typeof hiddenTellings)[1]["Type"]

/** The rows of reports in some spans. */
interface ReportRows {
  readonly plays: ReturnType<typeof readToldPlays>
  readonly hidden: ReadonlyArray<HiddenTelling>
  readonly splits: ReadonlyArray<(typeof splitTellings)[1]["Type"]>
}

/** A hidden report, of its row. */
const superseded = (
  { behindArtist, behindAt, behindTrack, sources, ...words }: HiddenTelling,
  sets: SourceSetIndex,
) => ({
  ...words,
  sources: sets.namesOf(sources),
  isEdited: false,
  behind: { playedAt: behindAt, artist: behindArtist, track: behindTrack },
})

/** The row of a hidden report. */
const supersededRow = (
  { album, artist, behind, playedAt, sources, track }: SupersededReport,
  sets: SourceSetIndex,
): HiddenTelling => ({
  playedAt,
  artist,
  track,
  album,
  sources: sets.idOf(sources),
  behindAt: behind.playedAt,
  behindArtist: behind.artist,
  behindTrack: behind.track,
})

/** Reads reports of rows. It remembers the names of tracks and albums, and the plays of reports. */
const reportReader = (sets: SourceSetIndex) => {
  const names = new Map<number, Pick<ReportedPlay, "artist" | "track">>()
  const albums = new Map<number, string>()
  const playIds = new Map<string, Set<string>>()

  return {
    /** The ids of the tracks of plays, and of their albums, whose names are not known yet. */
    unnamed: (plays: ReportRows["plays"]) => ({
      tracks: [...new Set(plays.map(({ trackId }) => trackId))].filter((id) => !names.has(id)),
      albums: [...new Set(plays.map(({ albumId }) => albumId))].filter((id) => id !== 0 && !albums.has(id)),
    }),
    learnTracks: (tracks: Iterable<ReturnType<typeof readTrackNames>[number]>): void => {
      for (const { artist, id, track } of tracks) names.set(id, { artist, track })
    },
    learnAlbums: (rows: ReturnType<typeof readAlbumNames>): void => {
      for (const { id, name } of rows) albums.set(id, name)
    },
    /** The reports of rows, each once. */
    read: ({ hidden, plays, splits }: ReportRows): ReadonlyArray<StoredReport> => {
      const splitsOf = Map.groupBy(splits, reportKey)
      const found = new Map<string, StoredReport>()
      const add = (telling: Omit<StoredReport, "splits">, playId?: string): void => {
        const id = reportKey(telling)
        const same = playId === undefined || playIds.get(id)?.has(playId) ? undefined : found.get(id)
        // Two spellings that were reported before they were one name share their place.
        found.set(
          id,
          same === undefined
            ? { ...telling, splits: (splitsOf.get(id) ?? []).map(({ split }) => split) }
            : { ...same, sources: [...new Set([...same.sources, ...telling.sources])].sort() },
        )
        if (playId !== undefined) playIds.set(id, (playIds.get(id) ?? new Set()).add(playId))
      }
      for (const { albumId, id, isEdited, playedAt, sources, trackId } of plays) {
        const told = names.get(trackId)
        const album = albums.get(albumId) ?? ""
        if (told === undefined) continue
        add({ ...told, playedAt, album, sources: sets.namesOf(sources), isEdited, behind: undefined }, id)
      }
      for (const one of hidden) add(superseded(one, sets))
      return [...found.values()]
    },
    /** The ids of the plays of reports that were read. */
    playIdsOf: (tellings: ReadonlyArray<ReportedPlay>): ReadonlyArray<string> =>
      tellings.flatMap((telling) => [...(playIds.get(reportKey(telling)) ?? [])]),
  }
}

/** The ids of the plays of some reports, in their order; undefined if the track was never stored. */
export type PlayIdsOf = (
  tellings: ReadonlyArray<ReportedPlay>,
) => Effect.Effect<ReadonlyArray<string | undefined>, SqlError>

/** The reported names of some tracks, by id. */
export const tracksByIds = (
  { amongNumbers, sql, toldArtistId, toldName }: ListeningSql,
  ids: ReadonlyArray<number>,
) =>
  Effect.map(
    sql`select tracks.id, ${sql.literal(toldName("artists"))} as artist, ${sql.literal(toldName("tracks"))} as track
      from tracks join artists on artists.id = ${sql.literal(toldArtistId("tracks"))}
      where ${amongNumbers("tracks.id", ids)}`,
    (rows) => new Map(readTrackNames(rows).map((one) => [one.id, one])),
  )

/** The report that has the id of a play; undefined if the id is of none. */
export const tellingOf = Effect.fnUntraced(function* (database: ListeningSql, id: string) {
  const { playedAt, trackId } = playPartsOf(id)
  const names = trackId === 0 ? undefined : (yield* tracksByIds(database, [trackId])).get(trackId)
  return names === undefined ? undefined : { artist: names.artist, track: names.track, playedAt }
})

/** The report that stands for another; undefined if it counts itself. */
export const behindOf = Effect.fnUntraced(function* (
  { instant, sql, tableOf }: ListeningSql,
  telling: ReportedPlay,
) {
  const { columns, read } = tableOf(hiddenTellings)
  const hidden = read(
    yield* sql`select ${columns} from hidden_tellings where played_at = ${instant(telling.playedAt)}`,
  ).find((one) => reportKey(one) === reportKey(telling))
  return hidden && { playedAt: hidden.behindAt, artist: hidden.behindArtist, track: hidden.behindTrack }
})

/** The id of the play that stands for the one with this id: itself unless it is behind another. */
export const canonicalPlayId = (database: ListeningSql, playIdsOf: PlayIdsOf) =>
  Effect.fnUntraced(function* (id: string) {
    const telling = yield* tellingOf(database, id)
    const behind = telling && (yield* behindOf(database, telling))
    const [stands = id] = behind === undefined ? [] : yield* playIdsOf([behind])
    return stands
  }, Effect.orDie)

const unhide = ({ given, sql }: ListeningSql, tellings: ReadonlyArray<ReportedPlay>) => {
  const shown = given("shown", {
    played_at: ["instant", tellings.map(({ playedAt }) => playedAt)],
    artist: ["text", tellings.map(({ artist }) => artist)],
    track: ["text", tellings.map(({ track }) => track)],
  })
  return Effect.asVoid(
    sql`delete from hidden_tellings
      where (played_at, artist, track) in (select played_at, artist, track from ${shown})`,
  )
}

/** Takes out the hidden reports with another spelling of a stored one, and returns them by their sources. */
export const respelledTellingsIn = Effect.fnUntraced(function* (database: ListeningSql) {
  const { columns, read } = database.tableOf(hiddenTellings)
  const sets = yield* sourceSetsIn(database)
  const hidden = read(
    yield* database.sql`select ${columns} from hidden_tellings where played_at = behind_at
      or played_at in (select played_at from hidden_tellings group by played_at having count(*) > 1)`,
  ).map((one) => ({ ...superseded(one, sets), splits: [] }))
  const respelled = respelledTellings(hidden)
  yield* unhide(
    database,
    respelled.map(({ telling }) => telling),
  )
  return respelled.flatMap(({ play, telling }) => telling.sources.map((source) => ({ source, play })))
})

/** The parts of a store that reports need. */
interface TellingStore {
  /** Removes plays, some of which may be moved by edits. */
  readonly dropEdited: (ids: ReadonlyArray<string>) => Effect.Effect<void>
  /** Removes plays that are shown as they were reported. */
  readonly dropPlain: (
    plays: ReadonlyArray<ReturnType<typeof playPartsOf>>,
  ) => Effect.Effect<unknown, SqlError>
}

const rowsOfSpans = ({ given }: ListeningSql, spans: ReadonlyArray<TimeSpan>) =>
  given("span", spanColumns(spans))

/** Selects of reports that are rows of plays, within spans. */
const playedReports = (database: ListeningSql, hasEdits: boolean) => {
  const { amongNumbers, instant, isPlayId, partsOfPlayId, playedWithin, sql } = database
  const told = sql`select item_id from told_items where domain = 'listening' and type = 'play'`

  /** Plays that are shown as they were reported, within spans: only of some sets of sources, if given. */
  const plainPlays = (spans: ReadonlyArray<TimeSpan>, some: ReadonlyArray<number> | undefined) => {
    const id = toldPlayId(database, "play")
    const isEdited = hasEdits
      ? sql`exists (select 1 from told_items where domain = 'listening' and type = 'play' and item_id = ${id})`
      : sql`false`
    const [first, last] = [spans.at(0)?.from ?? 0, spans.at(-1)?.to ?? 0]
    return sql`select ${id} as id, played_at, track_id, coalesce(album_id, 0) as album_id, sources, ${isEdited} as is_edited
      from ${playedWithin(spans, "scrobbles", "play")}
      where exists (select 1 from scrobbles where played_at between ${instant(first)} and ${instant(last)})
        and ${some === undefined ? sql`true` : amongNumbers("sources", some)}
        and ${hasEdits ? sql`not ${isCanonical(database)}` : sql`true`}`
  }

  /** Plays that edits touch, as they are reported, within spans, shown or not. Ids of plays that were added have no track. */
  const editedPlays = (spans: ReadonlyArray<TimeSpan>) => {
    const { playedAt, trackId } = partsOfPlayId("item_id")
    return sql`select told.*, true as is_edited
      from (
        select item_id as id, ${sql.literal(playedAt)} as played_at, ${sql.literal(trackId)} as track_id,
          coalesce(album_id, 0) as album_id, coalesce(sources, 0) as sources
        from (${told}) as item left join edited_plays on edited_plays.id = item_id
        where ${sql.literal(isPlayId("item_id"))}
      ) as told join ${rowsOfSpans(database, spans)} on told.played_at between span.start and span.until`
  }

  /** Plays that only aliased names move, or that share their place with others: they are at their reported time. */
  const ledPlays = (spans: ReadonlyArray<TimeSpan>) =>
    sql`select id, played_at, track_id, coalesce(album_id, 0) as album_id, sources, false as is_edited
      from ${playedWithin(spans, "edited_plays", "led")}
      where id not in (${told}) and ${sql.literal(isPlayId("id"))} and track_id is not null`

  return { plainPlays, editedPlays, ledPlays }
}

/**
 * The reports of plays. A play with one report is only a row of `scrobbles`; further reports are in
 * `hidden_tellings`. To be made within one transaction.
 */
export const reportStore = (
  database: ListeningSql,
  sets: SourceSetIndex,
  { dropEdited, dropPlain }: TellingStore,
  hasEdits: boolean,
): ReportTable<SqlError> => {
  const { amongNumbers, playedWithin, sql, tableOf, toldName } = database
  const { editedPlays, ledPlays, plainPlays } = playedReports(database, hasEdits)
  const { learnAlbums, learnTracks, playIdsOf, read, unnamed } = reportReader(sets)
  const hiddenTable = tableOf(hiddenTellings)
  const splitTable = tableOf(splitTellings)

  const learn = Effect.fnUntraced(function* (tracks: ReadonlyArray<number>, albums: ReadonlyArray<number>) {
    if (tracks.length > 0) learnTracks((yield* tracksByIds(database, tracks)).values())
    if (albums.length === 0) return
    const name = sql.literal(toldName("albums"))
    learnAlbums(
      readAlbumNames(yield* sql`select id, ${name} as name from albums where ${amongNumbers("id", albums)}`),
    )
  })

  const within = Effect.fnUntraced(function* (spans: ReadonlyArray<TimeSpan>, besides?: string) {
    const some = besides === undefined ? undefined : sets.without(besides)
    if (some?.length === 0) return []
    const plain = readToldPlays(yield* plainPlays(spans, some))
    const edited = hasEdits
      ? readToldPlays([...(yield* editedPlays(spans)), ...(yield* ledPlays(spans))])
      : []
    const hidden = hiddenTable.read(
      yield* sql`select ${hiddenTable.columns} from ${playedWithin(spans, "hidden_tellings", "hidden")}`,
    )
    const plays = [...edited, ...plain]
    // Callers that request the plays of others only look for their tracks.
    const unknown = unnamed(plays)
    yield* learn(unknown.tracks, besides === undefined ? unknown.albums : [])
    const splits =
      besides === undefined && plays.length + hidden.length > 0
        ? splitTable.read(
            yield* sql`select ${splitTable.columns} from ${rowsOfSpans(database, spans)}
              join split_tellings on played_at between span.start and span.until`,
          )
        : []
    return read({ hidden, plays, splits })
  })

  return {
    within,
    hide: Effect.fnUntraced(function* (tellings: ReadonlyArray<SupersededReport>) {
      yield* sets.add(tellings.map(({ sources }) => sources))
      const rows = tellings.map((telling) => supersededRow(telling, sets))
      yield* hiddenTable.replace(rows, "playedAt", "artist", "track")
    }),
    unhide: (tellings) => unhide(database, tellings),
    drop: (tellings) => {
      const ids = playIdsOf(tellings)
      return hasEdits ? dropEdited(ids) : Effect.asVoid(dropPlain(ids.map(playPartsOf)))
    },
  }
}
