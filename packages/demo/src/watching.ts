import { LocalDate } from "@daybook/kernel"
import {
  type EpisodeRef,
  type FilmRef,
  onDay,
  type TitleDetails,
  type TitleToDescribe,
  type WatchingRecord,
} from "@daybook/watching"
import { type DemoOptions, type Day, waking } from "./days.ts"
import { type Lexicon, phrases, say, words, templates } from "./grammar.ts"
import { mix, Random } from "./random.ts"

/** The options of demo watching. */
export interface WatchingDemo extends DemoOptions {
  /** The number of films watched and reviewed; 320 by default. */
  readonly films?: number
  /** The number of episodes watched; 2,400 by default. */
  readonly episodes?: number
}

const lexicon: Lexicon = {
  adjective: words(
    "Quiet Last Northern Borrowed Crooked Second Paper Hollow Late Bitter Open Slow Salted Unmarked",
  ),
  noun: words(
    "Harbour Orchard Lighthouse Winter Ferry Witness Garden Border Kitchen Meridian Archive Tenant Glacier Signal Quarry",
  ),
  place: words("Aldermoor Vesterhavn Port-Lisle Kestrel Montefosco Brackwater Tarnholm Quillan"),
  person: phrases(
    "Ada Marsh, the Widow Crane, Doctor Ilse, Tomas Reed, the Halvorsens, Miss Penrose, Captain Lund",
  ),
  praise: phrases(
    "a small marvel, better the second time, gentle and sharp at once, the best ending in years, worth it for the light alone",
  ),
  blame: phrases(
    "half an hour too long, all mood and no plot, lost me at the dinner, pretty and empty, loud where it should be quiet",
  ),
  genre: words("Drama Comedy Crime Mystery Documentary Romance Thriller Family War Adventure"),
  first: words("Ada Tomas Ilse Marta Jonas Petra Emil Nadia"),
  last: words("Marsh Reed Lund Crane Penrose Vester"),
  part: phrases(
    "the first act, the score, the last shot, the supporting cast, the dialogue, the train scene",
  ),
}

const titles = templates(`
    5 The {adjective} {noun} | 3 {noun} of {place} | 2 A {noun} for {person} | 4 {adjective} {noun} |
    1 Leaving {place}`)

const good = templates(`2 {praise}. | 2 I keep thinking about {part}: {praise}.`)
const bad = templates(`2 {blame}. | 1 {part} works, the rest is {blame}.`)

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

// Numbers that the film database has not assigned.
const firstNumber = 900_000_000

const film = (seed: number, index: number): FilmRef => {
  const random = new Random(mix(seed, index))
  return {
    kind: "film",
    title: say(random, titles, lexicon),
    year: random.integer(1948, 2025),
    ids: { tmdb: firstNumber + index },
  }
}

/** A film that the made-up person watches, by its place in `demoWatching`. */
export const watchedFilm = (seed: number, index: number): FilmRef => film(mix(mix(seed, 10), 2), index)

interface Show {
  readonly title: string
  readonly year: number
  readonly number: number
  readonly seasons: number
  readonly length: number
}

const show = (seed: number, index: number): Show => {
  const random = new Random(mix(seed, index))
  return {
    title: say(random, titles, lexicon),
    year: random.integer(1995, 2024),
    number: firstNumber + index,
    seasons: random.integer(1, 7),
    length: random.pick([6, 8, 10, 13, 22]),
  }
}

const episode = ({ length, number, title, year }: Show, at: number): EpisodeRef => ({
  kind: "episode",
  show: title,
  showYear: year,
  showIds: { tmdb: number },
  season: Math.floor(at / length) + 1,
  episode: (at % length) + 1,
  title: "",
  episodeIds: {},
})

/** This many of the days, in order, weekends twice as often. */
const someDays = (days: ReadonlyArray<Day>, count: number, random: Random): ReadonlyArray<Day> => {
  const pool = days.flatMap((day) => (day.isWeekend ? [day, day] : [day]))
  const chosen = Array.from({ length: count }, () => pool[random.index(pool.length)])
  return chosen.flatMap((day) => day ?? []).sort((one, other) => one.midnight - other.midnight)
}

const isoDay = (day: Day) => new Date(day.midnight * 1000).toISOString().slice(0, 10)

/** Films, each reviewed on the day it was watched; most of them rated. */
function* reviews(days: ReadonlyArray<Day>, count: number, seed: number): Generator<WatchingRecord, void> {
  const random = new Random(mix(seed, 1))
  for (const [index, day] of someDays(days, count, random).entries()) {
    const rating = random.chance(0.9) ? random.integer(2, 10) / 2 : 0
    const review = capital(say(random, rating >= 3 ? good : bad, lexicon))
    yield {
      type: "watched",
      source: "letterboxd",
      ref: String(index),
      // Now and then one that was seen before.
      item: film(mix(seed, 2), random.chance(0.05) ? Math.floor(index / 2) : index),
      ...onDay(isoDay(day)),
      rating,
      review,
      imageUrl: "",
    }
  }
}

/** Shows, one after the other, with one to three episodes in an evening; not every show is watched to its end. */
function* episodes(days: ReadonlyArray<Day>, count: number, seed: number): Generator<WatchingRecord, void> {
  const random = new Random(mix(seed, 3))
  const evenings = someDays(days, Math.ceil(count / 2), random)
  let number = 0
  let current = show(mix(seed, 4), number)
  let next = 0
  let left = count
  for (const [index, day] of evenings.entries()) {
    // As many as it takes to get through all of them on the remaining evenings.
    const sitting = Math.min(
      left,
      Math.max(1, Math.round(left / (evenings.length - index) + random.integer(-1, 1))),
    )
    for (let turn = 0; turn < sitting; turn++) {
      if (next === 0) {
        yield {
          type: "show",
          source: "trakt",
          show: current.title,
          showYear: current.year,
          showIds: { tmdb: current.number },
          totalEpisodes: current.seasons * current.length,
        }
      }
      yield {
        type: "watched",
        source: "trakt",
        ref: String(count - left),
        item: episode(current, next),
        at: (day.sleeps - (sitting - turn) * 2_700 - random.integer(0, 600)) * 1000,
        precision: "moment",
        rating: 0,
        review: "",
        imageUrl: "",
      }
      left -= 1
      next += 1
      if (next >= current.seasons * current.length || random.chance(0.01)) {
        number += 1
        current = show(mix(seed, 4), number)
        next = 0
      }
    }
  }
}

/**
 * The watches of a made-up person: films with their reviews, then episodes of shows, each oldest first. The same
 * arguments give the same watches, all of them before `until`.
 */
export function* demoWatching(options: WatchingDemo): Generator<WatchingRecord, void> {
  const { episodes: episodeCount = 2_400, films = 320, seed = 1, until, years = 8 } = options
  const days = waking({ until, years, seed })
  // The last day is cut off, and its noon may lie ahead.
  const whole = days.slice(0, -1)
  yield* reviews(whole, films, mix(seed, 10))
  yield* episodes(whole, episodeCount, mix(seed, 11))
}

const day = 86_400_000

/** The seasons of a show: an episode a week from the autumn of its first year on. */
const episodesOf = (
  { length, seasons, year }: Pick<Show, "length" | "seasons" | "year">,
  random: Random,
): TitleDetails["episodes"] =>
  Array.from({ length: seasons * length }, (_, index) => {
    const season = Math.floor(index / length)
    const airs = new Date(Date.UTC(year + season, 8, 15) + (index % length) * 7 * day)
    return {
      season: season + 1,
      episode: (index % length) + 1,
      name: say(random, titles, lexicon),
      airDate: LocalDate.make(airs.toISOString().slice(0, 10)),
      runtimeMinutes: random.integer(38, 64),
    }
  })

/**
 * Details of a film or show of `demoWatching` with the same seed, as a film database would tell them: always the same for
 * the same title.
 */
export const demoTitleDetails = (title: TitleToDescribe, seed = 1): TitleDetails => {
  const { ids, kind, name, year } = title
  const number = (ids.tmdb ?? firstNumber) - firstNumber
  const random = new Random(mix(mix(seed, kind === "film" ? 12 : 13), number))
  const isFilm = kind === "film"
  const found = isFilm ? undefined : show(mix(mix(seed, 11), 4), number)
  const genres = Array.from({ length: random.integer(1, 3) }, () => say(random, [["{genre}", 1]], lexicon))
  const directors = Array.from({ length: random.chance(0.1) ? 2 : 1 }, () =>
    say(random, [["{first} {last}", 1]], lexicon),
  )
  return {
    name,
    year,
    ids,
    imageUrl: "",
    totalEpisodes: found === undefined ? 0 : found.seasons * found.length,
    running: false,
    runtimeMinutes: isFilm ? random.integer(78, 168) : 50,
    genres: [...new Set(genres)],
    directors: isFilm ? [...new Set(directors)] : [],
    episodes: found === undefined ? [] : episodesOf(found, random),
  }
}
