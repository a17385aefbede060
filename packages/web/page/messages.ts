import { number } from "./format.ts"
import { attending } from "./messages/attending.ts"
import { collecting } from "./messages/collecting.ts"
import { correct } from "./messages/correct.ts"
import { count } from "./messages/count.ts"
import { domainTitle, titled } from "./messages/domains.ts"
import { home } from "./messages/home.ts"
import { keys } from "./messages/keys.ts"
import { listening } from "./messages/listening.ts"
import { periods } from "./messages/periods.ts"
import { palette } from "./messages/palette.ts"
import { places } from "./messages/places.ts"
import { preferences } from "./messages/preferences.ts"
import { reading } from "./messages/reading.ts"
import { running } from "./messages/running.ts"
import { signIn } from "./messages/signIn.ts"
import { settings } from "./messages/settings.ts"
import { setUp } from "./messages/setUp.ts"
import { watching } from "./messages/watching.ts"
import { sharing } from "./messages/sharing.ts"
import { story } from "./messages/story.ts"

// Every text of the page, so that it can be translated in one place. A part for each domain keeps its own together.

const counted: Readonly<Record<string, readonly [one: string, many: string]>> = {
  listening: ["play", "plays"],
  reading: ["article", "articles"],
  watching: ["watch", "watches"],
  running: ["run", "runs"],
  attending: ["event", "events"],
  collecting: ["addition", "additions"],
  places: ["check-in", "check-ins"],
}

const itemTypes: Readonly<Record<string, string>> = {
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

export const messages = {
  /** The language of these texts, as a tag of BCP 47. */
  language: "en",
  name: "Daybook",
  /** The name of a domain; one that somebody else wrote shows its own. */
  domain: domainTitle,
  entriesOf: (domain: string, value: number) => count(value, ...(counted[domain] ?? ["entry", "entries"])),
  entries: (value: number) => count(value, "entry", "entries"),
  plays: (value: number) => count(value, "play", "plays"),
  /** Only the noun, when the number is next to it. */
  playsWord: (value: number) => (value === 1 ? "play" : "plays"),
  days: (value: number) => count(value, "day", "days"),
  minutes: (value: number) => `${number(value)} min`,

  frame: {
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
  },

  palette,
  keys,

  search: {
    label: "Search everything",
    placeholder: "Search",
    suggestions: "Suggestions",
    all: (words: string) => `All results for “${words}”`,
    found: (value: number) => (value === 0 ? "No suggestions" : count(value, "suggestion", "suggestions")),
    title: "Search",
    results: (value: number) => (value === 0 ? "Nothing found" : count(value, "result", "results")),
    best: (value: number) => `The best ${number(value)} results`,
    domains: "Domain",
    /** The type of an item, such as artist or check-in. */
    type: (name: string) => itemTypes[name] ?? titled(name),
    hint: "Search artists, albums, articles, highlights, films, shows, runs, events, venues and records.",
    everything: "Everything",
  },

  states: {
    loading: "Loading",
    empty: "Nothing here yet",
    emptyHint: "Link a service or import a file to get started.",
    failed: "Couldn't load this",
    retry: "Try again",
    offline: "You're offline. Reconnecting automatically…",
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
  },

  signIn,
  preferences,

  home,

  heatMap: {
    title: (year: number) => String(year),
    summary: (total: number, year: number) => `${count(total, "entry", "entries")} in ${year}`,
    day: (day: string, value: number) =>
      `${day}: ${value === 0 ? "nothing" : count(value, "entry", "entries")}`,
    less: "Less",
    more: "More",
    earlier: "Previous year",
    later: "Next year",
  },

  map: {
    keys: "Arrow keys move the map, plus and minus zoom, Enter opens the place in the center.",
    closer: "Zoom in",
    farther: "Zoom out",
    whole: "Show all",
    credit: "Natural Earth",
    ground: "Under the route",
    trails: "Your trails",
    streets: "Streets",
    together: (value: number) => count(value, "place", "places"),
  },

  feed: {
    title: "Timeline",
    goTo: "Go to",
    domains: "Domain",
    everything: "Everything",
    before: "Up to this date",
    end: "You've reached the beginning.",
    nothingOnDay: "Nothing on this day.",
    plays: (value: number) => (value === 1 ? "" : count(value, "play", "plays")),
  },

  domainHome: {
    recent: "Recent",
  },

  filters: {
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
  },
  rhythm: {
    when: "When",
    byHour: "By hour of the day",
    byWeekday: "By day of the week",
    days: (year: string) => `${year} day by day`,
    streak: (current: number, longest: number, until: string) =>
      [
        current < 2 ? "" : `${count(current, "day", "days")} in a row now. `,
        `Longest: ${count(longest, "day", "days")} in a row, until ${until}.`,
      ].join(""),
  },
  spans: {
    label: "Period",
    months: "12 months",
    all: "All time",
    overTime: "Over time",
  },
  periods,
  /** A rating, out of five. */
  stars: (value: number) => `${number(value)} of 5 stars`,

  listening,
  reading,
  watching,
  running,
  attending,
  collecting,
  places,
  correct,
  settings,
  setUp,
  sharing,
  story,
  years: {
    lead: "A year in review",
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
  },
} as const
