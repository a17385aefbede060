import type { Messages } from "../../texts.ts"
import { count, number } from "../../words.ts"

const rows = (n: number) => count(n, "Zeile", "Zeilen")
const items = (n: number) => count(n, "Eintrag", "Einträge")

export const sources: Messages["settings"]["sources"] = {
  syncs: "Abgleiche",
  syncsLead: "Abgleiche laufen von selbst, außer SYNC_SCHEDULE ist aus.",
  syncNow: "Jetzt abgleichen",
  syncDomain: (domain) => `Jetzt abgleichen: ${domain}`,
  syncing: (n) => (n === 0 ? "Gleicht ab" : `Gleicht ab: bisher ${items(n)}`),
  synced: (n) => (n === 0 ? "Nichts Neues" : `${items(n)} neu oder geändert`),
  neverSynced: "Noch nie abgeglichen",
  noSource: (domains) => `Keine Quelle eingerichtet für ${domains}.`,
  states: { running: "läuft", completed: "fertig", failed: "fehlgeschlagen", interrupted: "unterbrochen" },
  setAside: (n) => `${rows(n)} abgelehnt`,
  services: "Dienste",
  asked: "Verbunden",
  others: "Nicht eingerichtet",
  working: "Funktioniert",
  trouble: "Gestört",
  idle: "Noch nie abgeglichen",
  free: {
    strava:
      "Braucht ein bezahltes Strava-Abo. Kostenlos: den Export von Strava importieren oder Dateien deiner Uhr.",
    spotify:
      "Braucht Spotify Premium. Kostenlos: den Verlauf von Spotify importieren und neue Wiedergaben von einem Player senden.",
    trakt:
      "Braucht Trakt VIP. Kostenlos: den Export von Trakt importieren und Neues von Plex, Jellyfin oder Kodi senden.",
    readwise:
      "Braucht nach der Probezeit einen bezahlten Tarif. Kostenlos: Dateien importieren oder Seiten in Daybook speichern.",
    plex: "Kostenlos. Nur die Webhooks von Plex brauchen einen Plex Pass.",
    letterboxd:
      "Kostenlos für die letzten 50 Filme. Für den Rest importiere einmal den Export von Letterboxd.",
    google: "Kostenlos. Solange deine Google-Anwendung im Test ist, verbinde sie jede Woche neu.",
  },
  linkedAs: (account) => `Verbunden als ${account}`,
  linked: "Verbunden",
  bySettings: "In den Einstellungen des Servers eingerichtet",
  keyless: "Braucht kein Konto",
  until: "Zugriff läuft ab",
  lastAnswer: "Letzter Erfolg",
  lastTrouble: "Letzter Fehler",
  troubles: {
    unreached: (service, setting) => `${service} ist nicht erreichbar. Bleibt das so, prüfe ${setting}.`,
    refused: (service, setting) => `${service} verweigert den Zugang. Prüfe ${setting}.`,
    passing: (service) => `${service} ist überlastet oder gestört. Daybook versucht es später noch einmal.`,
    unknown: (service, setting) => `${service} antwortet anders, als Daybook es kennt. Prüfe ${setting}.`,
  },
  linkIt: "Verbinden",
  again: "Neu verbinden",
  link: (title) => `${title} verbinden`,
  linkAgain: (title) => `${title} neu verbinden`,
  linkHint: "Du gibst den Zugriff beim Dienst frei und kommst hierher zurück.",
  justLinked: (title, account) =>
    `${title} ist verbunden. Daybook gleicht jetzt ${account === "" ? "dein Konto" : `das Konto ${account}`} ab.`,
  unlink: "Trennen",
  unlinkQuestion: (title) => `${title} trennen?`,
  unlinkLost: "Daybook löscht seinen Zugriff und gleicht nicht mehr ab. Importierte Daten bleiben.",
  test: "Testen",
  testOf: (title) => `Verbindung zu ${title} testen`,
  tested: (email, n) => `Funktioniert: ${email}, ${count(n, "Nachricht", "Nachrichten")}.`,
  testedFor: "Darf lesen",
  testedUntil: (time) => `Der Zugriff läuft um ${time} ab und wird automatisch erneuert.`,
  apps: "Apps, die dir senden",
  appsLead:
    "Gib die URL in der App ein. Als Token, Passwort oder Benutzername dient ein Schlüssel, der nur senden darf.",
  appsKey: "Neuer Schlüssel",
  asideTitle: "Abgelehnte Zeilen",
  asideLead:
    "Zeilen, die nicht gelesen werden konnten. Ein neuer Versuch oder ein Update von Daybook hilft vielleicht. Aufzeichnungen, die nicht wie Läufe aussehen, warten hier, bis du sie annimmst.",
  asideAccept: "Annehmen",
  asideAccepted: (n) => (n === 0 ? "Konnte nicht angenommen werden." : `${items(n)} gespeichert.`),
  asideRetry: "Noch einmal versuchen",
  asideDue: (n) =>
    n === 0
      ? "Keine davon kann noch einmal versucht werden."
      : `Der nächste Abgleich versucht es noch einmal: ${rows(n)}.`,
  asideRaw: "Zeile",
  asideTries: (n) => count(n, "Versuch", "Versuche"),
}

export const imports: Messages["settings"]["imports"] = {
  drop: "Dateien hier ablegen",
  choose: "Dateien auswählen",
  hint: "ZIP, CSV, JSON, FIT, GPX und mehr, je bis 4 GB. Eine Datei zweimal zu importieren schadet nicht.",
  formats: "Unterstützte Formate",
  formatsOf: {
    listening: "Spotify, Apple Music, Last.fm, ListenBrainz, Maloja, Koito",
    reading:
      "Pocket, Instapaper, Readwise, Wallabag, Karakeep, Omnivore, Matter, Raindrop, Pinboard, Linkwarden, Lesezeichen; Bücher von Goodreads, StoryGraph, Hardcover, BookWyrm, LibraryThing, KOReader",
    watching: "Letterboxd, Trakt, Simkl, IMDb, TMDB, Yamtrack, MyAnimeList, AniList",
    running: "Dateien in FIT, TCX und GPX; ganze Exporte von Strava, Garmin oder Apple Health",
    attending: "Deine eigene Liste von Spielen und Dauerkarten",
    collecting: "Discogs",
    places: "Google Timeline, Swarm, OwnTracks, Overland, GPSLogger, GeoJSON, KML",
  },
  folder: (name) => `„${name}“ ist ein Ordner. Pack ihn als ZIP und leg das ZIP hier ab.`,
  tooLong: "Größer als 4 GB. Teile sie und lade die Teile hoch.",
  unsendable: "Diese Datei konnte nicht hochgeladen werden. Wähle sie noch einmal.",
  queue: "Wird hochgeladen",
  waiting: "Wartet",
  sending: (part) => `Wird hochgeladen: ${part}`,
  interrupted: "Hochladen unterbrochen. Es beginnt neu, sobald der Server wieder da ist.",
  leave: "Lass diese Seite offen, bis alles hochgeladen ist.",
  cancel: "Abbrechen",
  dismiss: "Ausblenden",
  list: "Bisherige Importe",
  none: "Noch keine Importe",
  noneHint: "Leg oben einen Export ab. Hier erscheint das Ergebnis für jede Datei.",
  noName: "Datei ohne Namen",
  states: { waiting: "Wartet", running: "Läuft", completed: "Fertig", failed: "Fehlgeschlagen" },
  read: (n) => `${rows(n)} gelesen`,
  stored: (n) => `${number(n)} neu oder geändert`,
  known: (n) => `${number(n)} schon importiert`,
  setAside: (n) => `${rows(n)} abgelehnt`,
  left: (seconds) =>
    seconds < 90
      ? `noch ${count(seconds, "Sekunde", "Sekunden")}`
      : `noch ${count(Math.round(seconds / 60), "Minute", "Minuten")}`,
  stop: "Anhalten",
  stopQuestion: (name) => `Import von ${name} anhalten?`,
  stopLost: "Schon importierte Zeilen bleiben. Der Rest wird übersprungen.",
  parts: (n) => count(n, "Datei", "Dateien"),
  manyParts: "Enthaltene Dateien",
  allParts: "Alle enthaltenen Dateien zeigen",
  partNot: "nicht erkannt",
  partKnown: "schon importiert",
  nothing: "Nichts zu importieren",
  advice: {
    empty: "Es ist nichts darin. Exportiere die Datei noch einmal.",
    locked:
      "Beschädigt oder mit einem Passwort gesperrt. Lade die Datei noch einmal herunter oder entsperre sie zuerst.",
    photo: "Ein Foto: Es ist nichts darin, was Daybook behalten kann.",
    media: "Ton oder Video: Es ist nichts darin, was Daybook behalten kann.",
    document: "Ein Dokument. Leg die Datei hier ab, die der Dienst exportiert: CSV, JSON oder ZIP.",
    sheet:
      "Eine Tabellenkalkulation. Speichere sie als CSV mit den Spaltennamen des Dienstes und leg diese ab.",
    utf16: "Text in UTF-16. Speichere ihn als UTF-8 und leg ihn noch einmal ab.",
    columns: (names) =>
      `Eine Tabelle mit Spalten, die Daybook nicht kennt: ${names}. Leg den Export so ab, wie der Dienst ihn geschrieben hat.`,
    fields: (names) =>
      `JSON mit Feldern, die Daybook nicht kennt: ${names}. Leg den Export so ab, wie der Dienst ihn geschrieben hat.`,
    unknown: "Kein Export, den Daybook kennt. Unter „Unterstützte Formate“ steht, was es liest.",
  },
}
