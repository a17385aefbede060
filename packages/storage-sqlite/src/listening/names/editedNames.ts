import { type EditLog, ActiveEdits } from "@daybook/kernel"
import {
  artistNamesByHand,
  type EditedNames,
  editNames,
  type NameFilter,
  nameKey,
  PlayedKind,
  type CanonicalName,
  shownArtists,
  shownTitles,
  spellingKey,
} from "@daybook/listening"
import { mustFind } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../../sql/database.ts"
import { jsonList } from "../../sql/table.ts"
import { isHiddenByName, type Names } from "./names.ts"
import type { EditedPlayIndex } from "../editedPlays.ts"
import {
  editedFacts,
  readArtists,
  readFoundNames,
  readIds,
  readStoredNames,
  type StoredName,
} from "../rows.ts"
import { spellingsIn } from "./spellings.ts"
import { playedTables } from "@daybook/storage-sql/listening"

const columnsOf = (kind: PlayedKind): string => `'${kind}' as kind, names.id,
  ${kind === "artist" ? "names.id" : "told_artist_id"} as artist_id, told_name as name,
  ${kind === "album" ? "told_image_url" : "''"} as image_url, 0 as plays, coalesce(genres, '[]') as genres,
  coalesce(year, 0) as year, coalesce(length_seconds, 0) as length_seconds, hidden, is_removed, leads_to,
  name as shown_name, ${kind === "artist" ? "names.id" : "artist_id"} as shown_artist_id`

/** Their names are read at once. */
const artistsAtOnce = 200

type NewNames = ReturnType<Names["takeNew"]>

/** The parts of the store that edits of names need. */
interface NameStore {
  readonly log: EditLog
  readonly placed: EditedPlayIndex
  readonly nameFilter: Effect.Effect<NameFilter>
  /** The version that the transaction at work raises. */
  readonly version: () => number
}

/** The names of artists, albums and tracks under edits. To be used within a transaction of the domain's writer. */
export const editedNamesIn = (
  database: Database["Service"],
  { log, nameFilter, placed, version }: NameStore,
) => {
  const { all, many, sql } = database
  const spellings = spellingsIn(database)
  const standing = Effect.map(log.edits, (edits) => new ActiveEdits(edits))
  const among = (values: Iterable<number | string>) =>
    sql`(select value from json_each(${jsonList([...values])}))`

  const read = (kind: PlayedKind, where: Fragment) =>
    readStoredNames(
      all(sql`select ${sql.literal(columnsOf(kind))} from ${sql(playedTables[kind].names)} as names
        left join music_facts on music_facts.kind = ${kind} and music_facts.id = names.id where ${where}`),
    )

  /** The artists that these have counted as one with, and themselves. */
  const withLed = (artists: ReadonlyArray<number>) =>
    readIds(
      all(sql`select id from artists where id in ${among(artists)}
        or leads_to in (select leads_to from artists where id in ${among(artists)})`),
    )

  /** Writes names as they are shown. */
  const save = (
    kind: PlayedKind,
    names: ReadonlyArray<readonly [StoredName, CanonicalName]>,
    filter: NameFilter,
  ): void => {
    const titled = kind === "artist" ? "" : ", artist_id = ?7"
    const imaged = kind === "album" ? ", image_url = ?8" : kind === "artist" ? ", image_url = ?7" : ""
    many({
      text: `update ${playedTables[kind].names} set name = ?2, name_key = ?3, hidden = ?4, is_removed = ?5, leads_to = ?6
        ${titled} ${imaged} where id = ?1 and (name <> ?2 or hidden <> ?4 or is_removed <> ?5 or leads_to is not ?6
          ${titled.replace(", artist_id =", "or artist_id <>")} ${imaged.replace(", image_url =", "or image_url <>")})`,
      rows: names.map(([told, shown]) => {
        const isAsBefore = shown.name === told.shownName && shown.leadsTo === undefined
        const hidden = isAsBefore ? told.hidden : filter.matches(kind, shown.name)
        return [
          shown.id,
          shown.name,
          nameKey(shown.name),
          Number(hidden),
          Number(shown.isRemoved),
          shown.leadsTo ?? null,
          ...(kind === "artist" ? [] : [shown.artistId]),
          ...(kind === "track" ? [] : [shown.imageUrl]),
        ]
      }),
    })
    all(sql`delete from edited_facts where kind = ${kind} and id in ${among(names.map(([{ id }]) => id))}`)
    const set = names.filter(
      ([told, { genres, hasFactsByHand, lengthSeconds, year }]) =>
        hasFactsByHand ||
        year !== told.year ||
        lengthSeconds !== told.lengthSeconds ||
        JSON.stringify(genres) !== JSON.stringify(told.genres),
    )
    many(
      editedFacts.insert(
        set.map(([, { genres, hasFactsByHand, id, lengthSeconds, year }]) => ({
          kind,
          id,
          genres,
          year,
          lengthSeconds,
          byHand: hasFactsByHand,
        })),
      ),
    )
  }

  /** Assigns plays of these tracks the artists of their tracks, and hides those of hidden or removed names. */
  const fitPlays = (tracks: ReadonlyArray<number>): void => {
    all(sql`update scrobbles set artist_id = tracks.artist_id from tracks
      where tracks.id = scrobbles.track_id and scrobbles.track_id in ${among(tracks)}
        and scrobbles.artist_id <> tracks.artist_id`)
    all(sql`update scrobbles set hidden = not hidden where (played_at, track_id) in (
      select plays.played_at, plays.track_id from scrobbles as plays
      join tracks on tracks.id = plays.track_id join artists on artists.id = tracks.artist_id
      left join albums on albums.id = plays.album_id
      where plays.track_id in ${among(tracks)} and plays.hidden <> (${sql.literal(isHiddenByName)}))`)
  }

  /** Shows all names of these artists, and all plays of them, as the edits have them now. */
  const showNames = Effect.fnUntraced(function* (asked: ReadonlyArray<number>) {
    const edits = yield* standing
    const filter = yield* nameFilter
    const seeds = withLed(asked)
    const byHand = [...edits.idsOf("artist")].map(Number)
    // Names of one spelling, and names that an edit sets, have one key.
    const called = read("artist", sql`names.id in ${among(seeds)}`).map(({ name }) => name)
    const keys = [...called, ...artistNamesByHand(edits)].map(nameKey)
    const told = spellings.counted(
      "artist",
      read("artist", sql`names.id in ${among([...seeds, ...byHand])} or name_key in ${among(keys)}`),
    )
    const shown = shownArtists(edits, told)
    const leadOf = ({ id, leadsTo }: CanonicalName) => leadsTo ?? id
    const leads = new Set(shown.filter(({ id }) => seeds.includes(id)).map(leadOf))
    const artists = shown.filter((artist) => leads.has(leadOf(artist)))
    const ids = artists.map(({ id }) => id)
    const titles = (["album", "track"] as const).flatMap((kind) =>
      spellings.counted(kind, read(kind, sql`told_artist_id in ${among(ids)}`)),
    )
    const names = [...artists, ...shownTitles(edits, artists, titles)]
    const stored = new Map([...told, ...titles].map((name) => [`${name.kind} ${name.id}`, name]))
    const pairs = names.map(
      (name) => [mustFind(stored.get(`${name.kind} ${name.id}`), name.kind, name.id), name] as const,
    )
    const idsOf = (kind: PlayedKind, test: (name: CanonicalName, known: StoredName) => boolean) =>
      pairs.flatMap(([known, name]) => (name.kind === kind && test(name, known) ? [name.id] : []))
    const tracks = idsOf("track", () => true)
    placed.takeLed({
      shared: idsOf("track", ({ leadsTo }) => leadsTo !== undefined),
      ledAlbums: idsOf("album", ({ id, leadsTo }) => leadsTo !== undefined && leadsTo !== id),
      tracks,
      changedTracks: idsOf("track", ({ leadsTo }, known) => known.leadsTo !== leadsTo),
      changedAlbums: idsOf("album", ({ leadsTo }, known) => known.leadsTo !== leadsTo),
    })
    for (const kind of PlayedKind.literals)
      save(
        kind,
        pairs.filter(([name]) => name.kind === kind),
        filter,
      )
    fitPlays(tracks)
    placed.showDue(version())
  })

  /** The artists that albums or tracks are notified of. */
  const toldArtists = (kind: PlayedKind, ids: ReadonlyArray<number>) =>
    readIds(
      all(
        kind === "artist"
          ? sql`select id from artists where id in ${among(ids)}`
          : sql`select distinct told_artist_id as id from ${sql(playedTables[kind].names)} where id in ${among(ids)}`,
      ),
    )

  /**
   * The reported artists with names that edits or several spellings touch, or with names that edits give
   * others.
   */
  const touchedArtists = (edits: ActiveEdits, made: NewNames) => {
    const isLed = all(sql`select 1 from artists where leads_to is not null limit 1`).length > 0
    if (!isLed && PlayedKind.literals.every((kind) => edits.idsOf(kind).size === 0)) return []
    const byHand = new Set(artistNamesByHand(edits).map(spellingKey))
    const edited = new Set([
      ...[...edits.idsOf("artist")].map(Number),
      ...(["album", "track"] as const).flatMap((kind) =>
        toldArtists(kind, [...edits.idsOf(kind)].map(Number)),
      ),
    ])
    const parents = [...toldArtists("album", made.album), ...toldArtists("track", made.track)]
    return readArtists(
      all(sql`select id, told_name as name, leads_to is not null as is_led from artists
        where id in ${among([...parents, ...made.artist])}`),
    ).flatMap(({ id, isLed, name }) => (isLed || edited.has(id) || byHand.has(spellingKey(name)) ? [id] : []))
  }

  /** Shows new names as edits and their spellings have them: they may count as known ones. Returns false if nothing touches them. */
  const showNew = Effect.fnUntraced(function* (names: Names) {
    const made = names.takeNew()
    if (PlayedKind.literals.every((kind) => made[kind].length === 0)) return false
    const alike = PlayedKind.literals.flatMap((kind) => spellings.spelledLike(kind, made[kind]))
    const seeds = new Set([...touchedArtists(yield* standing, made), ...alike])
    if (seeds.size === 0) return false
    yield* showNames([...seeds])
    names.forget()
    return true
  })

  /** Counts all spellings of names as one, and returns how many artists that touches. Names of earlier versions did not. */
  const joinSpellings = Effect.gen(function* () {
    const artists = spellings.spelledInWays()
    for (let at = 0; at < artists.length; at += artistsAtOnce) {
      yield* Effect.logInfo(`joining spellings of names: ${at} of ${artists.length} artists`)
      yield* showNames(artists.slice(at, at + artistsAtOnce))
    }
    return artists.length
  })

  const edited: EditedNames = {
    find: (kind, id) =>
      Effect.sync(() => {
        const { names, totals } = playedTables[kind]
        const artist = kind === "artist" ? sql`shown.id` : sql`shown.artist_id`
        return readFoundNames(
          all(sql`select shown.id, ${artist} as artist_id from ${sql(names)} as told
            join ${sql(names)} as shown on shown.id = coalesce(told.leads_to, told.id)
            where told.id = ${id} and (exists (select 1 from ${sql(totals)} where id = shown.id)
              or shown.id in (select id from recounts where kind = ${kind}))`),
        )[0]
      }),
    leadOf: (kind, id) =>
      Effect.sync(
        () =>
          readIds(
            all(
              sql`select coalesce(leads_to, id) as id from ${sql(playedTables[kind].names)} where id = ${id}`,
            ),
          )[0] ?? id,
      ),
    toldArtists: (kind, ids) => Effect.sync(() => toldArtists(kind, ids)),
    showNames,
  }
  return { showNew, showNames, spelledBy: spellings.spelledBy, joinSpellings, edits: editNames(log, edited) }
}
