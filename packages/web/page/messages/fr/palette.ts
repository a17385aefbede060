import type { Messages } from "../../texts.ts"
import { type Kinds, loggedAs } from "../../words.ts"

/** How each type is said after "comme", and the words that name it. */
const kinds: Kinds = {
  watch: { as: "film", words: ["film"] },
  book: { as: "livre", words: ["livre"] },
  play: { as: "chanson", words: ["chanson", "morceau", "écoute"] },
  record: { as: "disque", words: ["disque", "album", "vinyle"] },
  event: { as: "sortie", words: ["concert", "sortie", "match", "soirée"] },
  "check-in": { as: "lieu", words: ["lieu", "passage", "visite"] },
  run: { as: "course", words: ["course"] },
}

export const palette: Messages["palette"] = {
  title: "Chercher, ouvrir et ajouter",
  close: "Fermer",
  goTo: (view) => `Aller à ${view}`,
  film: (year) => (year === 0 ? "The Movie Database" : `${year} · The Movie Database`),
  log: (title, type) => `Ajouter « ${title} » comme ${kinds[type]?.as ?? type}`,
  logged: (words) =>
    loggedAs(kinds, /^(?:ajouter|noter)\s+(.+?)(?:\s+comme(?:\s+une?)?\s+(\S+))?\s*$/i.exec(words) ?? []),
}
