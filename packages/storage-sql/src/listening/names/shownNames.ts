import { ActiveEdits, type EditLog } from "@daybook/kernel"
import {
  artistNamesByHand,
  type CanonicalName,
  editNames,
  MusicFacts,
  type NameFilter,
  nameKey,
  PlayedKind,
  shownArtists,
  shownTitles,
} from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import type { SqlError } from "effect/sql/SqlError"
import * as Struct from "effect/Struct"
import { mustFind } from "../../mustFind.ts"
import { placedPlays } from "../editedPlays.ts"
import type { ListeningSql } from "../listeningSql.ts"
import { editedFacts, type StoredName } from "../rows.ts"
import { findingNames } from "./foundNames.ts"
import { spellingsIn } from "./spellings.ts"

/** A name as edits show it, next to the stored one. */
export interface SavedName {
  readonly told: StoredName
  readonly shown: CanonicalName
  readonly hidden: boolean
  /** True if edits touch a name of its artist. */
  readonly isTouched: boolean
}

/** The parts of a store that the edits of names need. */
interface NameStore {
  readonly log: EditLog
  readonly nameFilter: Effect.Effect<NameFilter, SqlError>
  readonly save: (kind: PlayedKind, names: ReadonlyArray<SavedName>) => Effect.Effect<unknown, SqlError>
  /**
   * Assigns plays of these tracks the artists of their tracks, hides those of hidden or removed names, and shows the plays that
   * are due. These are all artists that this touches.
   */
  readonly fitPlays: (
    tracks: ReadonlyArray<number>,
    artists: ReadonlyArray<number>,
  ) => Effect.Effect<unknown, SqlError>
}

/** The artists whose spellings are joined at once. */
const artistsAtOnce = 200

const factsOf = (facts: MusicFacts): MusicFacts => Struct.pick(facts, Struct.keys(MusicFacts.fields))

/** Stores the facts of names that edits set. */
const saveFacts = Effect.fnUntraced(function* (
  { amongNumbers, sql, tableOf }: ListeningSql,
  kind: PlayedKind,
  names: ReadonlyArray<SavedName>,
) {
  const ids = names.map(({ shown }) => shown.id)
  yield* sql`delete from edited_facts where kind = ${kind} and ${amongNumbers("id", ids)}`
  const set = names.filter(
    ({ shown, told }) => shown.hasFactsByHand || !Equal.equals(factsOf(shown), factsOf(told)),
  )
  yield* tableOf(editedFacts).insert(
    set.map(({ shown }) => ({ ...shown, kind, byHand: shown.hasFactsByHand })),
  )
})

const leadOf = ({ id, leadsTo }: CanonicalName) => leadsTo ?? id

/** Names as they are to be saved, next to the stored ones; `artistOf` has the artists that artists count as. */
const savedNames = (
  edits: ActiveEdits,
  filter: NameFilter,
  names: ReadonlyArray<CanonicalName>,
  told: ReadonlyArray<StoredName>,
  artistOf: ReadonlyMap<number, number>,
): ReadonlyArray<SavedName> => {
  const stored = new Map(told.map((name) => [`${name.kind} ${name.id}`, name]))

  // All names of an artist are found as they are reported, or none.
  const isEdited = ({ id, kind, leadsTo }: CanonicalName) =>
    leadsTo !== undefined || edits.idsOf(kind).has(String(id))
  const touched = new Set(
    names.filter(isEdited).map(({ id, kind }) => artistOf.get(stored.get(`${kind} ${id}`)?.artistId ?? 0)),
  )
  return names.map((shown): SavedName => {
    const told = mustFind(stored.get(`${shown.kind} ${shown.id}`), shown.kind, shown.id)
    const isAsBefore = shown.name === told.shownName && shown.leadsTo === undefined
    const hidden = isAsBefore ? told.hidden : filter.matches(shown.kind, shown.name)
    return { told, shown, hidden, isTouched: touched.has(artistOf.get(told.artistId)) }
  })
}

/** Makes the function that shows all names of artists, and all plays of them, as the edits have them now. */
const showing = (
  database: ListeningSql,
  { fitPlays, log, nameFilter, save }: NameStore,
  spellings: ReturnType<typeof spellingsIn>,
) => {
  const { amongNumbers, amongTexts, sql, toldBy } = database
  const { read, withLed } = findingNames(database)
  const placed = placedPlays(database)

  return Effect.fnUntraced(function* (asked: ReadonlyArray<number>) {
    const edits = new ActiveEdits(yield* log.edits)
    const filter = yield* nameFilter
    const seeds = yield* withLed(asked)
    const byHand = [...edits.idsOf("artist")].map(Number)
    // Names of one spelling, and names that an edit sets, have one key.
    const called = (yield* read("artist", amongNumbers("names.id", seeds))).map(({ name }) => name)
    const keys = [...called, ...artistNamesByHand(edits)].map(nameKey)
    const told = yield* spellings.counted(
      "artist",
      yield* read(
        "artist",
        sql`${amongNumbers("names.id", [...seeds, ...byHand])} or ${amongTexts("name_key", keys)}`,
      ),
    )
    const shown = shownArtists(edits, told)
    const leads = new Set(shown.filter(({ id }) => seeds.includes(id)).map(leadOf))
    const artists = shown.filter((artist) => leads.has(leadOf(artist)))
    const ids = artists.map(({ id }) => id)
    const titles = [
      ...(yield* spellings.counted("album", yield* read("album", toldBy("names", ids)))),
      ...(yield* spellings.counted("track", yield* read("track", toldBy("names", ids)))),
    ]
    const names = [...artists, ...shownTitles(edits, artists, titles)]
    const saved = savedNames(
      edits,
      filter,
      names,
      [...told, ...titles],
      new Map(artists.map((artist) => [artist.id, leadOf(artist)])),
    )
    const idsOf = (kind: PlayedKind, test: (name: CanonicalName, told: StoredName) => boolean) =>
      saved.flatMap(({ shown, told }) => (shown.kind === kind && test(shown, told) ? [shown.id] : []))
    const isChanged = ({ leadsTo }: CanonicalName, told: StoredName) => told.leadsTo !== leadsTo
    const tracks = idsOf("track", () => true)
    yield* placed.takeLed({
      shared: idsOf("track", ({ leadsTo }) => leadsTo !== undefined),
      ledAlbums: idsOf("album", ({ id, leadsTo }) => leadsTo !== undefined && leadsTo !== id),
      tracks,
      changedTracks: idsOf("track", isChanged),
      changedAlbums: idsOf("album", isChanged),
    })
    for (const kind of PlayedKind.literals) {
      const some = saved.filter(({ shown }) => shown.kind === kind)
      yield* save(kind, some)
      yield* saveFacts(database, kind, some)
    }
    yield* fitPlays(tracks, ids)
  })
}

/** The names of artists, albums and tracks under edits. To be used within a transaction of the domain's writer. */
export const shownNames = (database: ListeningSql, store: NameStore) => {
  const { log } = store
  const { find, leadOf, toldArtists } = findingNames(database)
  const spellings = spellingsIn(database)
  const showNames = showing(database, store, spellings)

  /** Counts all spellings of names as one, and returns how many artists that touches. Names of earlier versions did not. */
  const joinSpellings = Effect.gen(function* () {
    const artists = yield* spellings.spelledInWays
    for (let at = 0; at < artists.length; at += artistsAtOnce) {
      yield* Effect.logInfo(`joining spellings of names: ${at} of ${artists.length} artists`)
      yield* showNames(artists.slice(at, at + artistsAtOnce))
    }
    return artists.length
  })

  /** The reported artists of names whose commonest spelling the transaction at work may have changed. */
  const spelledBy = new Set<number>()

  /** Notes the reported artists of the names that these plays spell. */
  const noteSpelling = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    for (const artist of yield* spellings.spelledBy(ids)) spelledBy.add(artist)
  })

  /** Shows the names whose plays the transaction has stored or removed in the commonest spelling now. */
  const spell = Effect.suspend(() => {
    const artists = [...spelledBy]
    spelledBy.clear()
    return artists.length === 0 ? Effect.void : showNames(artists)
  })

  const edits = editNames(log, {
    find: (kind, id) => Effect.orDie(find(kind, id)),
    leadOf: (kind, id) => Effect.orDie(leadOf(kind, id)),
    toldArtists: (kind, ids) => Effect.orDie(toldArtists(kind, ids)),
    showNames: (artists) => Effect.orDie(showNames(artists)),
  })

  return {
    edits,
    joinSpellings,
    noteSpelling,
    showNames,
    spell: Effect.orDie(spell),
    spelledBy,
    spelledLike: spellings.spelledLike,
    standing: Effect.map(log.edits, (edits) => new ActiveEdits(edits)),
    toldArtists,
  }
}
