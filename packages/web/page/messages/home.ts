import { number } from "../format.ts"
import { count } from "./count.ts"

/** A name within a sentence; a very long one is cut. */
const named = (title: string) => (title.length > 48 ? `${title.slice(0, 46).trimEnd()}…` : title)

/** "Long run" is "a long run" within a sentence. */
const runNamed = (title: string) =>
  /^[A-Z][a-z]+ run$/.test(title)
    ? `${/^[AEIOU]/.test(title) ? "an" : "a"} ${title.toLowerCase()}`
    : named(title)

export interface Fact {
  readonly kind: string
  readonly title: string
  readonly subtitle: string
  readonly count: number
}

/** So many plays of an album in one go are said. */
const onRepeat = 8

const phrases: Readonly<Record<string, (fact: Fact) => string>> = {
  play: ({ count: plays, title }) => (plays >= onRepeat ? `${named(title)} on repeat` : named(title)),
  article: ({ title }) => `“${named(title)}”`,
  run: ({ title }) => runNamed(title),
  concert: ({ subtitle, title }) =>
    subtitle === "" ? named(title) : `${named(title)} at ${named(subtitle)}`,
  "check-in": ({ title }) => `a stop at ${named(title)}`,
  record: ({ title }) => `${named(title)} on the shelf`,
  media: ({ title }) => `${named(title)} on the shelf`,
}

/** The texts of Today. */
export const home = {
  title: "Today",
  streak: (days: number) => `${count(days, "day", "days")} in a row`,
  newest: (day: string) => `Your latest: ${day}`,
  /** One thing of the day, as a part of the headline. */
  phrase: (fact: Fact) => (phrases[fact.kind] ?? (({ title }: Fact) => named(title)))(fact),
  /** The headline of its parts. */
  sentence: (parts: ReadonlyArray<string>) => `${parts.join(", ")}.`,
  monthWas: (month: string, names: ReadonlyArray<string>) =>
    names.length === 0
      ? month
      : `${month} was ${[names.slice(0, -1).map(named).join(", "), ...names.slice(-1).map(named)]
          .filter((part) => part !== "")
          .join(" and ")}.`,
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
  anyExport: "Any export, zip or folder",
  anyExportLead:
    "Spotify, Last.fm, Letterboxd, Goodreads, Strava, Garmin, Apple Health, Google Timeline, Swarm and more. Daybook detects the format.",
  private: "Nothing leaves this server.",
  ways: {
    accounts: ["Link an account", "Spotify, Strava, Trakt, Discogs: tomorrow fills itself."],
    hand: ["Write the first one yourself", "The film last night, a record you own, a concert in 2009."],
    steps: ["Go step by step", "Files, accounts, then time and units."],
  } as const,
}
