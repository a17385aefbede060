import { type FilterKind, type NameFilter, nameKey } from "@daybook/listening"
import { mustFind } from "@daybook/storage-sql"
import type { Database } from "../../sql/database.ts"
import { readIds, readKnownNames } from "../rows.ts"

/** A stored name of a play, as it is reported. */
export interface Name {
  readonly id: number
  readonly name: string
  /** True if a filter hides it, or the owner has removed it; of a track even if that is true of its artist. */
  readonly hidden: boolean
  /** The artist as it is shown. */
  readonly artistId: number
  /** True for a name that counts as another, and for a track that is one of several that count as one. */
  readonly isShared: boolean
  /**
   * The artist as it is reported, if it or the name is one of several that count as one: the plays report how these are
   * spelled.
   */
  readonly spelledBy: number | undefined
}

/** A stored track with the artist that it is reported by. */
export interface Track extends Name {
  readonly artist: { readonly name: string }
}

/** The fields of a title that a play needs. A track is hidden with its artist, so that its plays need nothing more. */
const textsOf = (table: "albums" | "tracks") => {
  const ofArtist = (value: string) => `(select ${value} from artists where id = ${table}.artist_id)`
  const columns = `id, leads_to, artist_id, (hidden or is_removed or ${ofArtist("hidden or is_removed")}) as hidden,
    coalesce(leads_to, ${ofArtist("leads_to")}) is not null as is_spelled`
  return {
    find: `select ${columns} from ${table} where told_artist_id = ? and told_name = ?`,
    // A title of a merged artist is shown as the target's.
    insert: `insert into ${table} (told_artist_id, told_name, artist_id, name, name_key, hidden)
      values (?1, ?2, (select coalesce(leads_to, id) from artists where id = ?1), ?2, ?3, ?4) returning ${columns}`,
  }
}
const titleTexts = { album: textsOf("albums"), track: textsOf("tracks") }

/**
 * Finds the stored names of plays, and stores the new ones; each is looked up once. To be used within one
 * transaction.
 */
export const namesIn = ({ many }: Database["Service"], nameFilter: NameFilter) => {
  const one = (text: string, ...parameters: ReadonlyArray<unknown>) => many({ text, rows: [parameters] })
  const artists = new Map<string, number>()
  const tracks = new Map<number, Map<string, Track>>()
  const albums = new Map<number, Map<string, Name>>()
  const made = { artist: Array.of<number>(), album: Array.of<number>(), track: Array.of<number>() }

  const hiddenOf = (kind: FilterKind, name: string) => (nameFilter.matches(kind, name) ? 1 : 0)

  const artistOf = (name: string): number => {
    const known = artists.get(name)
    if (known !== undefined) return known
    const stored = readIds(one("select id from artists where told_name = ?", name))[0]
    const id =
      stored ??
      mustFind(
        readIds(
          one(
            "insert into artists (told_name, name, name_key, hidden) values (?1, ?1, ?2, ?3) returning id",
            name,
            nameKey(name),
            hiddenOf("artist", name),
          ),
        )[0],
        "artist",
        name,
      )
    if (stored === undefined) made.artist.push(id)
    artists.set(name, id)
    return id
  }

  const titleOf = (kind: "album" | "track", artist: number, name: string): Name => {
    const { find, insert } = titleTexts[kind]
    let found = readKnownNames(one(find, artist, name))[0]
    if (found === undefined) {
      const rows = one(insert, artist, name, nameKey(name), hiddenOf(kind, name))
      found = mustFind(readKnownNames(rows)[0], kind, name)
      made[kind].push(found.id)
    }
    const { artistId, hidden, id, isSpelled, leadsTo } = found
    const isShared = leadsTo !== undefined && (kind === "track" || leadsTo !== id)
    return { id, name, artistId, hidden, isShared, spelledBy: isSpelled ? artist : undefined }
  }

  const cached = <Found>(
    all: Map<number, Map<string, Found>>,
    artist: number,
    name: string,
    look: () => Found,
  ) => {
    const ofArtist = all.get(artist) ?? new Map<string, Found>()
    const found = ofArtist.get(name) ?? look()
    ofArtist.set(name, found)
    all.set(artist, ofArtist)
    return found
  }

  return {
    track: (artist: string, name: string): Track => {
      const id = artistOf(artist)
      return cached(tracks, id, name, () => ({ ...titleOf("track", id, name), artist: { name: artist } }))
    },
    album: (artist: string, name: string): Name => {
      const id = artistOf(artist)
      return cached(albums, id, name, () => titleOf("album", id, name))
    },
    /** The ids of the new names. They are new no more. */
    takeNew: () => ({
      artist: made.artist.splice(0),
      album: made.album.splice(0),
      track: made.track.splice(0),
    }),
    /** Forgets what was looked up: edits have changed what names are shown as. */
    forget: (): void => {
      tracks.clear()
      albums.clear()
    },
  }
}

export type Names = ReturnType<typeof namesIn>
