import { joined, writtenIn } from "./language.ts"

/** Every text of story cards and public pages. */
export type StoryTexts = typeof en

const { counted, day, half, list, month, noun, shortMonth, some } = writtenIn("en", "en-GB")
const numerals = ["No", "One", "Two", "Three", "Four", "Five"]
const stars = (rating: number) => `${half(rating)} of 5 stars`
const units = { km: noun("kilometre", "kilometres"), mi: noun("mile", "miles") }
const short = { km: "km", mi: "mi" }
const films = noun("film", "films")
const plays = some("play", "plays")

export const en = {
  language: "en",
  counted,
  month,
  shortMonth,

  cover: {
    label: "The year",
    text: (sums: ReadonlyArray<string>) => `${list(sums)}.`,
  },
  listening: {
    songs: noun("song", "songs"),
    label: "You pressed play",
    headline: noun("time.", "times."),
    byDay: (songs: number, most: string) =>
      `That is ${some("song", "songs")(songs)} a day, and more in ${most} than in any other month.`,
    early: "Most of them before noon.",
    afternoon: "Most of them in the afternoon.",
    late: "Most of them after six.",
    ring: "a ring is a year",
    artistLabel: "Nobody more than",
    artist: (count: number, newArtists: number) =>
      newArtists === 0
        ? `${plays(count)} this year.`
        : `${plays(count)} this year, and ${some("artist", "artists")(newArtists)} that you had never heard before.`,
    recordsLabel: "On repeat",
    records: (count: number) => `${numerals[count] ?? counted(count)} records that stayed.`,
    record: (artist: string, count: number) => `${artist} · ${plays(count)}`,
  },
  watching: {
    films,
    episodes: noun("episode", "episodes"),
    label: "You watched",
    headline: (count: number, best: string) =>
      best === "" ? `${films(count)}.` : `${films(count)}. The best was ${best}.`,
    text: (average: number, episodes: number) =>
      joined(
        average > 0 ? `You gave ${stars(average)} on average.` : "",
        episodes > 0 ? `And ${some("episode", "episodes")(episodes)} in between.` : "",
      ),
  },
  running: {
    sum: (unit: keyof typeof units) => `${short[unit]} run`,
    label: "You ran",
    headline: (distance: number, unit: keyof typeof units, from: string, to: string) =>
      `${units[unit](distance)}: ${from} to ${to}, on foot.`,
    text: (runs: number, longest: number, unit: keyof typeof units, most: string) =>
      `${some("run", "runs")(runs)}, the longest of ${counted(longest)} ${short[unit]}. ${most} had the most.`,
    /** The names of cities that differ from the English ones. */
    cities: {} as Readonly<Record<string, string>>,
  },
  attending: { nights: noun("night out", "nights out") },
  collecting: { records: noun("new record", "new records") },
  places: {
    sum: noun("new place", "new places"),
    label: "Places",
    headline: noun("place you had never been to.", "places you had never been to."),
    text: (furthest: string, most: string, times: number) =>
      joined(
        furthest === "" ? "" : `The furthest: ${furthest}.`,
        most === "" ? "" : `The most: ${most}, ${some("time", "times")(times)}.`,
      ),
  },
  fullestDay: { label: "Your fullest day", day },
  reading: {
    books: noun("book", "books"),
    articles: noun("article", "articles"),
    label: "You read",
    headline: (books: number, pages: number) =>
      pages < 100
        ? noun("book.", "books.")(books)
        : `${noun("book", "books")(books)}: ${some("page", "pages")(pages)}.`,
    text: (articles: number, hours: number) =>
      `And ${some("article", "articles")(articles)}, ${some("hour", "hours")(hours)} of reading.`,
  },
  page: {
    title: (year: number) => `The year ${year}`,
    now: "Right now",
    story: "The story",
    wall: "What stayed",
    months: "Month by month",
    entries: some("entry", "entries"),
    empty: "Nothing is in this year yet.",
    footer: "Made with Daybook. Its owner can end this page at any time.",
    ended: "This page has ended",
    endedText: "Its owner has ended it, or the address is incomplete.",
    /** The domains that may be shown as they are now: none of them shows where the owner is. */
    latest: {
      listening: { now: "Playing now", last: "Last played" },
      reading: { now: "Reading now", last: "Last read" },
      watching: { now: "Watching now", last: "Last watched" },
      collecting: { now: "Newest record", last: "Newest record" },
    } as Readonly<Record<string, { readonly now: string; readonly last: string }>>,
  },
  almanac: {
    label: "The almanac of",
    text: (active: number, streak: number) =>
      streak < 2
        ? `${some("day", "days")(active)} with something in them.`
        : `${some("day", "days")(active)} with something in them, and the longest row of them was ${counted(streak)}.`,
  },
}
