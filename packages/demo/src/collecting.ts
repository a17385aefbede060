import type { OwnedFilm, OwnedRecord, ReleaseDetails, WantedRecord } from "@daybook/collecting"
import type { EpochMillis } from "@daybook/kernel"
import type { DemoOptions } from "./days.ts"
import { phrases, say, type Words, templates } from "./grammar.ts"
import { Catalogue } from "./listening/catalogue.ts"
import { demoYear } from "./listening/facts.ts"
import { english } from "./listening/words.ts"
import { mix, Random, type Choices } from "./random.ts"
import { watchedFilm } from "./watching.ts"

const yearMillis = 365.25 * 86_400_000

const recordFormats: Choices<string> = [
  ["Vinyl", 15],
  ["CD", 5],
  ["Cassette", 1],
]

/** The formats of a film; some films are owned in two. */
const filmFormats: Choices<ReadonlyArray<string>> = [
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

const filmTitles = templates(`
    8 The {adjective} {noun} | 6 {adjective} {noun} | 3 The {noun} of {place} | 2 {number} {plural} |
    3 The {plural} | 2 A {noun} in {place} | 2 {first} and the {noun} | 2 {gerund} {first} {last} |
    2 {place}, {time} | 3 The Last {noun} | 1 {reach} Me {time}`)

const conditions: Choices<string> = [
  ["Near Mint (NM or M-)", 8],
  ["Very Good Plus (VG+)", 10],
  ["Very Good (VG)", 3],
  ["Mint (M)", 2],
  ["", 2],
]

const genres: Choices<readonly [genre: string, styles: Words]> = [
  [["Rock", phrases("Indie Rock, Post-Punk, Shoegaze, Art Rock")], 8],
  [["Electronic", phrases("Ambient, Deep House, Downtempo, Techno")], 6],
  [["Jazz", phrases("Modal, Soul-Jazz, Free Jazz")], 3],
  [["Funk / Soul", phrases("Soul, Neo Soul, Funk")], 2],
  [["Folk, World, & Country", phrases("Folk, Country, Highlife")], 3],
]

const labels = phrases(
  "Lantern Recordings, Saltworks, Quarry Street, Half Moon Disc, Tollgate, Orchard Sound",
)
const countries = phrases("UK, US, Germany, Japan, France")

const trackTitles = templates(
  `6 {adjective} {noun} | 2 {noun} {time} | 3 The {noun} | 2 {gerund} {place} | 2 {plural}`,
)

/** The times of additions, oldest first: whole seconds before `until`. */
const additions = (
  count: number,
  { until, years = 8 }: DemoOptions,
  random: Random,
): ReadonlyArray<EpochMillis> =>
  Array.from(
    { length: count },
    () => Math.floor((until - 1 - random.next() * years * yearMillis) / 1000) * 1000,
  ).sort((a, b) => a - b)

/** The first album of some artists, of those who have one. */
const firstAlbums = (catalogue: Catalogue, first: number, count: number) =>
  Array.from({ length: count }, (_, number) => catalogue.artist(first + number)).flatMap(
    ({ albums: [album], name }) => {
      const title = album?.track(0).album ?? ""
      return title === "" ? [] : [{ artist: name, title }]
    },
  )

/**
 * The records of a made-up person, oldest first: albums of the artists who are liked and loved in the plays of
 * `demoScrobbles` of the same seed. The same arguments give the same records; another `until` gives the same ones,
 * added at other times.
 */
export const demoRecords = (options: DemoOptions): ReadonlyArray<OwnedRecord> => {
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
  // Some were bought unheard: artists that no play knows.
  const unheard = firstAlbums(catalogue, 1_000_000, 7)
  const owned = [...albums, ...unheard]
  const times = additions(owned.length, options, new Random(mix(seed, 32)))
  return owned.map(({ artist, title }, index) => ({
    source: "discogs",
    releaseId: 1_000_000 + (mix(seed, index) % 30_000_000),
    instanceId: 500_000_000 + index * 7_919,
    title,
    artist,
    year: demoYear(artist, title, 2018),
    format: random.weighted(recordFormats),
    imageUrl: "",
    addedAt: times[index],
    mediaCondition: new Random(mix(mix(seed, 35), index)).weighted(conditions),
    sleeveCondition: new Random(mix(mix(seed, 36), index)).weighted(conditions),
  }))
}

/** The releases that a made-up person wants to have, oldest first. The same arguments give the same ones. */
export const demoWanted = (options: DemoOptions): ReadonlyArray<WantedRecord> => {
  const seed = options.seed ?? 1
  const wanted = firstAlbums(new Catalogue(mix(seed, 3)), 2_000_000, 24)
  const times = additions(wanted.length, { ...options, years: 2 }, new Random(mix(seed, 38)))
  return wanted.map(({ artist, title }, index) => ({
    source: "discogs",
    releaseId: 40_000_000 + index,
    title,
    artist,
    year: demoYear(artist, title, 2018),
    format: "Vinyl",
    imageUrl: "",
    notes: index % 5 === 0 ? "first pressing" : "",
    addedAt: times[index],
  }))
}

/** The details of a made-up record's release: always the same for the same release. */
export const demoReleaseDetails = (record: OwnedRecord): ReleaseDetails => {
  const random = new Random(mix(record.releaseId, 37))
  const [genre, styles] = random.weighted(genres)
  const label = random.pick(labels)
  const month = String(random.integer(1, 12)).padStart(2, "0")
  const sides = record.format === "CD" ? [""] : ["A", "B"]
  return {
    country: random.pick(countries),
    released: record.year === 0 ? "" : `${record.year}-${month}`,
    genres: [genre],
    styles: [random.pick(styles)],
    labels: [
      { name: label, catalogNumber: `${label.slice(0, 3).toUpperCase()} ${random.integer(100, 999)}` },
    ],
    tracks: sides.flatMap((side) =>
      Array.from({ length: random.integer(4, 6) }, (_, index) => ({
        position: `${side}${index + 1}`,
        title: say(random, trackTitles, english),
        artist: "",
        seconds: random.integer(130, 420),
      })),
    ),
  }
}

/**
 * The films of a made-up person, oldest first, 260 of them, some in two formats. A third are those of `demoWatching`. The
 * same arguments give the same films; another `until` gives the same ones, added at other times.
 */
export const demoFilms = (options: DemoOptions): ReadonlyArray<OwnedFilm> => {
  const seed = options.seed ?? 1
  const random = new Random(mix(seed, 33))
  return additions(260, options, new Random(mix(seed, 34))).flatMap((addedAt, index) => {
    const own = {
      movieDbId: 20_000 + index * 31,
      title: say(random, filmTitles, english),
      year: random.integer(1931, 2024),
    }
    const { ids, title, year } = watchedFilm(seed, index)
    // A third of them were watched.
    const known = index % 3 === 0 ? { movieDbId: ids.tmdb ?? 0, title, year } : own
    const film = { source: "trakt", filmId: String(10_000 + index), ...known, addedAt }
    return random.weighted(filmFormats).map((format) => ({ ...film, format }))
  })
}
