import { count, listed, number, shortened } from "../../words.ts"

/** "Long run" is "a long run" within a sentence. */
const runNamed = (title: string) =>
  /^[A-Z][a-z]+ run$/.test(title)
    ? `${/^[AEIOU]/.test(title) ? "an" : "a"} ${title.toLowerCase()}`
    : shortened(title)

export interface Fact {
  readonly kind: string
  readonly title: string
  readonly subtitle: string
  readonly count: number
}

/** So many plays of an album in one go are said. */
const onRepeat = 8

const phrases: Readonly<Record<string, (fact: Fact) => string>> = {
  play: ({ count: plays, title }) => (plays >= onRepeat ? `${shortened(title)} on repeat` : shortened(title)),
  article: ({ title }) => `“${shortened(title)}”`,
  run: ({ title }) => runNamed(title),
  concert: ({ subtitle, title }) =>
    subtitle === "" ? shortened(title) : `${shortened(title)} at ${shortened(subtitle)}`,
  "check-in": ({ title }) => `a stop at ${shortened(title)}`,
  record: ({ title }) => `${shortened(title)} on the shelf`,
  media: ({ title }) => `${shortened(title)} on the shelf`,
}

/** The texts of Today. */
export const home = {
  title: "Today",
  streak: (days: number) => `${count(days, "day", "days")} in a row`,
  newest: (day: string) => `Your latest: ${day}`,
  /** One thing of the day, as a part of the headline. */
  phrase: (fact: Fact) => (phrases[fact.kind] ?? (({ title }: Fact) => shortened(title)))(fact),
  /** The headline of its parts. */
  sentence: (parts: ReadonlyArray<string>) => `${parts.join(", ")}.`,
  monthWas: (month: string, names: ReadonlyArray<string>) =>
    names.length === 0 ? month : `${month} was ${listed(names.map(shortened))}.`,
  leftOff: (month: string) => `${month}, the month you left off`,
  sinceThen: "Nothing since then. Link an account, and today fills itself.",
  keepGoing: "Keep it going",
  newerFiles: "Add newer files",
  playing: "Playing now",
  played: "Last played",
  by: (artist: string) => `by ${artist}`,
  yourDay: "Your day",
  yourLatestDay: (day: string) => `Your latest day: ${day}`,
  openDay: (weekday: string) => `Open ${weekday}`,
  openMonth: "Open the month",
  hours: "The day by the hour",
  at: (domain: string, time: string) => `${domain} at ${time}`,
  week: "This week so far",
  weekOf: (day: string) => `The week of ${day}`,
  usual: (weekday: string) => `a usual week, by ${weekday}`,
  asUsual: "as usual",
  onThisDay: "On this day",
  yearsAgo: (years: number) => (years === 1 ? "Last year" : `${number(years)} years ago`),
  lately: "Lately",
  more: (value: number) => `${number(value)} more`,
  empty: "Drop your life in here.",
  anyExport: "Any export or zip",
  anyExportLead:
    "Spotify, Last.fm, Letterboxd, Goodreads, Strava, Garmin, Apple Health, Google Timeline, Swarm and more. Daybook detects the format.",
  private: "Your files stay on this server.",
  ways: {
    accounts: ["Link an account", "Spotify, Strava, Trakt, Discogs: tomorrow fills itself."],
    hand: ["Write the first one yourself", "The film last night, a record you own, a concert in 2009."],
    steps: ["Go step by step", "Files, accounts, then time and units."],
  } as const,
}
