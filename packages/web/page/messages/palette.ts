/** How each type that can be logged is said: after "as", and as the words that name it. */
const kinds: Readonly<Record<string, { readonly as: string; readonly words: ReadonlyArray<string> }>> = {
  watch: { as: "a film", words: ["film", "movie"] },
  book: { as: "a book", words: ["book"] },
  play: { as: "a song", words: ["song", "track", "play"] },
  record: { as: "a record", words: ["record", "album", "vinyl"] },
  event: { as: "a night out", words: ["concert", "event", "game", "gig"] },
  "check-in": { as: "a place", words: ["place", "check-in", "visit"] },
  run: { as: "a run", words: ["run"] },
}

/** What somebody wants to log. */
export interface Logged {
  readonly title: string
  /** The type, as the form for adding names it; "" if it is not said. */
  readonly type: string
}

/** The texts of the palette. */
export const palette = {
  title: "Find, go and add",
  close: "Close",
  goTo: (view: string) => `Go to ${view}`,
  film: (year: number) => (year === 0 ? "The Movie Database" : `${year} · The Movie Database`),
  log: (title: string, type: string) => `Log “${title}” as ${kinds[type]?.as ?? type}`,
  /** Reads "log low w as a film"; undefined for words that log nothing. */
  logged: (words: string): Logged | undefined => {
    const [, title = "", kind = ""] =
      /^(?:log|add)\s+(.+?)(?:\s+as(?:\s+an?)?\s+([\w-]+))?\s*$/i.exec(words) ?? []
    if (title === "") return undefined
    const found = Object.entries(kinds).find(([, { words: names }]) => names.includes(kind.toLowerCase()))
    return { title, type: found?.[0] ?? "" }
  },
}
