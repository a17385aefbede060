import type { Messages } from "../../texts.ts"
import { type Kinds, loggedAs } from "../../words.ts"

/** How each type is said after "como", and the words that name it. */
const kinds: Kinds = {
  watch: { as: "filme", words: ["filme"] },
  book: { as: "livro", words: ["livro"] },
  play: { as: "música", words: ["música", "musica", "faixa"] },
  record: { as: "disco", words: ["disco", "álbum", "vinil"] },
  event: { as: "evento", words: ["show", "evento", "jogo", "noite"] },
  "check-in": { as: "lugar", words: ["lugar", "visita"] },
  run: { as: "corrida", words: ["corrida"] },
}

export const palette: Messages["palette"] = {
  title: "Buscar, abrir e adicionar",
  close: "Fechar",
  goTo: (view) => `Ir para ${view}`,
  film: (year) => (year === 0 ? "The Movie Database" : `${year} · The Movie Database`),
  log: (title, type) => `Adicionar “${title}” como ${kinds[type]?.as ?? type}`,
  logged: (words) =>
    loggedAs(kinds, /^(?:adicionar|anotar)\s+(.+?)(?:\s+como(?:\s+uma?)?\s+(\S+))?\s*$/i.exec(words) ?? []),
}
