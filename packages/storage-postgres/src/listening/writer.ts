import { daysOf, type EpochMillis, type UntouchedItems, type WebUrl } from "@daybook/kernel"
import { albumOf, type NameFilter, type ReportedScrobble } from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { mustFind } from "@daybook/storage-sql"
import { type SourceSetIndex, storeImages } from "@daybook/storage-sql/listening"
import { booleans, instant, instants, ints } from "../sql/parameters.ts"
import { countAgain } from "./changedHours.ts"
import type { PlayCounts } from "./playCounts.ts"
import { noteDaysOf, currentVersion } from "./touchedDays.ts"
import { lookUpNames, type Names, type NameOverrides, type Title } from "./names/names.ts"
import { readStoredPlays } from "./rows.ts"
import { listeningSql } from "./sql.ts"
import { addToSums } from "./sums.ts"

/** A play of a batch. */
export interface Play {
  readonly playedAt: EpochMillis
  readonly track: Title
  readonly album: Title | undefined
  readonly imageUrl: WebUrl
  /** The set of the sources that report it. */
  readonly sources: number
}

/** Takes over the plays of a batch that edits, or several spellings, touch. The writer stores the others. */
export type EditedTelling = (
  plays: ReadonlyArray<Play>,
  sets: SourceSetIndex,
) => Effect.Effect<UntouchedItems<Play>, SqlError>

/** The edits as the writer knows them. */
export interface WriterEdits {
  readonly names: NameOverrides
  readonly submitPlays: EditedTelling
}

/** Each play once, earliest first; a repeat that names an album wins over one without. */
const distinctPlays = (
  scrobbles: ReadonlyArray<ReportedScrobble>,
  names: Names,
  sets: SourceSetIndex,
): ReadonlyArray<Play> => {
  const distinct: Array<{ readonly track: Title; scrobble: ReportedScrobble }> = []
  // In order of time the repeats of a track's play follow each other.
  const latest = new Map<Title, (typeof distinct)[number]>()
  for (const scrobble of scrobbles.toSorted((one, other) => one.playedAt - other.playedAt)) {
    const track = names.track(names.artist(scrobble.artist), scrobble.track)
    const known = latest.get(track)
    if (known?.scrobble.playedAt !== scrobble.playedAt) {
      const play = { track, scrobble }
      latest.set(track, play)
      distinct.push(play)
    } else if (albumOf(known.scrobble.album, scrobble.album) !== known.scrobble.album)
      known.scrobble = scrobble
  }
  return distinct.map(({ scrobble: { album, imageUrl, playedAt, sources }, track }) => ({
    playedAt,
    track,
    album: album === "" ? undefined : names.album(track.artist, album),
    imageUrl,
    sources: sets.idOf(sources),
  }))
}

const isHidden = ({ album, track }: Play): boolean =>
  track.hidden || track.artist.hidden || album?.hidden === true

const albumIdOf = ({ album }: Play): number | null => album?.id ?? null

/**
 * The plays that are not stored yet, the stored ones with another album, and those that other sources have
 * reported.
 */
const findNews = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  plays: ReadonlyArray<Play>,
  sets: SourceSetIndex,
) {
  const [first, last] = [plays.at(0)?.playedAt ?? 0, plays.at(-1)?.playedAt ?? 0]
  // Most batches cover a time without stored plays: then no play is looked up.
  const stored = readStoredPlays(
    yield* sql`select position::int, coalesce(album_id, 0) as album_id, sources
      from unnest(${timesOf(plays)}, ${trackIdsOf(plays)}) with ordinality as given (played_at, track_id, position)
      cross join lateral (
        select album_id, sources from scrobbles
        where scrobbles.played_at = given.played_at and scrobbles.track_id = given.track_id limit 1
      ) as stored
      where exists (select from scrobbles where played_at between ${instant(first)} and ${instant(last)})`,
  )
  const known = new Map(stored.map(({ albumId, position }) => [position - 1, albumId]))
  const moved = stored.flatMap(({ albumId, position }) => {
    const play = mustFind(plays[position - 1], "play", position)
    return play.album === undefined || play.album.id === albumId ? [] : [{ play, from: albumId }]
  })
  const retold = stored.flatMap(({ position, sources }) => {
    const play = mustFind(plays[position - 1], "play", position)
    if (play.sources === sources) return []
    const before = sets.namesOf(sources)
    const all = [...new Set([...before, ...sets.namesOf(play.sources)])].sort()
    return all.length === before.length ? [] : [{ play, all }]
  })
  return { added: known.size === 0 ? plays : plays.filter((_, at) => !known.has(at)), moved, retold }
})

/** Notes the sources that report stored plays by now. */
const nameSources = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  retold: ReadonlyArray<{ readonly play: Play; readonly all: ReadonlyArray<string> }>,
  sets: SourceSetIndex,
) {
  if (retold.length === 0) return
  yield* sets.add(retold.map(({ all }) => all))
  const plays = retold.map(({ play }) => play)
  yield* sql`update scrobbles set sources = told.sources
    from unnest(${timesOf(plays)}, ${trackIdsOf(plays)}, ${ints(retold.map(({ all }) => sets.idOf(all)))})
      as told (played_at, track_id, sources)
    where scrobbles.played_at = told.played_at and scrobbles.track_id = told.track_id`
})

const timesOf = (plays: ReadonlyArray<Play>) => instants(plays.map(({ playedAt }) => playedAt))

const trackIdsOf = (plays: ReadonlyArray<Play>) => ints(plays.map(({ track }) => track.id))

const columnsOf = (plays: ReadonlyArray<Play>) =>
  [timesOf(plays), trackIdsOf(plays), ints(plays.map(albumIdOf)), booleans(plays.map(isHidden))] as const

/** Plays that are known not to be stored: looking for conflicts again would double the cost of each. */
const insertPlays = (sql: SqlClient.SqlClient, plays: ReadonlyArray<Play>) => {
  if (plays.length === 0) return Effect.void
  const [times, tracks, albums, hidden] = columnsOf(plays)
  const artists = ints(plays.map(({ track }) => track.artist.id))
  const sources = ints(plays.map((play) => play.sources))
  return sql`with days as (${noteDaysOf(
    sql,
    plays.map(({ playedAt }) => playedAt),
  )})
    insert into scrobbles (played_at, track_id, album_id, artist_id, hidden, sources, came_with)
    select unnest(${times}), unnest(${tracks}), unnest(${albums}), unnest(${artists}), unnest(${hidden}), unnest(${sources}),
      ${currentVersion(sql)}`
}

const movePlays = (sql: SqlClient.SqlClient, plays: ReadonlyArray<Play>) => {
  const [times, tracks, albums, hidden] = columnsOf(plays)
  return sql`update scrobbles set album_id = moved.album_id, hidden = moved.hidden
    from unnest(${times}, ${tracks}, ${albums}, ${hidden}) as moved (played_at, track_id, album_id, hidden)
    where scrobbles.played_at = moved.played_at and scrobbles.track_id = moved.track_id`
}

/**
 * Stores plays, and updates their counts and totals. `hasEdits` is false while no name and no play is edited manually,
 * and no name is spelled in several ways. To be run in a transaction that already holds the domain's lock. Returns the
 * number of new and changed plays, and whether a response may show what was written. `names` may know names of earlier
 * batches. The filter decides which new names are hidden; stored ones have a column for it.
 */
export const writeScrobbles = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  names: Names,
  scrobbles: ReadonlyArray<ReportedScrobble>,
  sets: SourceSetIndex,
  nameFilter: NameFilter,
  counts: PlayCounts,
  edits: WriterEdits,
  hasEdits: boolean,
) {
  yield* sets.add(scrobbles.map(({ sources }) => sources))
  const all = distinctPlays(scrobbles, names, sets)
  if (all.length === 0) return { changed: 0, isShown: false }
  yield* lookUpNames(sql, names, nameFilter, edits.names, hasEdits)
  const { changed: edited, untouched: plays } = yield* edits.submitPlays(all, sets)
  if (plays.length === 0) return { changed: edited, isShown: edited > 0 }
  const hasNewImage = yield* storeImages(listeningSql(sql), plays)
  const { added, moved, retold } = yield* findNews(sql, plays, sets)
  yield* nameSources(sql, retold, sets)
  yield* insertPlays(sql, added)
  const shown = added.filter((play) => !isHidden(play))
  yield* addToSums(sql, zone, shown)
  yield* counts.addPlays(shown.map(({ playedAt }) => playedAt))
  if (moved.length > 0) {
    const plays = moved.map(({ play }) => play)
    yield* movePlays(sql, plays)
    const days = daysOf(
      plays.map(({ playedAt }) => playedAt),
      zone,
    )
    yield* countAgain(sql, zone, counts, days, [...new Set(plays.map(({ track }) => track.id))])
  }
  const changed = edited + added.length + moved.length
  return { changed, isShown: changed > 0 || hasNewImage }
})
