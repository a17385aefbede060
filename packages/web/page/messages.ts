import { number } from "./format.ts"

// Every text of the page, so that it can be translated in one place. A part for each domain keeps its own together.

const count = (value: number, one: string, many: string) => `${number(value)} ${value === 1 ? one : many}`

const domainTitles: Readonly<Record<string, string>> = {
  listening: "Listening",
  reading: "Reading",
  watching: "Watching",
  running: "Running",
  attending: "Attending",
  collecting: "Collecting",
  places: "Places",
}

const counted: Readonly<Record<string, readonly [one: string, many: string]>> = {
  listening: ["play", "plays"],
  reading: ["article", "articles"],
  watching: ["watch", "watches"],
  running: ["run", "runs"],
  attending: ["event", "events"],
  collecting: ["addition", "additions"],
  places: ["check-in", "check-ins"],
}

const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ")

export const messages = {
  name: "Daybook",
  /** The name of a domain; one that somebody else wrote shows its own. */
  domain: (name: string) => domainTitles[name] ?? titled(name),
  entriesOf: (domain: string, value: number) => count(value, ...(counted[domain] ?? ["entry", "entries"])),
  entries: (value: number) => count(value, "entry", "entries"),
  plays: (value: number) => count(value, "play", "plays"),
  /** The noun alone, where the number stands beside it. */
  playsWord: (value: number) => (value === 1 ? "play" : "plays"),
  days: (value: number) => count(value, "day", "days"),

  frame: {
    skip: "Skip to content",
    main: "Main",
    home: "Home",
    timeline: "Timeline",
    years: "Years",
    settings: "Settings",
    signOut: "Sign out",
    title: (view: string) => `${view} · Daybook`,
  },

  search: {
    label: "Search everything",
    placeholder: "Search",
    suggestions: "Suggestions",
    shortcut: "/",
    all: (words: string) => `All results for “${words}”`,
    found: (value: number) => (value === 0 ? "No suggestions" : count(value, "suggestion", "suggestions")),
    title: "Search",
    results: (value: number) => (value === 0 ? "Nothing found" : count(value, "result", "results")),
    domains: "Domain",
    /** The type of an item, such as artist or check-in. */
    type: (name: string) => titled(name),
    hint: "Artists, albums, tracks, articles, highlights, films, shows, runs, events, venues, records: type a few letters.",
    everything: "Everything",
  },

  states: {
    loading: "Loading",
    empty: "Nothing here yet",
    emptyHint: "It fills by itself once a source is linked or a file is imported.",
    failed: "This could not be read",
    retry: "Try again",
    offline: "Offline: no server is reached. This page tries again by itself.",
    waiting: (seconds: number) =>
      `The limit of this key is reached. It goes on in ${count(seconds, "second", "seconds")}.`,
    notFound: "There is no such page",
    notFoundHint: "The address may be mistyped, or the item was removed.",
    home: "Go home",
    update: "This part of the page could not be loaded. The server may have a newer page.",
    reload: "Reload",
  },

  signIn: {
    title: "Daybook",
    lead: "A diary that keeps itself.",
    key: "Key",
    hint: "The first start shows your keys once, or keeps them in the file first-keys. A read key shows everything; an admin key can also change it.",
    button: "Sign in",
    working: "Signing in",
    wrong: "This key is unknown, revoked or expired.",
    sends: "This key may only send. Sign in with a read key or an admin key.",
    many: "Too many tries: wait a minute.",
    away: "No server is reached. Try again in a moment.",
    ended: "Your session is over: the key was revoked, or its time has ended.",
  },

  home: {
    title: "Home",
    streak: (days: number) => `${count(days, "day", "days")} in a row`,
    playing: "Playing now",
    played: "Last played",
    by: (artist: string) => `by ${artist}`,
    today: "Today",
    nothingToday: "Nothing yet today.",
    latest: "Latest",
    onThisDay: "On this day",
    nothingOnThisDay: "No year before has anything on this day.",
    yearsAgo: (years: number) => (years === 1 ? "A year ago" : `${number(years)} years ago`),
    more: (value: number) => `${number(value)} more`,
  },

  heatMap: {
    title: (year: number) => String(year),
    summary: (total: number, year: number) => `${count(total, "entry", "entries")} in ${year}`,
    day: (day: string, value: number) =>
      `${day}: ${value === 0 ? "nothing" : count(value, "entry", "entries")}`,
    less: "Less",
    more: "More",
    earlier: "The year before",
    later: "The year after",
  },

  feed: {
    title: "Timeline",
    goTo: "Go to",
    domains: "Domain",
    everything: "Everything",
    before: "Everything up to this day",
    end: "This is where it begins.",
    plays: (value: number) => (value === 1 ? "" : count(value, "play", "plays")),
  },

  domainHome: {
    recent: "Recent",
  },

  listening: {
    artist: "Artist",
    period: "Period",
    periods: {
      "7day": "7 days",
      "1month": "30 days",
      "3month": "90 days",
      "6month": "180 days",
      "12month": "A year",
      overall: "All time",
    },
    kind: "Kind",
    kinds: { artist: "Artists", album: "Albums", track: "Tracks" },
    tops: "Played most",
    plays: "Plays",
    perDay: "A day",
    newArtists: "New artists",
    overTime: "Over time",
    clock: "When",
    byHour: "By hour of the day",
    byWeekday: "By day of the week",
    discoveries: "Heard first",
    noDiscoveries: "Nobody new in this period.",
    noPlays: "No plays in this period",
    recent: "Latest plays",
    rank: "Rank",
    rankOf: (rank: number) => `#${number(rank)}`,
    first: "First played",
    last: "Last played",
  },
  reading: {},
  watching: {},
  running: {},
  attending: {},
  collecting: {},
  places: {},
  settings: {
    session: "This browser",
    key: "Key",
    rights: "It may",
    scopes: { read: "read everything", admin: "read and change everything" },
    expires: "Expires",
    timeZone: "Days are counted in",
  },
  years: {
    lead: "A year in review",
    entries: "Entries",
    activeDays: "Days with entries",
    streak: "Longest streak",
    busiest: "Busiest day",
    days: "Day by day",
  },
} as const
