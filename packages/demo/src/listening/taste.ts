import type { Random } from "../random.ts"
import type { Catalogue } from "./catalogue.ts"
import { type Artist, type Track } from "./catalogue.ts"

// An artist is met about every 30 plays, and most go by.
const playsPerArtist = 30
const seasonalRecords = 12

interface Favourite {
  readonly artist: Artist
  readonly since: number
  /** The artist's weight when new, and the days in which it fades to a half. */
  readonly affinity: number
  readonly halfLife: number
}

interface Today {
  /** Days since the first play. */
  readonly day: number
  /** The likelihood that the next record is one of carols, 0 to 1. */
  readonly carols: number
}

/**
 * The listener, who chooses one record or handful of songs after the other. Artists are met throughout, in proportion
 * to all plays; some of them stay, and each fades at its own pace.
 */
export class Taste {
  readonly #catalogue: Catalogue
  readonly #random: Random
  readonly #plays: number
  readonly #artists: number
  readonly #favourites: Array<Favourite> = []
  /** Running sums of the favourites' weights, of one week. */
  #sums: Array<number> = []
  #week = -1
  #met = 0
  #played = 0
  #patience = 1
  #binge: { readonly artist: Artist; readonly until: number } | undefined

  /** `plays` is the number of all plays, which decides how many artists there are to meet. */
  constructor(catalogue: Catalogue, random: Random, plays: number) {
    this.#catalogue = catalogue
    this.#random = random
    this.#plays = plays
    this.#artists = Math.ceil(plays / playsPerArtist) + 8
    // Everybody starts with the music of their youth.
    while (this.#met < this.#artists * 0.04 || this.#favourites.length < 3)
      this.#meet(-this.#random.index(900))
  }

  /** One session of this many tracks. The last record may be left before its end. */
  choose(length: number, today: Today): ReadonlyArray<Track> {
    const tracks: Array<Track> = []
    while (tracks.length < length) tracks.push(...this.#putOn(today).slice(0, length - tracks.length))
    this.#played += length
    return tracks
  }

  #putOn(today: Today): ReadonlyArray<Track> {
    const random = this.#random
    if (random.chance(today.carols)) return this.#carols()
    const due = this.#artists * (0.04 + 0.96 * (this.#played / this.#plays) ** 0.9)
    if (due - this.#met >= this.#patience) return this.#discover(due, today.day)
    if (this.#binge !== undefined && today.day <= this.#binge.until && random.chance(0.35)) {
      return this.#record(this.#binge.artist, 1)
    }
    const kind = random.next()
    if (kind < 0.36) return this.#record(this.#favourite(today.day), 2)
    if (kind < 0.76) {
      return Array.from({ length: random.integer(3, 12) }, () => this.#song(this.#favourite(today.day)))
    }
    if (kind < 0.82) {
      const song = this.#song(this.#favourite(today.day))
      return Array.from({ length: random.integer(2, 5) }, () => song)
    }
    return Array.from({ length: random.integer(1, 6) }, () => this.#rediscovery(today.day))
  }

  #carols(): ReadonlyArray<Track> {
    const record = this.#catalogue.seasonal(this.#random.index(seasonalRecords, 1.5))
    const from = this.#random.index(record.length)
    return Array.from({ length: this.#random.integer(2, 7) }, (_, index) => record.track(from + index))
  }

  /** A while with the radio: every artist who is due, one after the other. */
  #discover(due: number, day: number): ReadonlyArray<Track> {
    const tracks: Array<Track> = []
    while (this.#met < due && this.#met < this.#artists)
      tracks.push(...this.#firstHearing(this.#meet(day), day))
    this.#patience = this.#random.integer(1, 5)
    return tracks
  }

  #meet(day: number): Artist {
    const random = this.#random
    const artist = this.#catalogue.artist(this.#met++)
    if (artist.attachment === "liked" || artist.attachment === "loved") {
      // A heavy tail, heavier among more: of however many favourites, a few stand out.
      const highest = 10 * (this.#plays / 24_000) ** 0.65
      const affinity =
        artist.attachment === "loved"
          ? Math.min(highest, 3 * random.next() ** -0.8)
          : Math.min(4, 0.35 * random.next() ** -0.6)
      this.#favourites.push({ artist, since: day, affinity, halfLife: random.between(120, 1500) })
      this.#week = -1
    }
    return artist
  }

  #firstHearing(artist: Artist, day: number): ReadonlyArray<Track> {
    const random = this.#random
    switch (artist.attachment) {
      case "once":
        return [this.#song(artist)]
      case "passing":
        return Array.from({ length: random.integer(1, 4) }, () => this.#song(artist))
      case "liked":
        return random.chance(0.3)
          ? this.#record(artist, 1)
          : Array.from({ length: random.integer(3, 8) }, () => this.#song(artist))
      case "loved":
        this.#binge = { artist, until: day + random.integer(3, 12) }
        return this.#record(artist, 1)
    }
  }

  /** An album from beginning to end. A higher bias prefers the best loved ones. */
  #record(artist: Artist, bias: number): ReadonlyArray<Track> {
    const album = artist.albums[this.#random.index(artist.albums.length, bias)]
    return album === undefined
      ? []
      : Array.from({ length: album.length }, (_, position) => album.track(position))
  }

  #song(artist: Artist): Track {
    // An artist heard in passing has no record that is better known than the others.
    const bias = artist.attachment === "passing" ? 1 : 1.5
    const album = artist.albums[this.#random.index(artist.albums.length, bias)]
    if (album === undefined) throw new Error(`${artist.name} has no album`)
    return album.track(album.favourite + this.#random.index(album.length, 2.6))
  }

  /** A song by an artist met long ago; artists heard once stay so. */
  #rediscovery(day: number): Track {
    const artist = this.#catalogue.artist(this.#random.index(this.#met))
    return this.#song(artist.attachment === "once" ? this.#favourite(day) : artist)
  }

  #favourite(day: number): Artist {
    const week = Math.floor(day / 7)
    if (week !== this.#week) {
      this.#week = week
      let sum = 0
      this.#sums = this.#favourites.map(({ affinity, halfLife, since }) => {
        // A part of it never fades.
        return (sum += affinity * (0.04 + 0.96 * 0.5 ** ((day - since) / halfLife)))
      })
    }
    const point = this.#random.next() * (this.#sums.at(-1) ?? 0)
    let low = 0
    let high = this.#sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sums[middle] ?? 0) > point) high = middle
      else low = middle + 1
    }
    const favourite = this.#favourites[low]
    if (favourite === undefined) throw new Error("A listener without favourites")
    return favourite.artist
  }
}
