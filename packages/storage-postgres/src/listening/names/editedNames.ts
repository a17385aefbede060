import { type EditLog, ActiveEdits } from "@daybook/kernel"
import {
  artistNamesByHand,
  type CanonicalName,
  type EditedNames,
  editNames,
  type NameFilter,
  nameKey,
  type PlayedKind,
  shownArtists,
  shownTitles,
  spellingKey,
} from "@daybook/listening"
import { mustFind } from "@daybook/storage-sql"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { ints, texts } from "../../sql/parameters.ts"
import { markAliasedPlays, publishChangedPlays } from "../editedPlays.ts"
import type { PlayCounts } from "../playCounts.ts"
import { readIds } from "../rows.ts"
import { recount } from "../sums.ts"
import { findingNames, writingNames } from "./nameRows.ts"
import type { ResolvedNames, Title } from "./names.ts"
import { spellingsIn } from "./spellings.ts"

/** The parts of the store that edits of names need. */
export interface NameStore {
  readonly log: EditLog
  readonly zone: DateTime.TimeZone
  readonly counts: PlayCounts
  readonly nameFilter: Effect.Effect<NameFilter, SqlError>
}

/** The artists whose spellings are joined at once. */
const artistsAtOnce = 200

const kinds = ["artist", "album", "track"] as const

type Spellings = ReturnType<typeof spellingsIn>

/** Makes the function that shows names as edits have them. */
const showingIn = (
  sql: SqlClient.SqlClient,
  { counts, nameFilter, zone }: NameStore,
  standing: Effect.Effect<ActiveEdits, SqlError>,
  spellings: Spellings,
) => {
  const { read, sourceVersions, withLed } = findingNames(sql)
  const { fitPlays, save } = writingNames(sql, nameFilter)

  /** Shows all names of these artists, and all plays of them, as the edits have them now. */
  const showNames = Effect.fnUntraced(function* (asked: ReadonlyArray<number>) {
    const edits = yield* standing
    const seeds = yield* withLed(asked)
    const byHand = [...edits.idsOf("artist")].map(Number)
    // Names of one spelling, and names that an edit sets, have one key.
    const called = (yield* read("artist", sql`names.id = any(${ints(seeds)})`)).map(({ name }) => name)
    const keys = [...called, ...artistNamesByHand(edits)].map(nameKey)
    const told = yield* spellings.counted(
      "artist",
      yield* read(
        "artist",
        sql`names.id = any(${ints([...seeds, ...byHand])}) or name_key = any(${texts(keys)})`,
      ),
    )
    const shown = shownArtists(edits, told)
    const leadOf = ({ id, leadsTo }: CanonicalName) => leadsTo ?? id
    const leads = new Set(shown.filter(({ id }) => seeds.includes(id)).map(leadOf))
    const artists = shown.filter((artist) => leads.has(leadOf(artist)))
    const ids = artists.map(({ id }) => id)
    const titles = [
      ...(yield* spellings.counted("album", yield* sourceVersions("album", ids))),
      ...(yield* spellings.counted("track", yield* sourceVersions("track", ids))),
    ]
    const names = [...artists, ...shownTitles(edits, artists, titles)]
    const stored = new Map([...told, ...titles].map((name) => [`${name.kind} ${name.id}`, name]))

    // All names of an artist are found as they are reported, or none.
    const artistOf = new Map(artists.map((artist) => [artist.id, leadOf(artist)]))
    const isEdited = ({ id, kind, leadsTo }: CanonicalName) =>
      leadsTo !== undefined || edits.idsOf(kind).has(String(id))
    const touched = new Set(
      names.filter(isEdited).map(({ id, kind }) => artistOf.get(stored.get(`${kind} ${id}`)?.artistId ?? 0)),
    )
    const all = names.map((name) => {
      const known = mustFind(stored.get(`${name.kind} ${name.id}`), name.kind, name.id)
      return [known, name, touched.has(artistOf.get(known.artistId))] as const
    })
    const changedIds = (kind: PlayedKind) =>
      all.flatMap(([known, name]) => (name.kind === kind && known.leadsTo !== name.leadsTo ? [name.id] : []))
    const tracks = names.flatMap(({ id, kind }) => (kind === "track" ? [id] : []))
    yield* markAliasedPlays(sql, {
      shared: names.flatMap(({ id, kind, leadsTo }) =>
        kind === "track" && leadsTo !== undefined ? [id] : [],
      ),
      ledAlbums: names.flatMap(({ id, kind, leadsTo }) =>
        kind === "album" && leadsTo !== undefined && leadsTo !== id ? [id] : [],
      ),
      tracks,
      changedTracks: changedIds("track"),
      changedAlbums: changedIds("album"),
    })
    for (const kind of kinds)
      yield* save(
        kind,
        all.filter(([name]) => name.kind === kind),
      )
    const { hours, isMoved } = yield* fitPlays(tracks)
    yield* publishChangedPlays(sql, zone, counts, hours)
    if (isMoved) yield* recount(sql, zone, sql`select unnest(${ints(ids)})`)
  })

  return showNames
}

/** The names of artists, albums and tracks under edits. To be used within a transaction of the domain's writer. */
export const editedNamesIn = (sql: SqlClient.SqlClient, store: NameStore) => {
  const { log } = store
  const { find, leadOf, leadsOf, toldArtists } = findingNames(sql)
  const spellings = spellingsIn(sql)
  const standing = Effect.map(log.edits, (edits) => new ActiveEdits(edits))
  const showNames = showingIn(sql, store, standing, spellings)

  /** The reported artists of names whose commonest spelling the transaction at work may have changed. */
  const spelledBy = new Set<number>()

  /** Records the reported artists of the names that these plays spell. */
  const noteSpelling = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    for (const artist of yield* spellings.spelledBy(ids)) spelledBy.add(artist)
  })

  /** Shows the names whose plays the transaction has stored or removed in the commonest spelling now. */
  const spell = Effect.suspend(() => {
    const artists = [...spelledBy]
    spelledBy.clear()
    return artists.length === 0 ? Effect.void : showNames(artists)
  })

  /** Counts all spellings of names as one. Names of earlier versions did not. */
  const joinSpellings = Effect.gen(function* () {
    const artists = yield* spellings.spelledInWays
    for (let at = 0; at < artists.length; at += artistsAtOnce) {
      yield* Effect.logInfo(`joining spellings of names: ${at} of ${artists.length} artists`)
      yield* showNames(artists.slice(at, at + artistsAtOnce))
    }
  })

  /** Applies edits and spellings to looked up names. New ones may count as known ones. */
  const settle = Effect.fnUntraced(function* ({ albums, artists, hasEdits, isNew, tracks }: ResolvedNames) {
    const alike = [
      ...(yield* spellings.spelledLike("artist", artists.filter(isNew))),
      ...(yield* spellings.spelledLike("album", albums.filter(isNew))),
      ...(yield* spellings.spelledLike("track", tracks.filter(isNew))),
    ]
    if (!hasEdits && alike.length === 0) return
    const byHand = new Set(artistNamesByHand(yield* standing).map(spellingKey))
    const fresh = artists.filter((artist) => isNew(artist) && byHand.has(spellingKey(artist.name)))
    const parents = new Set([...albums, ...tracks].filter(isNew).map(({ artist }) => artist.id))
    const touched = readIds(
      yield* sql`select id from artists where id = any(${ints([...parents])}) and told_name is not null`,
    )
    const seeds = [...new Set([...touched, ...fresh.map(({ id }) => id), ...alike])]
    if (seeds.length > 0) yield* showNames(seeds)

    const tracksLed = yield* leadsOf("track", tracks)
    const albumsLed = yield* leadsOf("album", albums)
    const artistsLed = yield* leadsOf("artist", artists)
    const noteTold = ({ artist }: Title, led: { readonly leadsTo: number | undefined } | undefined) => {
      if ((led?.leadsTo ?? artistsLed.get(artist.id)?.leadsTo) !== undefined) spelledBy.add(artist.id)
    }
    for (const track of tracks) {
      const led = tracksLed.get(track.id)
      track.hidden = led?.hidden ?? track.hidden
      track.isShared = led?.leadsTo !== undefined
      noteTold(track, led)
    }
    for (const album of albums) {
      const led = albumsLed.get(album.id)
      album.hidden = led?.hidden ?? album.hidden
      album.isShared = led?.leadsTo !== undefined && led.leadsTo !== album.id
      noteTold(album, led)
    }
    for (const artist of artists) {
      const led = artistsLed.get(artist.id)
      if (led === undefined) continue
      artist.id = led.shownId
      artist.hidden = led.hidden
    }
  })

  const edited: EditedNames = {
    find: (kind, id) => Effect.orDie(find(kind, id)),
    leadOf: (kind, id) => Effect.orDie(leadOf(kind, id)),
    toldArtists: (kind, ids) => Effect.orDie(toldArtists(kind, ids)),
    showNames: (artists) => Effect.orDie(showNames(artists)),
  }
  return { settle, noteSpelling, spell, joinSpellings, edits: editNames(log, edited) }
}
