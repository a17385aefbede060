import type { Messages } from "../../texts.ts"
import { type Kinds, loggedAs } from "../../words.ts"

/** How each type is said after "como", and the words that name it. */
const kinds: Kinds = {
  watch: { as: "película", words: ["película", "pelicula"] },
  book: { as: "libro", words: ["libro"] },
  play: { as: "canción", words: ["canción", "cancion", "tema"] },
  record: { as: "disco", words: ["disco", "álbum", "vinilo"] },
  event: { as: "evento", words: ["concierto", "evento", "partido", "noche"] },
  "check-in": { as: "lugar", words: ["lugar", "visita"] },
  run: { as: "carrera", words: ["carrera"] },
}

export const palette: Messages["palette"] = {
  title: "Buscar, abrir y añadir",
  close: "Cerrar",
  goTo: (view) => `Ir a ${view}`,
  film: (year) => (year === 0 ? "The Movie Database" : `${year} · The Movie Database`),
  log: (title, type) => `Añadir «${title}» como ${kinds[type]?.as ?? type}`,
  logged: (words) =>
    loggedAs(kinds, /^(?:añadir|anotar)\s+(.+?)(?:\s+como(?:\s+una?)?\s+(\S+))?\s*$/i.exec(words) ?? []),
}
