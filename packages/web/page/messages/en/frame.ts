import { count, countOf, number, textOf } from "../../words.ts"

export const domainNames = {
  listening: "Listening",
  reading: "Reading",
  watching: "Watching",
  running: "Running",
  attending: "Attending",
  collecting: "Collecting",
  places: "Places",
  identity: "Identity",
}

export const countedNouns = {
  listening: ["play", "plays"],
  reading: ["article", "articles"],
  watching: ["watch", "watches"],
  running: ["run", "runs"],
  attending: ["event", "events"],
  collecting: ["addition", "additions"],
  places: ["check-in", "check-ins"],
} as const

export const itemTypes = {
  artist: "Artist",
  album: "Album",
  track: "Track",
  play: "Play",
  article: "Article",
  book: "Book",
  highlight: "Highlight",
  movie: "Film",
  show: "Show",
  watch: "Watch",
  run: "Run",
  event: "Event",
  venue: "Venue",
  performer: "Performer",
  team: "Team",
  player: "Player",
  record: "Record",
  media: "Film owned",
  "check-in": "Check-in",
  place: "Place",
}

/** The direction in which these texts are written. */
export const direction = "ltr"
export const name = "Daybook"
/** The name of a domain; one that somebody else wrote shows its own. */
export const domain = (name: string): string => textOf(domainNames, name)

export const entries = (value: number) => count(value, "entry", "entries")
export const entriesOf = (domain: string, value: number) =>
  countOf(value, countedNouns, domain) ?? entries(value)
export const plays = (value: number) => count(value, "play", "plays")
/** Only the noun, when the number is next to it. */
export const playsWord = (value: number) => (value === 1 ? "play" : "plays")
export const days = (value: number) => count(value, "day", "days")
export const minutes = (value: number) => `${number(value)} min`
export const frame = {
  skip: "Skip to content",
  main: "Main",
  home: "Today",
  find: "Find",
  findKeys: (isMac: boolean) => (isMac ? "⌘K" : "Ctrl K"),
  library: "Library",
  add: "Add",
  timeline: "Timeline",
  years: "Years",
  settings: "Settings",
  signOut: "Sign out",
  title: (view: string) => `${view} · Daybook`,
} as const

export const search = {
  label: "Search everything",
  placeholder: "Search",
  suggestions: "Suggestions",
  all: (words: string) => `All results for “${words}”`,
  found: (value: number) => (value === 0 ? "No suggestions" : count(value, "suggestion", "suggestions")),
  title: "Search",
  quoted: (words: string) => `“${words}”`,
  results: (value: number) => (value === 0 ? "Nothing found" : count(value, "result", "results")),
  best: (value: number) => `The best ${number(value)} results`,
  domains: "Domain",
  /** The type of an item, such as artist or check-in. */
  type: (name: string) => textOf(itemTypes, name),
  hint: "Search artists, albums, articles, highlights, films, shows, runs, events, venues and records.",
  everything: "Everything",
} as const

export const states = {
  loading: "Loading",
  empty: "Nothing here yet",
  emptyHint: "Link a service or import a file to get started.",
  failed: "Couldn't load this",
  retry: "Try again",
  offline: "You're offline. Reconnecting automatically…",
  /** `time` is when what is shown came. */
  from: (time: string) => `You see what was here at ${time}.`,
  /** `reason` in words of the API, or the status of the response. */
  unready: (reason: string) => `The server can't respond right now: ${reason}. Retrying automatically…`,
  notFound: "Page not found",
  notFoundHint: "Check the URL. The item may have been removed.",
  home: "Go home",
  update: "Couldn't load this page",
  updateHint: "Daybook may have been updated. Reload to get the new version.",
  broken: "Something went wrong on this page",
  brokenHint: "Reload, or go to another page.",
  reload: "Reload",
} as const

/** What happened, by the status of a response of the API. */
export const errors = {
  400: "The server didn't accept this.",
  401: "Your key is no longer valid.",
  403: "Your key isn't allowed to do this.",
  404: "Not found.",
  408: "Sending took too long. Try again.",
  409: "This is set in the server's environment.",
  413: "This is too large.",
  416: "The file is shorter than expected.",
  429: "Too many requests. Wait a moment.",
  500: "The server couldn't finish this.",
  503: "The server isn't ready for this.",
  /** Its storage is away: a 503 that says when to try again. */
  unavailable: "The server's storage doesn't respond. Try again in a moment.",
  /** Where the reason is, if the API keeps it from clients. */
  logged: (id: string) => `The server's log has more: ${id}.`,
  /** A field of the input, and the rule that it breaks. */
  field: (name: string, rule: string) => `${name}: ${rule}`,
  rules: {
    missing: "is missing.",
    tooLong: (most: string) => `has more than ${most} characters.`,
    range: (from: string, to?: string) =>
      to === undefined ? `must be at least ${from}.` : `must be from ${from} to ${to}.`,
    time: "is not a date.",
    oneOf: (names: string) => `must be one of ${names}.`,
    url: "is not a web address.",
    future: "is in the future.",
    /** Followed by the rule in the API's words. */
    other: "doesn't fit.",
  },
} as const

export const heatMap = {
  title: (year: number) => String(year),
  summary: (total: number, year: number) => `${count(total, "entry", "entries")} in ${year}`,
  day: (day: string, value: number) =>
    `${day}: ${value === 0 ? "nothing" : count(value, "entry", "entries")}`,
  less: "Less",
  more: "More",
  earlier: "Previous year",
  later: "Next year",
} as const

export const map = {
  keys: "Arrow keys move the map, plus and minus zoom, Enter opens the place in the center.",
  closer: "Zoom in",
  farther: "Zoom out",
  whole: "Show all",
  credit: "Natural Earth",
  ground: "Under the route",
  trails: "Your trails",
  streets: "Streets",
  together: (value: number) => count(value, "place", "places"),
} as const

export const feed = {
  title: "Timeline",
  goTo: "Go to",
  domains: "Domain",
  everything: "Everything",
  before: "Up to this date",
  end: "You've reached the beginning.",
  nothingOnDay: "Nothing on this day.",
  plays: (value: number) => (value === 1 ? "" : count(value, "play", "plays")),
} as const

export const domainHome = {
  recent: "Recent",
} as const

export const filters = {
  title: (set: number) => (set === 0 ? "Filters" : `Filters (${number(set)})`),
  clear: "Clear filters",
  nothing: "No matches. Try removing a filter.",
  /** Taken away by a click. */
  without: (name: string, value: string) => `${value === "" ? name : `${name}: ${value}`} ✕`,
  any: "Any",
  sort: "Sort by",
  reverse: "Reverse order",
  from: "From",
  to: "To",
} as const

export const rhythm = {
  when: "When",
  byHour: "By hour of the day",
  byWeekday: "By day of the week",
  days: (year: string) => `${year} day by day`,
  streak: (current: number, longest: number, until: string) =>
    [
      current < 2 ? "" : `${count(current, "day", "days")} in a row now. `,
      `Longest: ${count(longest, "day", "days")} in a row, until ${until}.`,
    ].join(""),
} as const

export const spans = {
  label: "Period",
  months: "12 months",
  all: "All time",
  overTime: "Over time",
} as const
/** A rating, out of five. */
export const stars = (value: number) => `${number(value)} of 5 stars`
export const years = {
  lead: "A year in review",
  monthLead: "A month in review",
  monthBefore: "Month before",
  entries: "Entries",
  activeDays: "Days with entries",
  streak: "Longest streak",
  busiest: "Busiest day",
  days: "Day by day",
  months: "By month",
  time: "Time",
  times: (value: number) => count(value, "time", "times"),
  artists: "Artists",
  albums: "Albums",
  newArtists: "New artists",
  topArtists: "Top artists",
  topAlbums: "Top albums",
  topTracks: "Top tracks",
  words: "Words",
  highlights: "Highlights",
  authors: "Authors",
  sites: "Sites",
  tags: "Tags",
  films: "Films",
  filmsOf: (value: number) => count(value, "film", "films"),
  episodes: "Episodes",
  episodesOf: (value: number) => count(value, "episode", "episodes"),
  topFilms: "Best films",
  topShows: "Shows",
  directors: "Directors",
  stars: (value: number) => (value === 0 ? "" : `★ ${number(value)}`),
  distance: "Distance",
  longest: "Longest",
  races: "Races",
  venues: "Venues",
  performers: "Performers",
  topPerformers: "Most seen",
  topVenues: "Venues",
  teams: "Teams",
  wonAndLost: (won: number, lost: number) => `${number(won)}–${number(lost)}`,
  records: "Records",
  media: "Films owned",
  formats: "Formats",
  cities: "Cities",
  newPlaces: "New places",
  mostVisited: "Most visited",
} as const
