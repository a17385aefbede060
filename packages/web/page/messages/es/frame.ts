import type { Messages } from "../../texts.ts"
import { count, countOf, noun, number, textOf } from "../../words.ts"

export const domainNames: Messages["domainNames"] = {
  listening: "Música",
  reading: "Lectura",
  watching: "Cine y series",
  running: "Correr",
  attending: "Eventos",
  collecting: "Colección",
  places: "Lugares",
  identity: "Identidad",
}

export const countedNouns: Messages["countedNouns"] = {
  listening: ["reproducción", "reproducciones"],
  reading: ["artículo", "artículos"],
  watching: ["visionado", "visionados"],
  running: ["carrera", "carreras"],
  attending: ["evento", "eventos"],
  collecting: ["incorporación", "incorporaciones"],
  places: ["visita", "visitas"],
}

export const itemTypes: Messages["itemTypes"] = {
  artist: "Artista",
  album: "Álbum",
  track: "Canción",
  play: "Reproducción",
  article: "Artículo",
  book: "Libro",
  highlight: "Subrayado",
  movie: "Película",
  show: "Serie",
  watch: "Visionado",
  run: "Carrera",
  event: "Evento",
  venue: "Recinto",
  performer: "Intérprete",
  team: "Equipo",
  player: "Jugador",
  record: "Disco",
  media: "Película propia",
  "check-in": "Visita",
  place: "Lugar",
}

export const direction: Messages["direction"] = "ltr"
export const name: Messages["name"] = "Daybook"
export const domain: Messages["domain"] = (name) => textOf(domainNames, name)
export const entries: Messages["entries"] = (n) => count(n, "entrada", "entradas")
export const entriesOf: Messages["entriesOf"] = (domain, n) => countOf(n, countedNouns, domain) ?? entries(n)
export const plays: Messages["plays"] = (n) => count(n, "reproducción", "reproducciones")
export const playsWord: Messages["playsWord"] = (n) => noun(n, "reproducción", "reproducciones")
export const days: Messages["days"] = (n) => count(n, "día", "días")
export const minutes: Messages["minutes"] = (n) => `${number(n)} min`
export const stars: Messages["stars"] = (n) => `${number(n)} de 5 estrellas`

export const frame: Messages["frame"] = {
  skip: "Ir al contenido",
  main: "Menú principal",
  home: "Hoy",
  find: "Buscar",
  findKeys: (isMac) => (isMac ? "⌘K" : "Ctrl K"),
  library: "Biblioteca",
  add: "Añadir",
  timeline: "Cronología",
  years: "Años",
  settings: "Ajustes",
  signOut: "Cerrar sesión",
  title: (view) => `${view} · Daybook`,
}

export const search: Messages["search"] = {
  label: "Buscar en todo",
  placeholder: "Buscar",
  suggestions: "Sugerencias",
  all: (words) => `Todos los resultados de «${words}»`,
  found: (n) => (n === 0 ? "Sin sugerencias" : count(n, "sugerencia", "sugerencias")),
  title: "Búsqueda",
  quoted: (words) => `«${words}»`,
  results: (n) => (n === 0 ? "Sin resultados" : count(n, "resultado", "resultados")),
  best: (n) => `Los ${number(n)} mejores resultados`,
  domains: "Área",
  type: (name) => textOf(itemTypes, name),
  hint: "Busca artistas, álbumes, artículos, subrayados, películas, series, carreras, eventos, recintos y discos.",
  everything: "Todo",
}

export const states: Messages["states"] = {
  loading: "Cargando",
  empty: "Aún no hay nada",
  emptyHint: "Conecta un servicio o importa un archivo para empezar.",
  failed: "No se pudo cargar",
  retry: "Reintentar",
  offline: "No tienes conexión. Reconectando…",
  from: (time) => `Ves lo que había a las ${time}.`,
  unready: (reason) => `El servidor no puede responder ahora: ${reason}. Reintentando…`,
  notFound: "Página no encontrada",
  notFoundHint: "Revisa la dirección. Puede que el elemento se haya eliminado.",
  home: "Ir al inicio",
  update: "No se pudo cargar esta página",
  updateHint: "Puede que Daybook se haya actualizado. Recarga la página.",
  broken: "Algo falló en esta página",
  brokenHint: "Recarga la página o abre otra.",
  reload: "Recargar",
}

export const errors: Messages["errors"] = {
  400: "El servidor no lo aceptó.",
  401: "Tu clave ya no es válida.",
  403: "Tu clave no permite hacer esto.",
  404: "No encontrado.",
  408: "El envío tardó demasiado. Inténtalo otra vez.",
  409: "Lo decide el entorno del servidor.",
  413: "Es demasiado grande.",
  416: "El archivo es más corto de lo esperado.",
  429: "Demasiadas peticiones. Espera un momento.",
  500: "El servidor no pudo terminar.",
  503: "El servidor no está listo para esto.",
  unavailable: "El almacenamiento del servidor no responde. Inténtalo otra vez en un momento.",
  logged: (id) => `El registro del servidor dice más: ${id}.`,
  field: (name, rule) => `${name}: ${rule}`,
  rules: {
    missing: "falta.",
    tooLong: (most) => `tiene más de ${most} caracteres.`,
    range: (from, to) =>
      to === undefined ? `debe ser ${from} como mínimo.` : `debe estar entre ${from} y ${to}.`,
    time: "no es una fecha.",
    oneOf: (names) => `debe ser uno de estos: ${names}.`,
    url: "no es una dirección web.",
    future: "está en el futuro.",
    other: "no encaja.",
  },
}

export const heatMap: Messages["heatMap"] = {
  title: String,
  summary: (total, year) => `${entries(total)} en ${year}`,
  day: (day, n) => `${day}: ${n === 0 ? "nada" : entries(n)}`,
  less: "Menos",
  more: "Más",
  earlier: "Año anterior",
  later: "Año siguiente",
}

export const map: Messages["map"] = {
  keys: "Las flechas mueven el mapa, más y menos cambian la escala, Intro abre el lugar del centro.",
  closer: "Acercar",
  farther: "Alejar",
  whole: "Ver todo",
  credit: "Natural Earth",
  ground: "Bajo la ruta",
  trails: "Tus rutas",
  streets: "Calles",
  together: (n) => count(n, "lugar", "lugares"),
}

export const feed: Messages["feed"] = {
  title: "Cronología",
  goTo: "Ir a",
  domains: "Área",
  everything: "Todo",
  before: "Hasta esta fecha",
  end: "Aquí empieza todo.",
  nothingOnDay: "Nada en este día.",
  plays: (n) => (n === 1 ? "" : plays(n)),
}

export const domainHome: Messages["domainHome"] = { recent: "Reciente" }

export const filters: Messages["filters"] = {
  title: (set) => (set === 0 ? "Filtros" : `Filtros (${number(set)})`),
  clear: "Quitar filtros",
  nothing: "Sin resultados. Prueba a quitar un filtro.",
  without: (name, value) => `${value === "" ? name : `${name}: ${value}`} ✕`,
  any: "Todos",
  sort: "Ordenar por",
  reverse: "Invertir el orden",
  from: "Desde",
  to: "Hasta",
}

export const rhythm: Messages["rhythm"] = {
  when: "Cuándo",
  byHour: "Por hora del día",
  byWeekday: "Por día de la semana",
  days: (year) => `${year} día a día`,
  streak: (current, longest, until) =>
    `${current < 2 ? "" : `Ahora, ${days(current)} seguidos. `}Récord: ${days(longest)} seguidos, hasta el ${until}.`,
}

export const spans: Messages["spans"] = {
  label: "Periodo",
  months: "12 meses",
  all: "Desde siempre",
  overTime: "A lo largo del tiempo",
}

export const years: Messages["years"] = {
  lead: "Un año en resumen",
  monthLead: "Un mes en resumen",
  monthBefore: "Mes anterior",
  entries: "Entradas",
  activeDays: "Días con entradas",
  streak: "Mejor racha",
  busiest: "Día más lleno",
  days: "Día a día",
  months: "Por mes",
  time: "Tiempo",
  times: (n) => count(n, "vez", "veces"),
  artists: "Artistas",
  albums: "Álbumes",
  newArtists: "Artistas nuevos",
  topArtists: "Artistas favoritos",
  topAlbums: "Álbumes favoritos",
  topTracks: "Canciones favoritas",
  words: "Palabras",
  highlights: "Subrayados",
  authors: "Autores",
  sites: "Sitios",
  tags: "Etiquetas",
  films: "Películas",
  filmsOf: (n) => count(n, "película", "películas"),
  episodes: "Episodios",
  episodesOf: (n) => count(n, "episodio", "episodios"),
  topFilms: "Mejores películas",
  topShows: "Series",
  directors: "Dirección",
  stars: (n) => (n === 0 ? "" : `★ ${number(n)}`),
  distance: "Distancia",
  longest: "La más larga",
  races: "Competiciones",
  venues: "Recintos",
  performers: "Intérpretes",
  topPerformers: "Más vistos",
  topVenues: "Recintos",
  teams: "Equipos",
  wonAndLost: (won, lost) => `${number(won)}–${number(lost)}`,
  records: "Discos",
  media: "Películas propias",
  formats: "Formatos",
  cities: "Ciudades",
  newPlaces: "Lugares nuevos",
  mostVisited: "Más visitados",
}
