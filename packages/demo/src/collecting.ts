import type { OwnedFilm, OwnedRecord } from "@daybook/collecting"
import type { EpochMillis } from "@daybook/kernel"
import { say, type Templates } from "./grammar.ts"
import { Catalogue } from "./listening/catalogue.ts"
import { english } from "./listening/words.ts"
import { mix, Random, type Weighted } from "./random.ts"

/** The options of demo collections. */
export interface CollectingDemo {
  /** The end of the data: everything was added before it. */
  readonly until: EpochMillis
  /** The number of years that it goes back; 8 by default. */
  readonly years?: number
  /** Another seed is another person, with another taste. */
  readonly seed?: number
}

const yearMillis = 365.25 * 86_400_000

const recordFormats: readonly [Weighted<string>, ...ReadonlyArray<Weighted<string>>] = [
  ["Vinyl", 15],
  ["CD", 5],
  ["Cassette", 1],
]

/** The formats of a film; some films are owned in two. */
const filmFormats: readonly [
  Weighted<ReadonlyArray<string>>,
  ...ReadonlyArray<Weighted<ReadonlyArray<string>>>,
] = [
  [["bluray"], 44],
  [["dvd"], 30],
  [["uhd_bluray"], 14],
  [["digital"], 12],
  [["dvd", "bluray"], 6],
  [["bluray", "uhd_bluray"], 4],
  [["vhs"], 4],
  [["hddvd"], 1],
  [["laserdisc"], 1],
]

const filmTitles: Templates = [
  ["The {adjective} {noun}", 8],
  ["{adjective} {noun}", 6],
  ["The {noun} of {place}", 3],
  ["{number} {plural}", 2],
  ["The {plural}", 3],
  ["A {noun} in {place}", 2],
  ["{first} and the {noun}", 2],
  ["{gerund} {first} {last}", 2],
  ["{place}, {time}", 2],
  ["The Last {noun}", 3],
  ["{reach} Me {time}", 1],
]

/** The times of additions, oldest first: whole seconds before `until`. */
const additions = (
  count: number,
  { until, years = 8 }: CollectingDemo,
  random: Random,
): ReadonlyArray<EpochMillis> =>
  Array.from(
    { length: count },
    () => Math.floor((until - 1 - random.next() * years * yearMillis) / 1000) * 1000,
  ).sort((a, b) => a - b)

/**
 * The records of a made-up person, oldest first: albums of the artists who are liked and loved in the plays of
 * `demoScrobbles` of the same seed. The same arguments give the same records; another `until` gives the same ones,
 * added at other times.
 */
export const demoRecords = (options: CollectingDemo): ReadonlyArray<OwnedRecord> => {
  const seed = options.seed ?? 1
  const catalogue = new Catalogue(mix(seed, 3))
  const random = new Random(mix(seed, 31))
  const albums = Array.from({ length: 600 }, (_, number) => catalogue.artist(number))
    .filter(({ attachment }) => attachment === "liked" || attachment === "loved")
    .flatMap(({ albums: theirs, name }) =>
      theirs.flatMap((album) => {
        const track = Array.from({ length: album.length }, (_, index) => album.track(index)).find(
          (one) => one.album !== "",
        )
        return track === undefined || !random.chance(0.6) ? [] : [{ artist: name, title: track.album }]
      }),
    )
  const times = additions(albums.length, options, new Random(mix(seed, 32)))
  return albums.map(({ artist, title }, index) => ({
    source: "discogs",
    releaseId: 1_000_000 + (mix(seed, index) % 30_000_000),
    instanceId: 500_000_000 + index * 7_919,
    title,
    artist,
    year: random.integer(1966, 2024),
    format: random.weighted(recordFormats),
    imageUrl: "",
    addedAt: times[index],
  }))
}

/**
 * The films of a made-up person, oldest first, 260 of them, some in two formats. The same arguments give the same
 * films; another `until` gives the same ones, added at other times.
 */
export const demoFilms = (options: CollectingDemo): ReadonlyArray<OwnedFilm> => {
  const seed = options.seed ?? 1
  const random = new Random(mix(seed, 33))
  return additions(260, options, new Random(mix(seed, 34))).flatMap((addedAt, index) => {
    const film = {
      source: "trakt",
      filmId: String(10_000 + index),
      movieDbId: 20_000 + index * 31,
      title: say(random, filmTitles, english),
      year: random.integer(1931, 2024),
      addedAt,
    }
    return random.weighted(filmFormats).map((format) => ({ ...film, format }))
  })
}
