import { dayOf, type EpochMillis, type LocalDate, type WebUrl } from "@daybook/kernel"
import {
  AlbumId,
  type FilterKind,
  type Listen,
  type MusicFacts,
  type NameFilter,
  type Scrobble,
  type StoredListen,
  tellsFacts,
  unknownFacts,
} from "@daybook/listening"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { VersionCounts, versionIn } from "../kernel/dataVersions.ts"
import { PlaySums } from "./playSums.ts"

/** One stored play, in its track's plays. */
export interface Play {
  readonly playedAt: EpochMillis
  readonly day: LocalDate
  readonly track: Track
  album: Album | undefined
  /** True while no filter hides it: it is counted. */
  shown: boolean
  /** The version of the data with which it came; 0 for one that an edit has moved. */
  readonly cameWith: number
}

/** The answers of music services; `askedAt` is undefined until they are asked. */
interface Described {
  facts: MusicFacts
  askedAt: EpochMillis | undefined
}

const notDescribed = (): Described => ({ facts: unknownFacts, askedAt: undefined })

/** A name as sources tell it, with the changes that edits by hand make of it. */
interface Edited<Item> {
  /** As it is shown. */
  name: string
  readonly toldName: string
  /** The one that it counts as, be it itself, where several count as one. */
  leadsTo: Item | undefined
  isRemoved: boolean
  /** Facts that a person told, or that fill unknown ones. */
  editedFacts: { readonly facts: MusicFacts; readonly byHand: boolean } | undefined
}

const notEdited = (name: string) => ({
  name,
  toldName: name,
  leadsTo: undefined,
  isRemoved: false,
  editedFacts: undefined,
})

/** The page and id of an artist or a track in a music catalog; "" until they are found. */
interface Catalogued {
  catalogId: string
  catalogUrl: WebUrl
  /** The time of the last lookup; undefined before the first. */
  triedAt: EpochMillis | undefined
}

const notCatalogued = (): Catalogued => ({ catalogId: "", catalogUrl: "", triedAt: undefined })

export interface Track extends Catalogued, Described, Edited<Track> {
  readonly id: number
  artist: Artist
  readonly toldArtist: Artist
  readonly plays: Map<EpochMillis, Play>
  /** The number of plays that are shown. */
  shownPlays: number
  previewUrl: WebUrl
  /** True where a filter matches the name; likewise for albums and artists. */
  hidden: boolean
}

export interface Album extends Described, Edited<Album> {
  readonly id: AlbumId
  artist: Artist
  readonly toldArtist: Artist
  imageUrl: WebUrl
  toldImageUrl: WebUrl
  catalogUrl: WebUrl
  previewUrl: WebUrl
  hidden: boolean
}

export interface Artist extends Catalogued, Described, Edited<Artist> {
  readonly id: number
  /** By their names as they are told. */
  readonly albums: Map<string, Album>
  readonly tracks: Map<string, Track>
  shownPlays: number
  hidden: boolean
}

/** True where a filter hides the play, or where one of its names was removed by hand. */
const isHidden = ({ track, album }: Play): boolean =>
  [track, track.artist, album].some((name) => name?.hidden === true || name?.isRemoved === true)

/** The one that a name counts as. */
export const leadOf = <Item extends { readonly leadsTo: Item | undefined }>(item: Item): Item =>
  item.leadsTo ?? item

/** The facts of a name as they are shown. */
export const factsOf = ({ editedFacts, facts }: Album | Artist | Track): MusicFacts => {
  if (editedFacts === undefined) return facts
  return editedFacts.byHand || !tellsFacts(facts) ? editedFacts.facts : facts
}

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

/** Gives an album an image, and the one that it counts as, where they have none; true where that changes one. */
const cover = (album: Album, imageUrl: WebUrl): boolean => {
  if (imageUrl === "" || (album.imageUrl !== "" && album.toldImageUrl !== "")) return false
  if (album.toldImageUrl === "") album.toldImageUrl = imageUrl
  if (album.imageUrl === "") album.imageUrl = imageUrl
  const lead = leadOf(album)
  if (lead.imageUrl === "") lead.imageUrl = imageUrl
  return true
}

/** Artists with their tracks, albums and plays, each under its exact name as it is told, and the plays that are shown by time. */
export class Music {
  readonly artists = new Map<string, Artist>()
  readonly artistsById = new Map<number, Artist>()
  readonly albums = new Map<AlbumId, Album>()
  readonly tracks = new Map<number, Track>()
  readonly shown = new PlaySums()
  readonly #zone: DateTime.TimeZone
  // Each kind counts from 1, in the order of first storing, as the tables of SQL do.
  readonly #lastIds = { artist: 0, album: 0, track: 0 }
  readonly #version: () => number
  #nameFilter: NameFilter | undefined

  constructor(zone: DateTime.TimeZone, version: () => number) {
    this.#zone = zone
    this.#version = version
  }

  /** Hides the plays that the filter matches from now on, and no others. */
  hide(nameFilter: NameFilter): void {
    this.#nameFilter = nameFilter
    const changed = new Set<Artist>()
    for (const artist of this.artists.values())
      if (mark(artist, nameFilter.matches("artist", artist.name))) changed.add(artist)
    for (const album of this.albums.values())
      if (mark(album, nameFilter.matches("album", album.name))) changed.add(album.artist)
    for (const track of this.tracks.values())
      if (mark(track, nameFilter.matches("track", track.name))) changed.add(track.artist)
    for (const { artist, plays } of this.tracks.values())
      if (changed.has(artist)) for (const play of plays.values()) this.#show(play)
  }

  /** Gives names other names and tracks other artists, and counts the plays of all tracks that are given. */
  change(tracks: Iterable<Track>, work: () => void): void {
    const artists = new Map(Array.from(tracks, (track) => [track, track.artist]))
    work()
    const matching = this.#nameFilter
    if (matching !== undefined) {
      for (const artist of this.artists.values()) mark(artist, matching.matches("artist", artist.name))
      for (const album of this.albums.values()) mark(album, matching.matches("album", album.name))
      for (const track of this.tracks.values()) mark(track, matching.matches("track", track.name))
    }
    for (const [track, before] of artists) {
      if (before !== track.artist) {
        before.shownPlays -= track.shownPlays
        track.artist.shownPlays += track.shownPlays
      }
      for (const play of track.plays.values()) this.#show(play)
    }
  }

  /** The stored names that the names of a listen count as. */
  find({ album, artist, track }: Listen): {
    readonly artist: Artist | undefined
    readonly album: Album | undefined
    readonly track: Track | undefined
  } {
    const told = this.artists.get(artist)
    const [toldAlbum, toldTrack] = [told?.albums.get(album), told?.tracks.get(track)]
    return {
      artist: told && leadOf(told),
      album: toldAlbum && leadOf(toldAlbum),
      track: toldTrack && leadOf(toldTrack),
    }
  }

  /** True where a name that a listen counts as is hidden by a filter, or was removed by hand. */
  hides(listen: Listen): boolean {
    const { album, artist, track } = this.find(listen)
    return [artist, album, track].some((name) => name?.hidden === true || name?.isRemoved === true)
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
    return { track, album, cover: album !== undefined && cover(album, scrobble.imageUrl) }
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

  /** Stores a play of these names, or moves a stored one to the album. `isMoved`: it was stored elsewhere before. */
  place(track: Track, playedAt: EpochMillis, album: Album | undefined, isMoved = false): Play {
    const play = track.plays.get(playedAt) ?? this.#newPlay(track, playedAt, album, isMoved)
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
    const artist: Artist = {
      id: this.#nextId("artist"),
      ...notEdited(name),
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
    const track: Track = {
      id: this.#nextId("track"),
      ...notEdited(name),
      artist,
      toldArtist: artist,
      plays: new Map<EpochMillis, Play>(),
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
    const album: Album = {
      id: AlbumId.make(this.#nextId("album")),
      ...notEdited(name),
      artist,
      toldArtist: artist,
      imageUrl: "",
      toldImageUrl: "",
      catalogUrl: "",
      previewUrl: "",
      hidden: this.#matches("album", name),
      ...notDescribed(),
    }
    this.albums.set(album.id, album)
    return album
  }

  #newPlay(track: Track, playedAt: EpochMillis, album: Album | undefined, isMoved: boolean): Play {
    // The step that stores it raises the version at its end.
    const cameWith = isMoved ? 0 : this.#version() + 1
    const play = { playedAt, day: dayOf(playedAt, this.#zone), track, album, shown: false, cameWith }
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
    Effect.gen(function* () {
      const versions = yield* VersionCounts
      return new Music(yield* DateTime.CurrentTimeZone, () => versionIn(versions, "listening"))
    }),
  )
}
