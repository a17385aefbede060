import { type Kinds, loggedAs } from "../../words.ts"

/** The words for each type that can be logged: after "as", and as its name. */
const kinds: Kinds = {
  watch: { as: "a film", words: ["film", "movie"] },
  book: { as: "a book", words: ["book"] },
  play: { as: "a song", words: ["song", "track", "play"] },
  record: { as: "a record", words: ["record", "album", "vinyl"] },
  event: { as: "a night out", words: ["concert", "event", "game", "gig"] },
  "check-in": { as: "a place", words: ["place", "check-in", "visit"] },
  run: { as: "a run", words: ["run"] },
}

/** The texts of the palette. */
export const palette = {
  title: "Find, go and add",
  close: "Close",
  goTo: (view: string) => `Go to ${view}`,
  film: (year: number) => (year === 0 ? "The Movie Database" : `${year} · The Movie Database`),
  log: (title: string, type: string) => `Log “${title}” as ${kinds[type]?.as ?? type}`,
  /** Reads "log low w as a film"; undefined for words that log nothing. */
  logged: (words: string) =>
    loggedAs(kinds, /^(?:log|add)\s+(.+?)(?:\s+as(?:\s+an?)?\s+([\w-]+))?\s*$/i.exec(words) ?? []),
}
