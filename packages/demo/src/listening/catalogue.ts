import { type Lexicon, phrases, say, templates } from "../grammar.ts"
import { mix, Random } from "../random.ts"
import { type Genre, genres } from "./genres.ts"

/** An artist's standing with the listener: most are heard once or in passing, a few are loved. */
type Attachment = "once" | "passing" | "liked" | "loved"

export interface Track {
  readonly artist: string
  /** "" for a track that is on no album. */
  readonly album: string
  readonly title: string
  readonly seconds: number
}

export interface Artist {
  readonly name: string
  readonly attachment: Attachment
  readonly albums: ReadonlyArray<Album>
}

export interface Album {
  readonly length: number
  /** The track at a position from 0; past the end it starts again. */
  readonly track: (position: number) => Track
  /** The position of the listener's favourite track; the next ones follow. */
  readonly favourite: number
}

const albumsOf: Record<Attachment, readonly [number, number]> = {
  once: [1, 1],
  passing: [3, 10],
  liked: [1, 4],
  loved: [4, 7],
}

const retrospectives: readonly [string, ...ReadonlyArray<string>] = [
  "Greatest Hits",
  "Greatest Hits",
  "The Best Of",
  "B-Sides & Rarities",
  "Live",
  "Demos + Outtakes",
  "The Collection",
  "Anthology",
]

const compilations = templates(`
    3 Café {noun}, Vol. {volume} | 2 Essential {noun} {volume} |
    1 {place} Calling: {volume} Years of {noun} Records | 3 The {noun} Sampler {year} |
    4 {adjective} {noun} (Original Motion Picture Soundtrack) | 3 Late Night {plural}, Vol. {volume}`)

const compilationWords: Lexicon = {
  volume: phrases("2, 3, 4, 5, 6, 7, 8, 9, 10, 12"),
  year: phrases("1994, 1998, 2001, 2004, 2009, 2012, 2016, 2019"),
}

// Titles of carols out of copyright.
const carols = phrases(`
    Silent Night, In the Bleak Midwinter, Carol of the Bells, O Holy Night, The Holly and the Ivy,
    Coventry Carol, Good King Wenceslas, I Saw Three Ships, Deck the Halls, Es ist ein Ros entsprungen,
    Auld Lang Syne, Il est né le divin enfant, O Tannenbaum, Ding Dong Merrily on High, Past Three
    O'Clock, We Three Kings, Gaudete, The First Nowell, Wexford Carol, Here We Come A-Wassailing`)

const seasonalAlbums = templates(`
    3 A {adjective} Christmas | 3 Christmas in {place} | 2 Winter {plural} | 2 {noun} & Snow: Carols |
    2 The {last} Christmas Album`)

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * All the music of one listener. An artist is a number and stays the same whatever else there is: the same seed and
 * number give the same name, albums and tracks, in whatever order they are asked for.
 */
export class Catalogue {
  readonly #seed: number
  readonly #artists = new Map<number, Artist>()

  constructor(seed: number) {
    this.#seed = seed
  }

  /** The artist of a number from 0, in the order in which the listener meets them. */
  artist(number: number): Artist {
    const known = this.#artists.get(number)
    if (known !== undefined) return known
    const artist = this.#invent(number)
    this.#artists.set(number, artist)
    return artist
  }

  /** A record of carols, by a number from 0. */
  seasonal(number: number): Album {
    const random = new Random(mix(this.#seed, mix(number, 25_12)))
    const genre = random.weighted(genres)
    const artist = say(random, genre.artist, genre.lexicon)
    const title = say(random, seasonalAlbums, genres[0][0].lexicon)
    const from = random.index(carols.length)
    return {
      length: 10,
      favourite: random.index(10),
      // 7 and 20 have no common divisor: ten steps give ten carols.
      track: (position) => ({
        artist,
        album: title,
        title: carols[(from + 7 * (position % 10)) % carols.length] ?? carols[0],
        seconds: 130 + ((from * 31 + (position % 10) * 47) % 130),
      }),
    }
  }

  #invent(number: number): Artist {
    const random = new Random(mix(this.#seed, number))
    const genre = random.weighted(genres)
    // The first three are loved, so that even the shortest history has music.
    const attachment: Attachment =
      number < 3
        ? "loved"
        : random.weighted<Attachment>([
            ["once", 33],
            ["passing", 57],
            ["liked", 7],
            ["loved", 3],
          ])
    const solo = say(random, genre.artist, genre.lexicon)
    const guest = attachment === "once" && random.chance(0.05)
    const name = guest ? `${solo} feat. ${say(random, genre.artist, genre.lexicon)}` : solo
    const isPassing = attachment === "once" || attachment === "passing"
    const [least, most] = albumsOf[attachment]
    const albums = Array.from({ length: random.integer(least, most) }, (_, index) =>
      this.#album(
        name,
        genre,
        mix(this.#seed, mix(number, index)),
        index === 0 && isPassing ? this.#compilation(number) : undefined,
      ),
    )
    return { name, attachment, albums }
  }

  /** A compilation through which some artists are met, one after the other. */
  #compilation(artist: number): string | undefined {
    const random = new Random(mix(this.#seed, mix(Math.floor(artist / 5), 33)))
    if (artist < 5 || !random.chance(0.18)) return undefined
    return say(random, compilations, { ...genres[0][0].lexicon, ...compilationWords })
  }

  #album(artist: string, genre: Genre, seed: number, compilation: string | undefined): Album {
    const random = new Random(seed)
    const kind = random.next()
    const title =
      compilation ??
      (kind < 0.04
        ? artist
        : kind < 0.08
          ? random.pick(retrospectives)
          : capitalized(say(random, genre.album, genre.lexicon)))
    const length = random.integer(...genre.tracks)
    const named = random.chance(0.4) ? random.index(length) : -1
    const tracks: Array<Track | undefined> = []
    const track = (index: number): Track => {
      const own = new Random(mix(seed, index + 1))
      const plain = index === named && title !== artist ? title : say(own, genre.track, genre.lexicon)
      const kindOfTrack = own.next()
      const suffix =
        kindOfTrack < 0.03
          ? ` (feat. ${say(own, genre.artist, genre.lexicon)})`
          : kindOfTrack < 0.04
            ? " (Live)"
            : kindOfTrack < 0.05
              ? " - Remastered"
              : ""
      return {
        artist,
        album: own.chance(0.03) ? "" : title,
        title: capitalized(plain) + suffix,
        // Two to six minutes, mostly around three and a half.
        seconds: Math.round(120 + 80 * (own.next() + own.next() + own.next() ** 2)),
      }
    }
    return {
      length,
      favourite: random.index(length),
      track: (position) => (tracks[position % length] ??= track(position % length)),
    }
  }
}
