import { dayOf, type EpochMillis, type LocalDate } from "@daybook/kernel"
import {
  AlbumId,
  type FilterKind,
  type MusicFacts,
  type NameFilter,
  type Scrobble,
  type StoredListen,
  unknownFacts,
} from "@daybook/listening"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { PlaySums } from "./playSums.ts"

/** One stored play, in its track's plays. */
export interface Play {
  readonly playedAt: EpochMillis
  readonly day: LocalDate
  readonly track: Track
  album: Album | undefined
  /** True while no filter hides it: it is counted. */
  shown: boolean
}

/** The answers of music services; `askedAt` is undefined until they are asked. */
interface Described {
  facts: MusicFacts
  askedAt: EpochMillis | undefined
}

const notDescribed = (): Described => ({ facts: unknownFacts, askedAt: undefined })

/** The page and id of an artist or a track in a music catalog; "" until they are found. */
interface Catalogued {
  catalogId: string
  catalogUrl: string
  /** The time of the last lookup; undefined before the first. */
  triedAt: EpochMillis | undefined
}

const notCatalogued = (): Catalogued => ({ catalogId: "", catalogUrl: "", triedAt: undefined })

export interface Track extends Catalogued, Described {
  readonly id: number
  readonly name: string
  readonly artist: Artist
  readonly plays: Map<EpochMillis, Play>
  /** The number of plays that are shown. */
  shownPlays: number
  previewUrl: string
  /** True where a filter matches the name; likewise for albums and artists. */
  hidden: boolean
}

export interface Album extends Described {
  readonly id: AlbumId
  readonly name: string
  readonly artist: Artist
  imageUrl: string
  catalogUrl: string
  previewUrl: string
  hidden: boolean
}

export interface Artist extends Catalogued, Described {
  readonly id: number
  readonly name: string
  readonly albums: Map<string, Album>
  readonly tracks: Map<string, Track>
  shownPlays: number
  hidden: boolean
}

/** True where a filter hides the play. */
const isHidden = ({ track, album }: Play): boolean =>
  track.hidden || track.artist.hidden || album?.hidden === true

const getOrAdd = <Name, Value>(map: Map<Name, Value>, name: Name, make: () => Value): Value => {
  let value = map.get(name)
  if (value === undefined) {
    value = make()
    map.set(name, value)
  }
  return value
}

/** Sets whether the filter matches; true where that changes. */
const mark = (item: Album | Artist | Track, hidden: boolean): boolean => {
  const changed = item.hidden !== hidden
  item.hidden = hidden
  return changed
}

/** Artists with their tracks, albums and plays, each under its exact name, and the plays that are shown by time. */
export class Music {
  readonly artists = new Map<string, Artist>()
  readonly artistsById = new Map<number, Artist>()
  readonly albums = new Map<AlbumId, Album>()
  readonly tracks = new Map<number, Track>()
  readonly shown = new PlaySums()
  readonly #zone: DateTime.TimeZone
  // Each kind counts from 1, in the order of first storing, as the tables of SQL do.
  readonly #lastIds = { artist: 0, album: 0, track: 0 }
  #nameFilter: NameFilter | undefined

  constructor(zone: DateTime.TimeZone) {
    this.#zone = zone
  }

  /** Hides the plays that the filter matches from now on, and no others. */
  hide(nameFilter: NameFilter): void {
    this.#nameFilter = nameFilter
    for (const artist of this.artists.values()) {
      let changed = mark(artist, nameFilter.matches("artist", artist.name))
      for (const album of artist.albums.values())
        if (mark(album, nameFilter.matches("album", album.name))) changed = true
      for (const track of artist.tracks.values())
        if (mark(track, nameFilter.matches("track", track.name))) changed = true
      if (!changed) continue
      for (const { plays } of artist.tracks.values()) for (const play of plays.values()) this.#show(play)
    }
  }

  /** The stored names of a play, and whether its album's image is new. */
  namesOf(scrobble: Scrobble): {
    readonly track: Track
    readonly album: Album | undefined
    readonly cover: boolean
  } {
    const artist = getOrAdd(this.artists, scrobble.artist, () => this.#newArtist(scrobble.artist))
    const track = getOrAdd(artist.tracks, scrobble.track, () => this.#newTrack(artist, scrobble.track))
    const album =
      scrobble.album === ""
        ? undefined
        : getOrAdd(artist.albums, scrobble.album, () => this.#newAlbum(artist, scrobble.album))
    const cover = album !== undefined && album.imageUrl === "" && scrobble.imageUrl !== ""
    if (cover) album.imageUrl = scrobble.imageUrl
    return { track, album, cover }
  }

  /** Stores one play; tells whether the play or its album's image is new. `from` is the album it was in. */
  add(scrobble: Scrobble): {
    readonly play: Play
    readonly added: boolean
    readonly from: Album | undefined
    readonly cover: boolean
  } {
    const { album, cover, track } = this.namesOf(scrobble)
    const known = track.plays.get(scrobble.playedAt)
    const from = known === undefined ? album : known.album
    return { play: this.place(track, scrobble.playedAt, album), added: known === undefined, from, cover }
  }

  /** Stores a play of these names, or moves a stored one to the album. */
  place(track: Track, playedAt: EpochMillis, album: Album | undefined): Play {
    const play = track.plays.get(playedAt) ?? this.#newPlay(track, playedAt, album)
    // A repeat without an album knows less than the stored play.
    if (album !== undefined && play.album !== album) {
      this.#hide(play)
      play.album = album
    }
    this.#show(play)
    return play
  }

  /** Removes a play. Its names stay. */
  remove(play: Play): void {
    this.#hide(play)
    play.track.plays.delete(play.playedAt)
  }

  /** Counts a play, or leaves it out where a filter hides it. */
  #show(play: Play): void {
    if (isHidden(play)) return this.#hide(play)
    if (play.shown) return
    play.shown = true
    play.track.shownPlays += 1
    play.track.artist.shownPlays += 1
    this.shown.add(play)
  }

  #hide(play: Play): void {
    if (!play.shown) return
    play.shown = false
    play.track.shownPlays -= 1
    play.track.artist.shownPlays -= 1
    this.shown.remove(play)
  }

  #matches(kind: FilterKind, name: string): boolean {
    return this.#nameFilter?.matches(kind, name) === true
  }

  #nextId(kind: FilterKind): number {
    this.#lastIds[kind] += 1
    return this.#lastIds[kind]
  }

  #newArtist(name: string): Artist {
    const artist = {
      id: this.#nextId("artist"),
      name,
      albums: new Map(),
      tracks: new Map(),
      shownPlays: 0,
      hidden: this.#matches("artist", name),
      ...notCatalogued(),
      ...notDescribed(),
    }
    this.artistsById.set(artist.id, artist)
    return artist
  }

  #newTrack(artist: Artist, name: string): Track {
    const track = {
      id: this.#nextId("track"),
      name,
      artist,
      plays: new Map(),
      shownPlays: 0,
      hidden: this.#matches("track", name),
      previewUrl: "",
      ...notCatalogued(),
      ...notDescribed(),
    }
    this.tracks.set(track.id, track)
    return track
  }

  #newAlbum(artist: Artist, name: string): Album {
    const album = {
      id: AlbumId.make(this.#nextId("album")),
      name,
      artist,
      imageUrl: "",
      catalogUrl: "",
      previewUrl: "",
      hidden: this.#matches("album", name),
      ...notDescribed(),
    }
    this.albums.set(album.id, album)
    return album
  }

  #newPlay(track: Track, playedAt: EpochMillis, album: Album | undefined): Play {
    const play = { playedAt, day: dayOf(playedAt, this.#zone), track, album, shown: false }
    track.plays.set(playedAt, play)
    return play
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
