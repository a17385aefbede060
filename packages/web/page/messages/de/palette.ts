import type { Messages } from "../../texts.ts"
import { type Kinds, loggedAs } from "../../words.ts"

/** What each type is called after "als", and the words that name it. */
const kinds: Kinds = {
  watch: { as: "Film", words: ["film"] },
  book: { as: "Buch", words: ["buch"] },
  play: { as: "Song", words: ["song", "lied", "titel"] },
  record: { as: "Platte", words: ["platte", "album", "vinyl"] },
  event: { as: "Abend", words: ["konzert", "event", "spiel", "abend"] },
  "check-in": { as: "Ort", words: ["ort", "check-in", "besuch"] },
  run: { as: "Lauf", words: ["lauf"] },
}

export const palette: Messages["palette"] = {
  title: "Suchen, öffnen und eintragen",
  close: "Schließen",
  goTo: (view) => `${view} öffnen`,
  film: (year) => (year === 0 ? "The Movie Database" : `${year} · The Movie Database`),
  log: (title, type) => `„${title}“ als ${kinds[type]?.as ?? type} eintragen`,
  logged: (words) =>
    loggedAs(
      kinds,
      /^(?:neu|eintragen)\s+(.+?)(?:\s+als(?:\s+eine?n?)?\s+(\S+))?\s*$/i.exec(words) ??
        /^(.+?)\s+als(?:\s+eine?n?)?\s+(\S+)\s+eintragen\s*$/i.exec(words) ??
        [],
    ),
}
