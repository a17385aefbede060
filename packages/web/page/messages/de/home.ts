import type { Messages } from "../../texts.ts"
import { days } from "./frame.ts"
import { listed, number, shortened } from "../../words.ts"

const phrases: Readonly<Record<string, (...fact: Parameters<Messages["home"]["phrase"]>) => string>> = {
  play: ({ count, title }) => `${shortened(title)}${count >= 8 ? " in Dauerschleife" : ""}`,
  article: ({ title }) => `„${shortened(title)}“`,
  concert: ({ subtitle, title }) =>
    `${shortened(title)}${subtitle === "" ? "" : `, live: ${shortened(subtitle)}`}`,
  "check-in": ({ title }) => `ein Halt: ${shortened(title)}`,
  record: ({ title }) => `${shortened(title)} im Regal`,
  media: ({ title }) => `${shortened(title)} im Regal`,
}

export const home: Messages["home"] = {
  title: "Heute",
  streak: (n) => `${days(n)} in Folge`,
  newest: (day) => `Dein letzter Eintrag: ${day}`,
  phrase: (fact) => phrases[fact.kind]?.(fact) ?? shortened(fact.title),
  sentence: (parts) => `${parts.join(", ")}.`,
  monthWas: (month, names) => (names.length === 0 ? month : `${month}: ${listed(names.map(shortened))}.`),
  leftOff: (month) => `${month}, hier hast du aufgehört`,
  sinceThen: "Seitdem nichts mehr. Verbinde ein Konto, dann füllt sich der Tag von selbst.",
  keepGoing: "Weitermachen",
  newerFiles: "Neuere Dateien hinzufügen",
  playing: "Läuft gerade",
  played: "Zuletzt gespielt",
  by: (artist) => `von ${artist}`,
  yourDay: "Dein Tag",
  yourLatestDay: (day) => `Dein letzter Tag: ${day}`,
  openDay: (weekday) => `${weekday} öffnen`,
  openMonth: "Monat öffnen",
  hours: "Der Tag nach Stunden",
  at: (domain, time) => `${domain} um ${time}`,
  week: "Diese Woche bisher",
  weekOf: (day) => `Die Woche ab ${day}`,
  usual: (weekday) => `sonst bis ${weekday}`,
  asUsual: "wie sonst",
  onThisDay: "An diesem Tag",
  yearsAgo: (n) => (n === 1 ? "Letztes Jahr" : `Vor ${number(n)} Jahren`),
  lately: "In letzter Zeit",
  more: (n) => `${number(n)} weitere`,
  empty: "Wirf dein Leben hier hinein.",
  anyExport: "Ein Export oder ein ZIP",
  anyExportLead:
    "Spotify, Last.fm, Letterboxd, Goodreads, Strava, Garmin, Apple Health, Google Timeline, Swarm und mehr. Daybook erkennt das Format.",
  private: "Deine Dateien bleiben auf diesem Server.",
  ways: {
    accounts: ["Konto verbinden", "Spotify, Strava, Trakt, Discogs: Ab morgen füllt es sich von selbst."],
    hand: [
      "Den ersten Eintrag selbst schreiben",
      "Der Film gestern, eine Platte im Regal, ein Konzert 2009.",
    ],
    steps: ["Schritt für Schritt", "Dateien, Konten, dann Zeit und Einheiten."],
  },
}
