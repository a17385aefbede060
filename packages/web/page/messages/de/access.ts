import type { Messages } from "../../texts.ts"
import { count, textOf } from "../../words.ts"
import { domain } from "./frame.ts"

export const knownShares: Messages["knownShares"] = {
  "/v1/feed.atom": "Alles, für Feedreader (Atom)",
  "/v1/feed.json": "Alles, für Feedreader (JSON Feed)",
  "/v1/reading/archive.atom": "Gelesene Artikel, für Feedreader",
  "/v1/watching/reviews.atom": "Filmkritiken, für Feedreader",
  "/v1/attending/events.ics": "Besuchte Events, für Kalender",
  "/v1/attending/upcoming.ics": "Kommende Events, für Kalender",
  "/v1/cards/now-playing.svg": "Läuft gerade, als Bild",
  "/v1/cards/top-albums.svg": "Top-Alben, als Bild",
  "/v1/live": "Ereignisse live, für eine Seite, die sich selbst aktualisiert",
}

export const eventNames: Messages["eventNames"] = {
  play: "Wiedergabe",
  "play.sent": "Wiedergabe, die eine App gesendet hat",
  "article.finished": "Artikel gelesen",
  "film.watched": "Film gesehen",
  run: "Lauf",
  "event.attended": "Event besucht",
  "record.added": "Platte hinzugefügt",
  "check-in": "Check-in",
  "sync.failed": "Abgleich fehlgeschlagen",
}

export const keys: Messages["settings"]["keys"] = {
  make: "Neuer Schlüssel",
  name: "Name",
  nameHint: "Nur für dich, etwa die App, die ihn benutzt.",
  scope: "Zugriff",
  scopeNames: {
    read: "Alles lesen",
    submit: "Nur Wiedergaben und Besuche senden",
    save: "Nur Seiten speichern",
    admin: "Alles lesen und ändern",
  },
  scopeWords: { read: "lesen", submit: "senden", save: "Seiten speichern", admin: "lesen und ändern" },
  end: "Läuft ab am",
  endHint: "Leer lassen, wenn er nicht ablaufen soll.",
  limit: "Anfragen pro Minute",
  limitHint: "Leer lassen für den Wert des Servers.",
  create: "Schlüssel erstellen",
  made: (name) => `Schlüssel „${name}“`,
  once: "Kopiere ihn jetzt. Er wird nicht noch einmal gezeigt.",
  list: "In Gebrauch",
  hint: (last) => `endet auf ${last}`,
  created: "Erstellt",
  lastUsed: "Zuletzt benutzt",
  neverUsed: "Nie benutzt",
  expires: "Läuft ab",
  expired: "abgelaufen",
  limitOf: (n) => `${count(n, "Anfrage", "Anfragen")} pro Minute`,
  revoke: "Widerrufen",
  revokeQuestion: (name) => `„${name}“ widerrufen?`,
  revokeLost: "Apps mit diesem Schlüssel funktionieren sofort nicht mehr.",
  revokeOwn:
    "Dieser Browser ist mit einem Schlüssel dieses Namens angemeldet. Ist es derselbe, wirst du abgemeldet.",
}

export const assistants: Messages["settings"]["assistants"] = {
  list: "Verbunden",
  none: "Noch keine Assistenten",
  noneHint: "Füge diese Adresse in Claude oder ChatGPT als Konnektor hinzu:",
  reads: (domains) =>
    domains.length === 0 ? "Liest alles" : `Liest ${domains.map((one) => domain(one)).join(", ")}`,
  writes: "darf schreiben",
  connected: "Verbunden",
  lastUsed: "Zuletzt benutzt",
  neverUsed: "Nie benutzt",
  end: "Trennen",
  endQuestion: (name) => `„${name}“ trennen?`,
  endLost: "Der Zugriff endet sofort. Um ihn wieder zu nutzen, verbinde ihn neu.",
}

export const shares: Messages["settings"]["shares"] = {
  make: "Neue Freigabe",
  what: "Inhalt",
  known: (address) => {
    const year = /^\/v1\/cards\/year\/(\d+)\.svg$/.exec(address)?.[1]
    if (year !== undefined) return `Das Jahr ${year}, als Bild`
    const named = /^\/v1\/cards\/calendar\/([\w-]+)\.svg$/.exec(address)?.[1]
    if (named !== undefined) return `${domain(named)}: ein Jahr Tag für Tag, als Bild`
    const page = /^\/pages\/(?:years\/(\d+)|now)/.exec(address)
    if (page === null) return textOf(knownShares, address, address)
    return page[1] === undefined
      ? "Gerade jetzt, als öffentliche Seite"
      : `Das Jahr ${page[1]}, als öffentliche Seite`
  },
  another: "Ein anderer Pfad der API",
  address: "Pfad",
  addressHint: "Ein Pfad, den ein Leseschlüssel mit GET abrufen kann, mit Parametern. /docs nennt alle.",
  name: "Notiz",
  nameHint: "Nur für dich, etwa für wen sie ist.",
  create: "Freigeben",
  made: (address) => `Link für ${address}`,
  once: "Kopiere ihn jetzt. Wer diesen Link hat, kann das hier lesen und sonst nichts, bis du ihn widerrufst.",
  list: "In Gebrauch",
  none: "Noch keine Freigaben",
  hint: (last) => `endet auf ${last}`,
  created: "Erstellt",
  lastUsed: "Zuletzt benutzt",
  neverUsed: "Nie benutzt",
  revoke: "Widerrufen",
  revokeQuestion: (name) => `Freigabe „${name}“ widerrufen?`,
  revokeLost: "Der Link funktioniert sofort nicht mehr. Eine neue Freigabe bekommt einen anderen.",
}

export const webhooks: Messages["settings"]["webhooks"] = {
  make: "Neuer Webhook",
  url: "URL",
  urlHint: "Bekommt für jedes Ereignis ein POST. Private Adressen müssen unten erlaubt sein.",
  events: "Ereignisse",
  event: (type) => textOf(eventNames, type, type),
  more: "Mehr",
  secret: "Dein eigenes Geheimnis",
  secretHint: "whsec_ und danach 24 bis 64 Bytes in Base64. Leer lassen, um eines zu erzeugen.",
  create: "Webhook erstellen",
  made: (url) => `Signaturgeheimnis für ${url}`,
  once: "Kopiere es jetzt. Der Empfänger prüft damit Signaturen (Standard Webhooks).",
  relay: "Wiedergaben weiterleiten",
  relayHint:
    "Was Apps hierher senden, geht nach ein paar Minuten einmal an einen Dienst weiter. Was von ihm kam, nicht.",
  service: "Dienst",
  services: { listenbrainz: "ListenBrainz, Maloja oder Koito", lastfm: "Last.fm" },
  relayUrl: "Adresse des Dienstes",
  relayUrlHint:
    "Etwa https://maloja.example.org/apis/listenbrainz. Private Adressen müssen unten erlaubt sein.",
  token: "Token",
  apiKey: "API-Schlüssel",
  apiSecret: "Gemeinsames Geheimnis",
  apiHint: "Von deinem eigenen API-Konto unter last.fm/api/accounts.",
  username: "Benutzername",
  password: "Passwort",
  passwordHint: "Nur einmal zum Anmelden benutzt. Es wird nicht gespeichert.",
  startRelay: "Wiedergaben weiterleiten",
  list: "In Gebrauch",
  none: "Noch keine Webhooks",
  noneHint: "Ein Webhook ruft deine App Sekunden nach jeder neuen Wiedergabe, jedem Lauf oder Film auf.",
  working: "An",
  off: "Aus",
  switchOff: "Ausschalten",
  switchOn: "Einschalten",
  offSince: "seit",
  failing: (n) => count(n, "Fehlversuch", "Fehlversuche"),
  next: "Nächster Versuch um",
  removeQuestion: "Diesen Webhook entfernen?",
  removeLost: (url) => `Daybook ruft ${url} nicht mehr auf und löscht Geheimnis und Protokoll.`,
  deliveries: "Zustellungen",
  noDeliveries: "Noch keine Zustellungen",
  noDeliveriesHint: "Gesendet werden nur Ereignisse nach dem Erstellen des Webhooks.",
  statuses: { waiting: "Wartet", delivered: "Zugestellt", "set aside": "Fehlgeschlagen" },
  attempts: (n) => count(n, "Versuch", "Versuche"),
  answered: (status) => `Status ${status}`,
  body: "Inhalt",
  retry: "Noch einmal senden",
}
