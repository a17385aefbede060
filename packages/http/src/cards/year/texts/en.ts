// Every text of story cards and public pages, and how they write numbers and days.

const language = "en"

const numbers = new Intl.NumberFormat(language)

/** "1,234" */
export const counted = (count: number): string => numbers.format(count)

const plural = new Intl.PluralRules(language)

const noun = (one: string, many: string) => (count: number) => (plural.select(count) === "one" ? one : many)

/** "1 film", "2 films" */
const some = (one: string, many: string) => (count: number) => `${counted(count)} ${noun(one, many)(count)}`

const list = new Intl.ListFormat(language)

const utc = { timeZone: "UTC" } as const
const asDate = (day: string) => new Date(`${day}T00:00:00Z`)
const weekdayOf = new Intl.DateTimeFormat(language, { weekday: "long", ...utc })
const dayOf = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", ...utc })
const monthOf = new Intl.DateTimeFormat(language, { month: "long", ...utc })

const halves = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
const stars = (rating: number) => `${halves.format(rating)} of 5 stars`

const units = { km: noun("kilometre", "kilometres"), mi: noun("mile", "miles") }
const short = { km: "km", mi: "mi" } as const

export const texts = {
  language,
  month: (start: string) => monthOf.format(asDate(start)),

  cover: {
    label: "The year",
    text: (sums: ReadonlyArray<string>) => `${list.format(sums)}.`,
  },
  listening: {
    songs: noun("song", "songs"),
    label: "You pressed play",
    headline: noun("time.", "times."),
    byDay: (plays: number, month: string) =>
      `That is ${some("song", "songs")(plays)} a day, and more in ${month} than in any other month.`,
    early: "Most of them before noon.",
    afternoon: "Most of them in the afternoon.",
    late: "Most of them after six.",
    ring: "a ring is a year",
    artistLabel: "Nobody more than",
    artist: (plays: number, newArtists: number) =>
      newArtists === 0
        ? `${some("play", "plays")(plays)} this year.`
        : `${some("play", "plays")(plays)} this year, and ${some("artist", "artists")(newArtists)} that you had never heard before.`,
    recordsLabel: "On repeat",
    records: (count: number) => `${numeral(count)} records that stayed.`,
    record: (artist: string, plays: number) => `${artist} · ${some("play", "plays")(plays)}`,
  },
  watching: {
    films: noun("film", "films"),
    episodes: noun("episode", "episodes"),
    label: "You watched",
    headline: (count: number, best: string) =>
      best === "" ? noun("film.", "films.")(count) : `${noun("film", "films")(count)}. The best was ${best}.`,
    text: (average: number, episodes: number) =>
      [
        average > 0 ? `You gave ${stars(average)} on average.` : "",
        episodes > 0 ? `And ${some("episode", "episodes")(episodes)} in between.` : "",
      ]
        .filter((part) => part !== "")
        .join(" "),
    stars,
  },
  running: {
    sum: (unit: keyof typeof units) => `${short[unit]} run`,
    label: "You ran",
    headline: (distance: number, unit: keyof typeof units, from: string, to: string) =>
      `${units[unit](distance)}: ${from} to ${to}, on foot.`,
    text: (runs: number, longest: number, unit: keyof typeof units, month: string) =>
      `${some("run", "runs")(runs)}, the longest of ${counted(longest)} ${short[unit]}. ${month} had the most.`,
  },
  attending: { nights: noun("night out", "nights out") },
  collecting: { records: noun("new record", "new records") },
  places: {
    sum: noun("new place", "new places"),
    label: "Places",
    headline: noun("place you had never been to.", "places you had never been to."),
    text: (furthest: string, most: string, times: number) =>
      [
        furthest === "" ? "" : `The furthest: ${furthest}.`,
        most === "" ? "" : `The most: ${most}, ${some("time", "times")(times)}.`,
      ]
        .filter((part) => part !== "")
        .join(" "),
  },
  fullestDay: {
    label: "Your fullest day",
    at: (hour: number, minute: number, subtitle: string) =>
      [`${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`, subtitle]
        .filter((part) => part !== "")
        .join(" · "),
    day: (day: string) =>
      `${weekdayOf.format(asDate(day))} ${dayOf.format(asDate(day)).replace(" ", "\u00a0")}`,
  },
  reading: {
    books: noun("book", "books"),
    articles: noun("article", "articles"),
    label: "You read",
    headline: (books: number, pages: number) =>
      pages < 100
        ? noun("book.", "books.")(books)
        : `${noun("book", "books")(books)}: ${some("page", "pages")(pages)}.`,
    text: (articles: number, minutes: number) =>
      articles === 0
        ? ""
        : `And ${some("article", "articles")(articles)}, ${some("hour", "hours")(Math.max(1, Math.round(minutes / 60)))} of reading.`,
  },
  page: {
    site: "Daybook",
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

const numerals = ["No", "One", "Two", "Three", "Four", "Five"]

function numeral(count: number) {
  return numerals[count] ?? counted(count)
}

/** "8,214 songs" */
export const summed = ({ count, noun: of }: { readonly count: number; readonly noun: string }): string =>
  `${counted(count)} ${of}`
