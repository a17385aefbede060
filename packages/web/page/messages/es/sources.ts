import type { Messages } from "../../texts.ts"
import { count } from "../../words.ts"

const rows = (n: number) => count(n, "fila", "filas")
const rejected = (n: number) => count(n, "fila rechazada", "filas rechazadas")

export const sources: Messages["settings"]["sources"] = {
  syncs: "Sincronizaciones",
  syncsLead: "Las sincronizaciones son automáticas, salvo que SYNC_SCHEDULE esté desactivado.",
  syncNow: "Sincronizar ahora",
  syncDomain: (domain) => `Sincronizar ahora: ${domain}`,
  syncing: (n) =>
    n === 0 ? "Sincronizando" : `Sincronizando: ${count(n, "elemento", "elementos")} hasta ahora`,
  synced: (n) =>
    n === 0 ? "Nada nuevo" : count(n, "elemento nuevo o cambiado", "elementos nuevos o cambiados"),
  neverSynced: "Nunca sincronizado",
  noSource: (domains) => `Ninguna fuente configurada para ${domains}.`,
  states: { running: "en curso", completed: "listo", failed: "con error", interrupted: "interrumpida" },
  setAside: rejected,
  services: "Servicios",
  asked: "Conectados",
  others: "Sin configurar",
  working: "Funciona",
  trouble: "Con errores",
  idle: "Nunca sincronizado",
  free: {
    strava:
      "Requiere una suscripción de pago de Strava. Gratis: importa la exportación de Strava o archivos de tu reloj.",
    spotify:
      "Requiere Spotify Premium. Gratis: importa el historial de Spotify y envía lo nuevo desde un reproductor.",
    trakt:
      "Requiere Trakt VIP. Gratis: importa la exportación de Trakt y envía lo nuevo desde Plex, Jellyfin o Kodi.",
    readwise:
      "Requiere un plan de pago tras la prueba. Gratis: importa archivos o guarda páginas en Daybook.",
    plex: "Gratis. Solo los webhooks de Plex requieren Plex Pass.",
    letterboxd:
      "Gratis para las últimas 50 películas. Para el resto, importa una vez la exportación de Letterboxd.",
    google: "Gratis. Conéctalo de nuevo cada semana mientras tu aplicación de Google esté en pruebas.",
  },
  linkedAs: (account) => `Conectado como ${account}`,
  linked: "Conectado",
  bySettings: "Configurado en los ajustes del servidor",
  keyless: "No necesita cuenta",
  until: "El acceso caduca",
  lastAnswer: "Último éxito",
  lastTrouble: "Último error",
  troubles: {
    unreached: (service, setting) => `No se puede contactar con ${service}. Si continúa, revisa ${setting}.`,
    refused: (service, setting) => `${service} rechaza el acceso. Revisa ${setting}.`,
    passing: (service) => `${service} está saturado o falla. Daybook lo intentará más tarde.`,
    unknown: (service, setting) =>
      `${service} responde de una forma que Daybook no conoce. Revisa ${setting}.`,
  },
  linkIt: "Conectar",
  again: "Reconectar",
  link: (title) => `Conectar ${title}`,
  linkAgain: (title) => `Reconectar ${title}`,
  linkHint: "Das permiso en el servicio y vuelves aquí.",
  justLinked: (title, account) =>
    `${title} está conectado. Daybook ya sincroniza ${account === "" ? "tu cuenta" : `la cuenta de ${account}`}.`,
  unlink: "Desconectar",
  unlinkQuestion: (title) => `¿Desconectar ${title}?`,
  unlinkLost: "Daybook borra su acceso y deja de sincronizar. Los datos importados se quedan.",
  test: "Probar",
  testOf: (title) => `Probar la conexión con ${title}`,
  tested: (email, n) => `Funciona: ${email}, ${count(n, "mensaje", "mensajes")}.`,
  testedFor: "Puede leer",
  testedUntil: (time) => `El acceso caduca a las ${time} y se renueva solo.`,
  apps: "Apps que te envían datos",
  appsLead: "Escribe la URL en la app. Su token, contraseña o usuario es una clave que solo puede enviar.",
  appsKey: "Nueva clave",
  asideTitle: "Filas rechazadas",
  asideLead:
    "Filas que no se pudieron leer. Reintentar o actualizar Daybook puede arreglarlas. Los recorridos que no parecen carreras esperan aquí a que los aceptes.",
  asideAccept: "Aceptar",
  asideAccepted: (n) =>
    n === 0 ? "No se pudo aceptar." : count(n, "elemento guardado.", "elementos guardados."),
  asideRetry: "Reintentar",
  asideDue: (n) =>
    n === 0 ? "Ninguna se puede reintentar." : `La próxima sincronización reintenta ${rows(n)}.`,
  asideRaw: "Fila",
  asideTries: (n) => count(n, "intento", "intentos"),
}

export const imports: Messages["settings"]["imports"] = {
  drop: "Suelta archivos aquí",
  choose: "Elegir archivos",
  hint: "ZIP, CSV, JSON, FIT, GPX y más, hasta 4 GB cada uno. Importar un archivo dos veces no causa problemas.",
  formats: "Formatos admitidos",
  formatsOf: {
    listening: "Spotify, Apple Music, Last.fm, ListenBrainz, Maloja, Koito",
    reading:
      "Pocket, Instapaper, Readwise, Wallabag, Karakeep, Omnivore, Matter, Raindrop, Pinboard, Linkwarden, marcadores; libros de Goodreads, StoryGraph, Hardcover, BookWyrm, LibraryThing, KOReader",
    watching: "Letterboxd, Trakt, Simkl, IMDb, TMDB, Yamtrack, MyAnimeList, AniList",
    running: "Archivos FIT, TCX y GPX; exportaciones completas de Strava, Garmin o Salud de Apple",
    attending: "Tu propia lista de partidos y abonos",
    collecting: "Discogs",
    places: "Google Timeline, Swarm, OwnTracks, Overland, GPSLogger, GeoJSON, KML",
  },
  folder: (name) => `«${name}» es una carpeta. Comprímela y suelta el ZIP.`,
  tooLong: "Más de 4 GB. Divídelo y sube las partes.",
  unsendable: "No se pudo subir este archivo. Elígelo otra vez.",
  queue: "Subiendo",
  waiting: "En espera",
  sending: (part) => `Subiendo: ${part}`,
  interrupted: "Subida interrumpida. Empieza de nuevo cuando vuelva el servidor.",
  leave: "Deja esta página abierta hasta que termine la subida.",
  cancel: "Cancelar",
  dismiss: "Ocultar",
  list: "Importaciones anteriores",
  none: "Aún no hay importaciones",
  noneHint: "Suelta una exportación arriba. Aquí aparece el resultado de cada archivo.",
  noName: "Archivo sin nombre",
  states: { waiting: "En espera", running: "En curso", completed: "Listo", failed: "Con error" },
  read: (n) => count(n, "fila leída", "filas leídas"),
  stored: (n) => count(n, "nueva o cambiada", "nuevas o cambiadas"),
  known: (n) => count(n, "ya importada", "ya importadas"),
  setAside: rejected,
  left: (seconds) =>
    seconds < 90
      ? `faltan ${count(seconds, "segundo", "segundos")}`
      : `faltan ${count(Math.round(seconds / 60), "minuto", "minutos")}`,
  stop: "Parar",
  stopQuestion: (name) => `¿Parar la importación de ${name}?`,
  stopLost: "Las filas ya importadas se quedan. El resto se omite.",
  parts: (n) => count(n, "archivo", "archivos"),
  manyParts: "Archivos que contiene",
  allParts: "Mostrar todos los archivos que contiene",
  partNot: "no reconocido",
  partKnown: "ya importado",
  nothing: "Nada que importar",
  advice: {
    empty: "No hay nada dentro. Expórtalo otra vez.",
    locked: "Dañado o protegido con contraseña. Descárgalo otra vez o desbloquéalo primero.",
    photo: "Una foto: no hay nada en ella que Daybook pueda guardar.",
    media: "Sonido o vídeo: no hay nada en él que Daybook pueda guardar.",
    document: "Un documento. Suelta el archivo que exporta el servicio: CSV, JSON o ZIP.",
    sheet:
      "Una hoja de cálculo. Guárdala como CSV con los nombres de columna del servicio y suelta ese archivo.",
    utf16: "Texto en UTF-16. Guárdalo como UTF-8 y suéltalo otra vez.",
    columns: (names) =>
      `Una tabla con columnas que Daybook no conoce: ${names}. Suelta la exportación tal como la escribió el servicio.`,
    fields: (names) =>
      `JSON con campos que Daybook no conoce: ${names}. Suelta la exportación tal como la escribió el servicio.`,
    unknown: "No es una exportación que Daybook conozca. «Formatos admitidos» dice qué lee.",
  },
}
