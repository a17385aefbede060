import type { Messages } from "../../texts.ts"
import { count, textOf } from "../../words.ts"
import { domain } from "./frame.ts"

export const knownShares: Messages["knownShares"] = {
  "/v1/feed.atom": "Todo, para lectores de feeds (Atom)",
  "/v1/feed.json": "Todo, para lectores de feeds (JSON Feed)",
  "/v1/reading/archive.atom": "Artículos leídos, para lectores de feeds",
  "/v1/watching/reviews.atom": "Reseñas de películas, para lectores de feeds",
  "/v1/attending/events.ics": "Eventos vividos, para calendarios",
  "/v1/attending/upcoming.ics": "Próximos eventos, para calendarios",
  "/v1/cards/now-playing.svg": "Sonando ahora, como imagen",
  "/v1/cards/top-albums.svg": "Álbumes favoritos, como imagen",
  "/v1/live": "Novedades en directo, para una página que se actualiza sola",
}

export const eventNames: Messages["eventNames"] = {
  play: "Reproducción",
  "play.sent": "Reproducción enviada por una app",
  "article.finished": "Artículo leído",
  "film.watched": "Película vista",
  run: "Carrera",
  "event.attended": "Evento vivido",
  "record.added": "Disco añadido",
  "check-in": "Visita",
  "sync.failed": "Sincronización con error",
}

export const keys: Messages["settings"]["keys"] = {
  make: "Nueva clave",
  name: "Nombre",
  nameHint: "Para ti, como la app que la usa.",
  scope: "Acceso",
  scopeNames: {
    read: "Leer todo",
    submit: "Solo enviar reproducciones y visitas",
    save: "Solo guardar páginas",
    admin: "Leer y cambiar todo",
  },
  scopeWords: { read: "leer", submit: "enviar", save: "guardar páginas", admin: "leer y cambiar" },
  end: "Caduca el",
  endHint: "Déjalo vacío para que no caduque.",
  limit: "Peticiones por minuto",
  limitHint: "Déjalo vacío para usar el valor del servidor.",
  create: "Crear clave",
  made: (name) => `Clave «${name}»`,
  once: "Cópiala ahora. No podrás verla otra vez.",
  list: "En uso",
  hint: (last) => `termina en ${last}`,
  created: "Creada",
  lastUsed: "Último uso",
  neverUsed: "Nunca usada",
  expires: "Caduca",
  expired: "caducada",
  limitOf: (n) => `${count(n, "petición", "peticiones")} por minuto`,
  revoke: "Revocar",
  revokeQuestion: (name) => `¿Revocar «${name}»?`,
  revokeLost: "Las apps que usan esta clave dejan de funcionar al momento.",
  revokeOwn: "Este navegador usa una clave con este nombre. Si es la misma, se cerrará tu sesión.",
}

export const assistants: Messages["settings"]["assistants"] = {
  list: "Conectados",
  none: "Aún no hay asistentes",
  noneHint: "Añade esta dirección como conector en Claude o ChatGPT:",
  reads: (domains) =>
    domains.length === 0 ? "Lee todo" : `Lee ${domains.map((one) => domain(one)).join(", ")}`,
  writes: "puede escribir",
  connected: "Conectado",
  lastUsed: "Último uso",
  neverUsed: "Nunca usado",
  end: "Desconectar",
  endQuestion: (name) => `¿Desconectar «${name}»?`,
  endLost: "Pierde el acceso al momento. Para usarlo de nuevo, vuelve a conectarlo.",
}

export const shares: Messages["settings"]["shares"] = {
  make: "Nuevo enlace",
  what: "Contenido",
  known: (address) => {
    const year = /^\/v1\/cards\/year\/(\d+)\.svg$/.exec(address)?.[1]
    if (year !== undefined) return `El año ${year}, como imagen`
    const named = /^\/v1\/cards\/calendar\/([\w-]+)\.svg$/.exec(address)?.[1]
    if (named !== undefined) return `${domain(named)}: un año día a día, como imagen`
    const page = /^\/pages\/(?:years\/(\d+)|now)/.exec(address)
    if (page === null) return textOf(knownShares, address, address)
    return page[1] === undefined
      ? "Ahora mismo, como página pública"
      : `El año ${page[1]}, como página pública`
  },
  another: "Otra ruta de la API",
  address: "Ruta",
  addressHint:
    "Una ruta que una clave de lectura pueda pedir con GET, con sus parámetros. /docs las lista todas.",
  name: "Nota",
  nameHint: "Para ti, como a quién se lo diste.",
  create: "Compartir",
  made: (address) => `Enlace para ${address}`,
  once: "Cópialo ahora. Quien tenga este enlace puede leer esto y nada más, hasta que lo revoques.",
  list: "En uso",
  none: "Aún no hay enlaces",
  hint: (last) => `termina en ${last}`,
  created: "Creado",
  lastUsed: "Último uso",
  neverUsed: "Nunca usado",
  revoke: "Revocar",
  revokeQuestion: (name) => `¿Revocar el enlace «${name}»?`,
  revokeLost: "El enlace deja de funcionar al momento. Uno nuevo será distinto.",
}

export const webhooks: Messages["settings"]["webhooks"] = {
  make: "Nuevo webhook",
  url: "URL",
  urlHint: "Recibe un POST por cada suceso. Las direcciones privadas deben permitirse abajo.",
  events: "Sucesos",
  event: (type) => textOf(eventNames, type, type),
  more: "Más",
  secret: "Tu propio secreto",
  secretHint: "whsec_ y de 24 a 64 bytes en base64. Déjalo vacío para generar uno.",
  create: "Crear webhook",
  made: (url) => `Secreto de firma para ${url}`,
  once: "Cópialo ahora. El receptor verifica las firmas con él (Standard Webhooks).",
  relay: "Reenviar reproducciones",
  relayHint:
    "Lo que las apps envían aquí pasa a un servicio, unos minutos después y una sola vez. Lo que vino de él, no.",
  service: "Servicio",
  services: { listenbrainz: "ListenBrainz, Maloja o Koito", lastfm: "Last.fm" },
  relayUrl: "Dirección del servicio",
  relayUrlHint:
    "Como https://maloja.example.org/apis/listenbrainz. Las direcciones privadas deben permitirse abajo.",
  token: "Token",
  apiKey: "Clave de API",
  apiSecret: "Secreto compartido",
  apiHint: "De tu propia cuenta de API en last.fm/api/accounts.",
  username: "Nombre de usuario",
  password: "Contraseña",
  passwordHint: "Se usa una vez para iniciar sesión. No se guarda.",
  startRelay: "Reenviar reproducciones",
  list: "En uso",
  none: "Aún no hay webhooks",
  noneHint: "Un webhook llama a tu app segundos después de cada reproducción, carrera o película.",
  working: "Activo",
  off: "Inactivo",
  switchOff: "Desactivar",
  switchOn: "Activar",
  offSince: "desde",
  failing: (n) => count(n, "intento fallido", "intentos fallidos"),
  next: "Próximo intento a las",
  removeQuestion: "¿Eliminar este webhook?",
  removeLost: (url) => `Daybook deja de llamar a ${url} y borra su secreto y su registro.`,
  deliveries: "Envíos",
  noDeliveries: "Aún no hay envíos",
  noDeliveriesHint: "Solo se envían los sucesos posteriores a la creación del webhook.",
  statuses: { waiting: "En espera", delivered: "Entregado", "set aside": "Con error" },
  attempts: (n) => count(n, "intento", "intentos"),
  answered: (status) => `estado ${status}`,
  body: "Contenido",
  retry: "Enviar otra vez",
}
