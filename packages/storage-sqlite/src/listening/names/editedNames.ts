import { type ActiveEdits, type EditLog } from "@daybook/kernel"
import { artistNamesByHand, type NameFilter, nameKey, PlayedKind, spellingKey } from "@daybook/listening"
import { isHiddenByName, playedTables, type SavedName, shownNames } from "@daybook/storage-sql/listening"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../../sql/database.ts"
import { readArtists } from "../rows.ts"
import { listeningSql } from "../sql.ts"
import type { Names } from "./names.ts"

/** The parts of the store that edits of names need. */
interface NameStore {
  readonly log: EditLog
  readonly showDue: Effect.Effect<void, SqlError>
  readonly nameFilter: Effect.Effect<NameFilter, SqlError>
}

/** Writes names, and the plays of their tracks. */
const writingNames = (
  { many }: Database["Service"],
  { amongNumbers, sql }: ReturnType<typeof listeningSql>,
) => {
  /** Writes names as they are shown. */
  const save = (kind: PlayedKind, names: ReadonlyArray<SavedName>) =>
    Effect.sync(() => {
      const titled = kind === "artist" ? "" : ", artist_id = ?7"
      const imaged = kind === "album" ? ", image_url = ?8" : kind === "artist" ? ", image_url = ?7" : ""
      many({
        text: `update ${playedTables[kind].names} set name = ?2, name_key = ?3, hidden = ?4, is_removed = ?5, leads_to = ?6
        ${titled} ${imaged} where id = ?1 and (name <> ?2 or hidden <> ?4 or is_removed <> ?5 or leads_to is not ?6
          ${titled.replace(", artist_id =", "or artist_id <>")} ${imaged.replace(", image_url =", "or image_url <>")})`,
        rows: names.map(({ hidden, shown }) => [
          shown.id,
          shown.name,
          nameKey(shown.name),
          hidden,
          shown.isRemoved,
          shown.leadsTo ?? null,
          ...(kind === "artist" ? [] : [shown.artistId]),
          ...(kind === "track" ? [] : [shown.imageUrl]),
        ]),
      })
    })

  /** Assigns plays of these tracks the artists of their tracks, and hides those of hidden or removed names. */
  const fitPlays = Effect.fnUntraced(function* (tracks: ReadonlyArray<number>) {
    yield* sql`update scrobbles set artist_id = tracks.artist_id from tracks
      where tracks.id = scrobbles.track_id and ${amongNumbers("scrobbles.track_id", tracks)}
        and scrobbles.artist_id <> tracks.artist_id`
    yield* sql`update scrobbles set hidden = not hidden where (played_at, track_id) in (
      select plays.played_at, plays.track_id from scrobbles as plays
      join tracks on tracks.id = plays.track_id join artists on artists.id = tracks.artist_id
      left join albums on albums.id = plays.album_id
      where ${amongNumbers("plays.track_id", tracks)} and plays.hidden <> (${sql.literal(isHiddenByName)}))`
  })

  return { fitPlays, save }
}

/** The names of artists, albums and tracks under edits. To be used within a transaction of the domain's writer. */
export const editedNamesIn = (connection: Database["Service"], { log, nameFilter, showDue }: NameStore) => {
  const database = listeningSql(connection)
  const { amongNumbers, sql } = database
  const { fitPlays, save } = writingNames(connection, database)
  const shown = shownNames(database, {
    log,
    nameFilter,
    save,
    fitPlays: (tracks) => Effect.andThen(fitPlays(tracks), showDue),
  })
  const { showNames, spelledLike, standing, toldArtists } = shown

  /**
   * The reported artists with names that edits or several spellings touch, or with names that edits give
   * others.
   */
  const touchedArtists = Effect.fnUntraced(function* (
    edits: ActiveEdits,
    made: ReturnType<Names["takeNew"]>,
  ) {
    const led = yield* sql`select 1 from artists where leads_to is not null limit 1`
    if (led.length === 0 && PlayedKind.literals.every((kind) => edits.idsOf(kind).size === 0)) return []
    const byHand = new Set(artistNamesByHand(edits).map(spellingKey))
    const edited = new Set([...edits.idsOf("artist")].map(Number))
    const parents = [...made.artist]
    for (const kind of ["album", "track"] as const) {
      for (const id of yield* toldArtists(kind, [...edits.idsOf(kind)].map(Number))) edited.add(id)
      parents.push(...(yield* toldArtists(kind, made[kind])))
    }
    return readArtists(
      yield* sql`select id, told_name as name, leads_to is not null as is_led from artists
        where ${amongNumbers("id", parents)}`,
    ).flatMap(({ id, isLed, name }) => (isLed || edited.has(id) || byHand.has(spellingKey(name)) ? [id] : []))
  })

  /** Shows new names as edits and their spellings have them: they may count as known ones. Returns false if nothing touches them. */
  const showNew = Effect.fnUntraced(function* (names: Names) {
    const made = names.takeNew()
    if (PlayedKind.literals.every((kind) => made[kind].length === 0)) return false
    const seeds = new Set(yield* touchedArtists(yield* standing, made))
    for (const kind of PlayedKind.literals)
      for (const id of yield* spelledLike(kind, made[kind])) seeds.add(id)
    if (seeds.size === 0) return false
    yield* showNames([...seeds])
    names.forget()
    return true
  })

  return { ...shown, showNew }
}
