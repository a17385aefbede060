import { type EditLog, ActiveEdits } from "@daybook/kernel"
import {
  artistNamesByHand,
  type CanonicalName,
  type EditedNames,
  editNames,
  type NameFilter,
  nameKey,
  PlayedKind,
  shownArtists,
  shownTitles,
  spellingKey,
} from "@daybook/listening"
import { mustFind } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import type { Database } from "../../sql/database.ts"
import type { EditedPlayIndex } from "../editedPlays.ts"
import { readArtists, type StoredName } from "../rows.ts"
import { amongIn, findingNames, writingNames } from "./nameRows.ts"
import type { Names } from "./names.ts"
import { spellingsIn } from "./spellings.ts"

/** The artists whose spellings are joined at once. */
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

/** Makes the function that shows names as edits have them. */
const showingIn = (
  database: Database["Service"],
  { nameFilter, placed, version }: NameStore,
  standing: Effect.Effect<ActiveEdits>,
  spellings: ReturnType<typeof spellingsIn>,
) => {
  const { sql } = database
  const among = amongIn(database)
  const { read, withLed } = findingNames(database)
  const { fitPlays, save } = writingNames(database)

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

  return showNames
}

/** Makes the function that finds the artists of new names that edits, or several spellings, touch. */
const touchingIn = (database: Database["Service"]) => {
  const { all, sql } = database
  const among = amongIn(database)
  const { toldArtists } = findingNames(database)

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

  return touchedArtists
}

/** The names of artists, albums and tracks under edits. To be used within a transaction of the domain's writer. */
export const editedNamesIn = (database: Database["Service"], store: NameStore) => {
  const { log } = store
  const spellings = spellingsIn(database)
  const standing = Effect.map(log.edits, (edits) => new ActiveEdits(edits))
  const showNames = showingIn(database, store, standing, spellings)
  const touchedArtists = touchingIn(database)
  const { find, leadOf, toldArtists } = findingNames(database)

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
    find: (kind, id) => Effect.sync(() => find(kind, id)),
    leadOf: (kind, id) => Effect.sync(() => leadOf(kind, id)),
    toldArtists: (kind, ids) => Effect.sync(() => toldArtists(kind, ids)),
    showNames,
  }
  return { showNew, showNames, spelledBy: spellings.spelledBy, joinSpellings, edits: editNames(log, edited) }
}
