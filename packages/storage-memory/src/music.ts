import { dayOf, type EpochMillis, type LocalDate } from "@daybook/kernel"
import { AlbumId, type Scrobble, type StoredListen } from "@daybook/listening"
import type * as DateTime from "effect/DateTime"

/** One stored play. It stands in its track's plays and, where it has an album, in the album's. */
export interface Play {
  readonly playedAt: EpochMillis
  readonly day: LocalDate
  readonly track: Track
  album: Album | undefined
}

interface Track {
  readonly id: number
  readonly name: string
  readonly artist: Artist
  readonly plays: Map<EpochMillis, Play>
}

export interface Album {
  readonly id: AlbumId
  readonly name: string
  readonly artist: Artist
  readonly plays: Set<Play>
  imageUrl: string
}

export interface Artist {
  readonly id: number
  readonly name: string
  readonly albums: Map<string, Album>
  readonly tracks: Map<string, Track>
}

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

  constructor(zone: DateTime.TimeZone) {
    this.#zone = zone
  }

  /** The latest play; of plays of the same second, the one that was stored last. */
  get newest(): Play | undefined {
    return this.#newest
  }

  /** Stores one play and says what is new: the play itself, and its album's cover. `from` is the album it was in. */
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
    }))
    const track = getOrAdd(artist.tracks, scrobble.track, () => ({
      id: this.#nextId(),
      name: scrobble.track,
      artist,
      plays: new Map(),
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
    // A repeat that names no album knows less than what is stored.
    const from = play.album
    if (album !== undefined && from !== album) {
      from?.plays.delete(play)
      album.plays.add(play)
      play.album = album
    }
    return { play, added: known === undefined, from, cover }
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
  catalogUrl: "",
  playedAt,
})
