import { type FilterKind, type NameFilter, nameKey } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { mustFind } from "@daybook/storage-sql"
import { playedTables } from "@daybook/storage-sql/listening"
import { booleans, ints, texts } from "../../sql/parameters.ts"
import { readIds, readKnownNames } from "../rows.ts"

/** A name of an artist, an album or a track. */
interface Name {
  readonly name: string
  /** 0 until it is looked up. */
  id: number
  /** True if a filter hides it; false until it is looked up. */
  hidden: boolean
}

/** An album or a track. */
export interface Title extends Name {
  readonly artist: Artist
  /** True for an album that counts as another one, and for a track that is one of several that count as one. */
  isShared: boolean
}

export interface Artist extends Name {
  readonly albums: Map<string, Title>
  readonly tracks: Map<string, Title>
}

/** The names of plays, each once. Maps within maps find them: joining names to keys took half of a batch's time here. */
export class Names {
  size = 0
  readonly #artists = new Map<string, Artist>()
  readonly #unknown = { artist: Array.of<Artist>(), album: Array.of<Title>(), track: Array.of<Title>() }

  artist(name: string): Artist {
    const known = this.#artists.get(name)
    if (known !== undefined) return known
    const artist = { name, id: 0, hidden: false, albums: new Map(), tracks: new Map() }
    this.#artists.set(name, artist)
    this.#unknown.artist.push(artist)
    this.size += 1
    return artist
  }

  album(artist: Artist, name: string): Title {
    return artist.albums.get(name) ?? this.#add("album", artist, artist.albums, name)
  }

  track(artist: Artist, name: string): Title {
    return artist.tracks.get(name) ?? this.#add("track", artist, artist.tracks, name)
  }

  /** Hands over the names that have no id yet. */
  takeUnknown() {
    const { album, artist, track } = this.#unknown
    return { artists: artist.splice(0), albums: album.splice(0), tracks: track.splice(0) }
  }

  #add(kind: "album" | "track", artist: Artist, titles: Map<string, Title>, name: string): Title {
    const title = { artist, name, id: 0, hidden: false, isShared: false }
    titles.set(name, title)
    this.#unknown[kind].push(title)
    this.size += 1
    return title
  }
}

const namesOf = (some: ReadonlyArray<Name>) => texts(some.map(({ name }) => name))

/** New names, and all others looked up with them. */
export interface ResolvedNames {
  readonly artists: ReadonlyArray<Artist>
  readonly albums: ReadonlyArray<Title>
  readonly tracks: ReadonlyArray<Title>
  readonly isNew: (name: Artist | Title) => boolean
  /** True where edits, or other spellings, may touch names that are not new. */
  readonly hasEdits: boolean
}

/**
 * Applies edits and spellings to looked up names: an artist gets the id of the one that it counts
 * as.
 */
export type NameOverrides = (names: ResolvedNames) => Effect.Effect<void, SqlError>

/**
 * Assigns ids to names, and stores the new ones. To be run in a transaction that already holds the domain's
 * lock. The filter decides which new names are hidden; stored ones have a column for it. `hasEdits` is false while no
 * name is edited or spelled in several ways.
 */
export const lookUpNames = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  names: Names,
  nameFilter: NameFilter,
  byHand: NameOverrides,
  hasEdits: boolean,
) {
  const { albums, artists, tracks } = names.takeUnknown()
  const key = ["artist_id", "name"]
  const keysOf = (some: ReadonlyArray<Title>) =>
    sql`${ints(some.map(({ artist }) => artist.id))}, ${namesOf(some)}`
  const made = [
    ...(yield* lookUp(
      sql,
      nameFilter,
      "artist",
      artists,
      hasEdits,
      ["name"],
      (some) => sql`${namesOf(some)}`,
    )),
    ...(yield* lookUp(sql, nameFilter, "album", albums, hasEdits, key, keysOf)),
    ...(yield* lookUp(sql, nameFilter, "track", tracks, hasEdits, key, keysOf)),
  ]
  if (made.length === 0 && !hasEdits) return
  const isMade = new Set<Name>(made)
  yield* byHand({ albums, artists, tracks, isNew: (name) => isMade.has(name), hasEdits })
})

/**
 * Ids come back with positions, since names would have to be sent, read and searched again. Edited names are found
 * by their reported keys, if there are any. Returns the new names.
 */
const lookUp = Effect.fnUntraced(function* <N extends Name>(
  sql: SqlClient.SqlClient,
  nameFilter: NameFilter,
  kind: FilterKind,
  names: ReadonlyArray<N>,
  asTold: boolean,
  columns: ReadonlyArray<string>,
  keysOf: (some: ReadonlyArray<N>) => Fragment,
): Effect.fn.Return<ReadonlyArray<N>, SqlError> {
  if (names.length === 0) return []
  const table = playedTables[kind].names
  const key = sql.literal(columns.join(", "))

  /** Assigns ids to names, and returns new ones. */
  const find = Effect.fnUntraced(function* (some: ReadonlyArray<N>, prefix: string, where: string) {
    if (some.length === 0) return some
    const sameKey = columns.map((column) => `stored.${prefix}${column} = wanted.${column}`).join(" and ")
    // Each name separately: the cost of a lookup depends on the batch, and not on the table.
    const stored = readKnownNames(
      yield* sql`select position::int, id, hidden from unnest(${keysOf(some)}) with ordinality as wanted (${key}, position)
        cross join lateral (
          select id, hidden from ${sql(table)} as stored where ${sql.literal(`${sameKey} and ${where}`)} limit 1
        ) as stored`,
    )
    for (const { hidden, id, position } of stored) {
      const name = mustFind(some[position - 1], kind, position)
      name.id = id
      name.hidden = hidden
    }
    return some.filter(({ id }) => id === 0)
  })

  const unfound = yield* find(names, "", "told_name is null")
  const missing = asTold ? yield* find(unfound, "told_", "told_name is not null") : unfound
  if (missing.length === 0) return missing
  for (const name of missing) name.hidden = nameFilter.matches(kind, name.name)
  const ids = readIds(
    yield* sql`with made as materialized (
      select nextval((select pg_get_serial_sequence(${table}, 'id')::regclass))::int as id, ${key}, hidden, name_key, position
      from unnest(${keysOf(missing)}, ${booleans(missing.map(({ hidden }) => hidden))},
        ${texts(missing.map(({ name }) => nameKey(name)))})
        with ordinality as given (${key}, hidden, name_key, position)
    ), stored as (
      insert into ${sql(table)} (id, ${key}, hidden, name_key) overriding system value
      select id, ${key}, hidden, name_key from made
    )
    select id from made order by position`,
  )
  for (const [at, name] of missing.entries()) name.id = mustFind(ids[at], kind, name.name)
  return missing
})
