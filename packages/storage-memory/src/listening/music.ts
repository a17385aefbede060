import { dayOf, type EpochMillis, type LocalDate } from "@daybook/kernel"
import {
  AlbumId,
  type FilterKind,
  type NameFilter,
  type Scrobble,
  type StoredListen,
} from "@daybook/listening"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** One stored play. It belongs to its track's plays and, where it has an album, to the album's. */
export interface Play {
  readonly playedAt: EpochMillis
  readonly day: LocalDate
  readonly track: Track
  album: Album | undefined
}

/** The page and id of an artist or a track in a music catalog; "" until they are found. */
interface Catalogued {
  catalogId: string
  catalogUrl: string
  /** The time of the last lookup; undefined before the first. */
  triedAt: EpochMillis | undefined
}

const notCatalogued = (): Catalogued => ({ catalogId: "", catalogUrl: "", triedAt: undefined })

export interface Track extends Catalogued {
  readonly id: number
  readonly name: string
  readonly artist: Artist
  readonly plays: Map<EpochMillis, Play>
  previewUrl: string
  /** True where a filter matches the name; likewise for albums and artists. */
  hidden: boolean
}

export interface Album {
  readonly id: AlbumId
  readonly name: string
  readonly artist: Artist
  readonly plays: Set<Play>
  imageUrl: string
  catalogUrl: string
  previewUrl: string
  hidden: boolean
}

export interface Artist extends Catalogued {
  readonly id: number
  readonly name: string
  readonly albums: Map<string, Album>
  readonly tracks: Map<string, Track>
  hidden: boolean
}

/** True where a filter hides the play. */
export const isHidden = ({ track, album }: Play): boolean =>
  track.hidden || track.artist.hidden || album?.hidden === true

const getOrAdd = <Name, Value>(map: Map<Name, Value>, name: Name, make: () => Value): Value => {
  let value = map.get(name)
  if (value === undefined) {
    value = make()
    map.set(name, value)
  }
  return value
}

/** Artists with their tracks, albums and plays, each under its exact name. */
export class Music {
  readonly artists = new Map<string, Artist>()
  readonly albums = new Map<AlbumId, Album>()
  readonly #zone: DateTime.TimeZone
  #lastId = 0
  #newest: Play | undefined
  #nameFilter: NameFilter | undefined

  constructor(zone: DateTime.TimeZone) {
    this.#zone = zone
  }

  /** The latest visible play; of plays of the same second, the one stored last where possible. */
  get newest(): Play | undefined {
    if (this.#newest === undefined || !isHidden(this.#newest)) return this.#newest
    let newest: Play | undefined
    for (const play of this.#plays()) {
      if (!isHidden(play) && play.playedAt >= (newest?.playedAt ?? -Infinity)) newest = play
    }
    return newest
  }

  /** Hides the plays that the filter matches from now on, and no others. */
  hide(nameFilter: NameFilter): void {
    this.#nameFilter = nameFilter
    for (const artist of this.artists.values()) {
      artist.hidden = nameFilter.matches("artist", artist.name)
      for (const album of artist.albums.values()) album.hidden = nameFilter.matches("album", album.name)
      for (const track of artist.tracks.values()) track.hidden = nameFilter.matches("track", track.name)
    }
  }

  /** Stores one play; tells whether the play or its album's image is new. `from` is the album it was in. */
  add(scrobble: Scrobble): {
    readonly play: Play
    readonly added: boolean
    readonly from: Album | undefined
    readonly cover: boolean
  } {
    const artist = getOrAdd(this.artists, scrobble.artist, () => ({
      id: this.#nextId(),
      name: scrobble.artist,
      albums: new Map(),
      tracks: new Map(),
      hidden: this.#matches("artist", scrobble.artist),
      ...notCatalogued(),
    }))
    const track = getOrAdd(artist.tracks, scrobble.track, () => ({
      id: this.#nextId(),
      name: scrobble.track,
      artist,
      plays: new Map(),
      hidden: this.#matches("track", scrobble.track),
      previewUrl: "",
      ...notCatalogued(),
    }))
    const album = scrobble.album === "" ? undefined : this.#album(artist, scrobble.album)
    const cover = album !== undefined && album.imageUrl === "" && scrobble.imageUrl !== ""
    if (cover) album.imageUrl = scrobble.imageUrl

    const known = track.plays.get(scrobble.playedAt)
    const play = known ?? {
      playedAt: scrobble.playedAt,
      day: dayOf(scrobble.playedAt, this.#zone),
      track,
      album: undefined,
    }
    if (known === undefined) this.#keep(play)
    // A repeat without an album knows less than the stored play.
    const from = play.album
    if (album !== undefined && from !== album) {
      from?.plays.delete(play)
      album.plays.add(play)
      play.album = album
    }
    return { play, added: known === undefined, from, cover }
  }

  #matches(kind: FilterKind, name: string): boolean {
    return this.#nameFilter?.matches(kind, name) === true
  }

  *#plays(): Iterable<Play> {
    for (const artist of this.artists.values()) {
      for (const track of artist.tracks.values()) yield* track.plays.values()
    }
  }

  #nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  #album(artist: Artist, name: string): Album {
    const album = getOrAdd(artist.albums, name, () => ({
      id: AlbumId.make(this.#nextId()),
      name,
      artist,
      plays: new Set<Play>(),
      imageUrl: "",
      catalogUrl: "",
      previewUrl: "",
      hidden: this.#matches("album", name),
    }))
    this.albums.set(album.id, album)
    return album
  }

  #keep(play: Play): void {
    play.track.plays.set(play.playedAt, play)
    if (play.playedAt >= (this.#newest?.playedAt ?? -Infinity)) this.#newest = play
  }
}

/** A stored play as the domain shows it. */
export const listenOf = ({
  track,
  album,
  playedAt,
}: Play): StoredListen & { readonly playedAt: EpochMillis } => ({
  track: track.name,
  artist: track.artist.name,
  artistId: track.artist.id,
  album: album?.name ?? "",
  albumId: album?.id ?? 0,
  imageUrl: album?.imageUrl ?? "",
  catalogUrl: track.catalogUrl,
  playedAt,
})

/** The music that all listening stores of one memory share. */
export class StoredMusic extends Context.Service<StoredMusic, Music>()("daybook/storage-memory/StoredMusic") {
  static readonly layer = Layer.effect(
    StoredMusic,
    Effect.map(DateTime.CurrentTimeZone, (zone) => new Music(zone)),
  )
}
