import type { Messages } from "../../texts.ts"
import { count, countOf, noun, number, textOf } from "../../words.ts"

export const domainNames: Messages["domainNames"] = {
  listening: "Musik",
  reading: "Lesen",
  watching: "Filme & Serien",
  running: "Laufen",
  attending: "Events",
  collecting: "Sammlung",
  places: "Orte",
  identity: "Identität",
}

export const countedNouns: Messages["countedNouns"] = {
  listening: ["Wiedergabe", "Wiedergaben"],
  reading: ["Artikel", "Artikel"],
  watching: ["Mal gesehen", "Mal gesehen"],
  running: ["Lauf", "Läufe"],
  attending: ["Event", "Events"],
  collecting: ["Neuzugang", "Neuzugänge"],
  places: ["Check-in", "Check-ins"],
}

export const itemTypes: Messages["itemTypes"] = {
  artist: "Künstler",
  album: "Album",
  track: "Titel",
  play: "Wiedergabe",
  article: "Artikel",
  book: "Buch",
  highlight: "Markierung",
  movie: "Film",
  show: "Serie",
  watch: "Gesehen",
  run: "Lauf",
  event: "Event",
  venue: "Spielort",
  performer: "Act",
  team: "Team",
  player: "Spieler",
  record: "Platte",
  media: "Film im Regal",
  "check-in": "Check-in",
  place: "Ort",
}

export const direction: Messages["direction"] = "ltr"
export const name: Messages["name"] = "Daybook"
export const domain: Messages["domain"] = (name) => textOf(domainNames, name)
export const entries: Messages["entries"] = (n) => count(n, "Eintrag", "Einträge")
export const entriesOf: Messages["entriesOf"] = (domain, n) => countOf(n, countedNouns, domain) ?? entries(n)
export const plays: Messages["plays"] = (n) => count(n, "Wiedergabe", "Wiedergaben")
export const playsWord: Messages["playsWord"] = (n) => noun(n, "Wiedergabe", "Wiedergaben")
export const days: Messages["days"] = (n) => count(n, "Tag", "Tage")
export const minutes: Messages["minutes"] = (n) => `${number(n)} Min.`
export const stars: Messages["stars"] = (n) => `${number(n)} von 5 Sternen`

export const frame: Messages["frame"] = {
  skip: "Zum Inhalt",
  main: "Hauptmenü",
  home: "Heute",
  find: "Suchen",
  findKeys: (isMac) => (isMac ? "⌘K" : "Strg K"),
  library: "Bibliothek",
  add: "Eintragen",
  timeline: "Verlauf",
  years: "Jahre",
  settings: "Einstellungen",
  signOut: "Abmelden",
  title: (view) => `${view} · Daybook`,
}

export const search: Messages["search"] = {
  label: "Alles durchsuchen",
  placeholder: "Suchen",
  suggestions: "Vorschläge",
  all: (words) => `Alle Ergebnisse für „${words}“`,
  found: (n) => (n === 0 ? "Keine Vorschläge" : count(n, "Vorschlag", "Vorschläge")),
  title: "Suche",
  quoted: (words) => `„${words}“`,
  results: (n) => (n === 0 ? "Nichts gefunden" : count(n, "Ergebnis", "Ergebnisse")),
  best: (n) => `Die besten ${number(n)} Ergebnisse`,
  domains: "Bereich",
  type: (name) => textOf(itemTypes, name),
  hint: "Suche nach Künstlern, Alben, Artikeln, Markierungen, Filmen, Serien, Läufen, Events, Orten und Platten.",
  everything: "Alles",
}

export const states: Messages["states"] = {
  loading: "Wird geladen",
  empty: "Noch nichts da",
  emptyHint: "Verbinde einen Dienst oder importiere eine Datei.",
  failed: "Konnte nicht geladen werden",
  retry: "Noch einmal versuchen",
  offline: "Du bist offline. Die Verbindung wird automatisch wiederhergestellt …",
  from: (time) => `Du siehst, was um ${time} hier war.`,
  unready: (reason) => `Der Server antwortet gerade nicht: ${reason}. Neuer Versuch läuft …`,
  notFound: "Seite nicht gefunden",
  notFoundHint: "Prüfe die Adresse. Vielleicht wurde der Eintrag entfernt.",
  home: "Zur Startseite",
  update: "Diese Seite konnte nicht geladen werden",
  updateHint: "Vielleicht wurde Daybook aktualisiert. Lade die Seite neu.",
  broken: "Auf dieser Seite ist etwas schiefgegangen",
  brokenHint: "Lade die Seite neu oder öffne eine andere.",
  reload: "Neu laden",
}

export const errors: Messages["errors"] = {
  400: "Der Server hat das nicht angenommen.",
  401: "Dein Schlüssel ist nicht mehr gültig.",
  403: "Dein Schlüssel darf das nicht.",
  404: "Nicht gefunden.",
  408: "Das Senden hat zu lange gedauert. Versuche es noch einmal.",
  409: "Die Umgebung des Servers legt das fest.",
  413: "Das ist zu groß.",
  416: "Die Datei ist kürzer als erwartet.",
  429: "Zu viele Anfragen. Warte einen Moment.",
  500: "Der Server konnte das nicht abschließen.",
  503: "Der Server ist dafür nicht bereit.",
  unavailable: "Der Speicher des Servers antwortet nicht. Versuche es gleich noch einmal.",
  logged: (id) => `Mehr steht im Protokoll des Servers: ${id}.`,
  field: (name, rule) => `${name}: ${rule}`,
  rules: {
    missing: "fehlt.",
    tooLong: (most) => `hat mehr als ${most} Zeichen.`,
    range: (from, to) =>
      to === undefined ? `muss mindestens ${from} sein.` : `muss zwischen ${from} und ${to} liegen.`,
    time: "ist kein Datum.",
    oneOf: (names) => `muss eines davon sein: ${names}.`,
    url: "ist keine Webadresse.",
    future: "liegt in der Zukunft.",
    other: "passt so nicht.",
  },
}

export const heatMap: Messages["heatMap"] = {
  title: String,
  summary: (total, year) => `${entries(total)} im Jahr ${year}`,
  day: (day, n) => `${day}: ${n === 0 ? "nichts" : entries(n)}`,
  less: "Weniger",
  more: "Mehr",
  earlier: "Vorheriges Jahr",
  later: "Nächstes Jahr",
}

export const map: Messages["map"] = {
  keys: "Pfeiltasten bewegen die Karte, Plus und Minus zoomen, die Eingabetaste öffnet den Ort in der Mitte.",
  closer: "Vergrößern",
  farther: "Verkleinern",
  whole: "Alles zeigen",
  credit: "Natural Earth",
  ground: "Unter der Strecke",
  trails: "Deine Wege",
  streets: "Straßen",
  together: (n) => count(n, "Ort", "Orte"),
}

export const feed: Messages["feed"] = {
  title: "Verlauf",
  goTo: "Gehe zu",
  domains: "Bereich",
  everything: "Alles",
  before: "Bis zu diesem Tag",
  end: "Hier fängt alles an.",
  nothingOnDay: "Nichts an diesem Tag.",
  plays: (n) => (n === 1 ? "" : plays(n)),
}

export const domainHome: Messages["domainHome"] = { recent: "Zuletzt" }

export const filters: Messages["filters"] = {
  title: (set) => (set === 0 ? "Filter" : `Filter (${number(set)})`),
  clear: "Filter zurücksetzen",
  nothing: "Keine Treffer. Entferne einen Filter.",
  without: (name, value) => `${value === "" ? name : `${name}: ${value}`} ✕`,
  any: "Alle",
  sort: "Sortieren nach",
  reverse: "Reihenfolge umkehren",
  from: "Von",
  to: "Bis",
}

export const rhythm: Messages["rhythm"] = {
  when: "Wann",
  byHour: "Nach Uhrzeit",
  byWeekday: "Nach Wochentag",
  days: (year) => `${year} Tag für Tag`,
  streak: (current, longest, until) =>
    `${current < 2 ? "" : `Gerade ${days(current)} in Folge. `}Am längsten: ${days(longest)} in Folge, bis ${until}.`,
}

export const spans: Messages["spans"] = {
  label: "Zeitraum",
  months: "12 Monate",
  all: "Insgesamt",
  overTime: "Im Lauf der Zeit",
}

export const years: Messages["years"] = {
  lead: "Ein Jahr im Rückblick",
  monthLead: "Ein Monat im Rückblick",
  monthBefore: "Vormonat",
  entries: "Einträge",
  activeDays: "Tage mit Einträgen",
  streak: "Längste Serie",
  busiest: "Vollster Tag",
  days: "Tag für Tag",
  months: "Nach Monat",
  time: "Zeit",
  times: (n) => count(n, "Mal", "Mal"),
  artists: "Künstler",
  albums: "Alben",
  newArtists: "Neue Künstler",
  topArtists: "Top-Künstler",
  topAlbums: "Top-Alben",
  topTracks: "Top-Titel",
  words: "Wörter",
  highlights: "Markierungen",
  authors: "Autoren",
  sites: "Websites",
  tags: "Tags",
  films: "Filme",
  filmsOf: (n) => count(n, "Film", "Filme"),
  episodes: "Folgen",
  episodesOf: (n) => count(n, "Folge", "Folgen"),
  topFilms: "Beste Filme",
  topShows: "Serien",
  directors: "Regie",
  stars: (n) => (n === 0 ? "" : `★ ${number(n)}`),
  distance: "Distanz",
  longest: "Am weitesten",
  races: "Wettkämpfe",
  venues: "Spielorte",
  performers: "Acts",
  topPerformers: "Am häufigsten gesehen",
  topVenues: "Spielorte",
  teams: "Teams",
  wonAndLost: (won, lost) => `${number(won)}–${number(lost)}`,
  records: "Platten",
  media: "Filme im Regal",
  formats: "Formate",
  cities: "Städte",
  newPlaces: "Neue Orte",
  mostVisited: "Am häufigsten besucht",
}
