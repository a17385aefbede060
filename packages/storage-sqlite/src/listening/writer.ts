import { clockOf, type EpochMillis, type UntouchedItems, type WebUrl } from "@daybook/kernel"
import { albumOf, type ReportedScrobble } from "@daybook/listening"
import { type SourceSetIndex, storeImages } from "@daybook/storage-sql/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../sql/database.ts"
import type { Name, Names, Track } from "./names/names.ts"
import { readStoredPlays } from "./rows.ts"
import { listeningSql } from "./sql.ts"
import { type NewPlay, sumsIn } from "./sums.ts"

/** A play of a batch. */
export interface Play {
  readonly playedAt: EpochMillis
  readonly track: Track
  readonly album: Name | undefined
  readonly imageUrl: WebUrl
  /** The set of the sources that report it. */
  readonly sources: number
}

/** The edits as the writer knows them. */
export interface WriterEdits {
  /**
   * Shows new names, and those next to them, as edits and their spellings have them. Returns false if nothing touches
   * them.
   */
  readonly showNew: (names: Names) => Effect.Effect<boolean, SqlError>
  /** Takes over the plays of a batch that edits, or several spellings, touch. The writer stores the others. */
  readonly submitPlays: (
    plays: ReadonlyArray<Play>,
    sets: SourceSetIndex,
  ) => Effect.Effect<UntouchedItems<Play>, SqlError>
}

/** Each play once, earliest first; a repeat that names an album wins over one without. */
const distinctPlays = (
  scrobbles: ReadonlyArray<ReportedScrobble>,
  names: Names,
  sets: SourceSetIndex,
): ReadonlyArray<Play> => {
  const distinct: Array<{ readonly track: Track; scrobble: ReportedScrobble }> = []
  // In order of time the repeats of a track's play follow each other.
  const latest = new Map<number, (typeof distinct)[number]>()
  for (const scrobble of scrobbles.toSorted((one, other) => one.playedAt - other.playedAt)) {
    const track = names.track(scrobble.artist, scrobble.track)
    const known = latest.get(track.id)
    if (known?.scrobble.playedAt !== scrobble.playedAt) {
      const play = { track, scrobble }
      latest.set(track.id, play)
      distinct.push(play)
    } else if (albumOf(known.scrobble.album, scrobble.album) !== known.scrobble.album)
      known.scrobble = scrobble
  }
  return distinct.map(({ scrobble: { album, artist, imageUrl, playedAt, sources }, track }) => ({
    playedAt,
    track,
    album: album === "" ? undefined : names.album(artist, album),
    imageUrl,
    sources: sets.idOf(sources),
  }))
}

const isHidden = ({ album, track }: Play): boolean => track.hidden || album?.hidden === true

/** Makes the function that stores plays which no edit touches, and returns how many are new or have moved. */
const putting = (database: Database["Service"], zone: DateTime.TimeZone) => {
  const { all, many, sql } = database
  const sums = sumsIn(database)

  return Effect.fnUntraced(function* (plays: ReadonlyArray<Play>, sets: SourceSetIndex, version: number) {
    const [first, last] = [plays.at(0)?.playedAt ?? 0, plays.at(-1)?.playedAt ?? 0]
    // Most batches cover a time without stored plays.
    const isFresh =
      all(sql`select 1 from scrobbles where played_at between ${first} and ${last} limit 1`).length === 0
    const known = (play: Play) =>
      isFresh
        ? undefined
        : readStoredPlays(
            all(sql`select coalesce(album_id, 0) as album_id, sources from scrobbles
              where played_at = ${play.playedAt} and track_id = ${play.track.id}`),
          )[0]
    const clock = clockOf(zone)
    const added: Array<NewPlay & { readonly sources: number }> = []
    let moved = 0
    for (const play of plays) {
      const { album, playedAt, sources, track } = play
      const stored = known(play)
      if (stored === undefined) {
        added.push({
          playedAt,
          trackId: track.id,
          albumId: album?.id,
          artistId: track.artistId,
          hidden: isHidden(play),
          sources,
          ...clock(playedAt),
        })
        continue
      }
      if (sources !== stored.sources) {
        const [before, now] = [sets.namesOf(stored.sources), sets.namesOf(sources)]
        const both = [...new Set([...before, ...now])].sort()
        yield* sets.add([both])
        const union = sets.idOf(both)
        if (union !== stored.sources)
          all(
            sql`update scrobbles set sources = ${union} where played_at = ${playedAt} and track_id = ${track.id}`,
          )
      }
      if (album !== undefined && album.id !== stored.albumId) {
        moved += 1
        all(sql`update scrobbles set album_id = ${album.id}, hidden = ${isHidden(play) ? 1 : 0}
          where played_at = ${playedAt} and track_id = ${track.id}`)
      }
    }
    many({
      text: `insert into scrobbles (played_at, track_id, album_id, artist_id, sources, hidden, came_with, day, hour)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      rows: added.map((play) => [
        play.playedAt,
        play.trackId,
        play.albumId ?? null,
        play.artistId,
        play.sources,
        play.hidden,
        version,
        play.day,
        play.hour,
      ]),
    })
    sums.add(added)
    return added.length + moved
  })
}

/** Writes plays as they are reported. */
export const playWriter = (database: Database["Service"], zone: DateTime.TimeZone) => {
  const put = putting(database, zone)

  /** Stores plays. Returns how many are new or have changed, and whether a response may show what was written. */
  return Effect.fnUntraced(function* (
    scrobbles: ReadonlyArray<ReportedScrobble>,
    names: Names,
    sets: SourceSetIndex,
    version: number,
    edits: WriterEdits,
  ) {
    if (scrobbles.length === 0) return { changed: 0, isShown: false }
    yield* sets.add(scrobbles.map(({ sources }) => sources))
    let plays = distinctPlays(scrobbles, names, sets)
    if (yield* edits.showNew(names)) plays = distinctPlays(scrobbles, names, sets)
    const told = yield* edits.submitPlays(plays, sets)
    const edited = told.changed
    plays = told.untouched
    const hasNewImage = yield* storeImages(listeningSql(database), plays)
    const changed = edited + (plays.length === 0 ? 0 : yield* put(plays, sets, version))
    return { changed, isShown: changed > 0 || hasNewImage }
  })
}
