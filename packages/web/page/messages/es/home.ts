import type { Messages } from "../../texts.ts"
import { listed, number, shortened } from "../../words.ts"
import { days } from "./frame.ts"

const phrases: Readonly<Record<string, (...fact: Parameters<Messages["home"]["phrase"]>) => string>> = {
  play: ({ count, title }) => `${shortened(title)}${count >= 8 ? " en bucle" : ""}`,
  article: ({ title }) => `«${shortened(title)}»`,
  concert: ({ subtitle, title }) =>
    `${shortened(title)}${subtitle === "" ? "" : ` en ${shortened(subtitle)}`}`,
  "check-in": ({ title }) => `una parada en ${shortened(title)}`,
  record: ({ title }) => `${shortened(title)} en la estantería`,
  media: ({ title }) => `${shortened(title)} en la estantería`,
}

export const home: Messages["home"] = {
  title: "Hoy",
  streak: (n) => `${days(n)} seguidos`,
  newest: (day) => `Lo último: ${day}`,
  phrase: (fact) => phrases[fact.kind]?.(fact) ?? shortened(fact.title),
  sentence: (parts) => `${parts.join(", ")}.`,
  monthWas: (month, names) => (names.length === 0 ? month : `${month}: ${listed(names.map(shortened))}.`),
  leftOff: (month) => `${month}, donde lo dejaste`,
  sinceThen: "Nada desde entonces. Conecta una cuenta y el día se llena solo.",
  keepGoing: "Seguir",
  newerFiles: "Añadir archivos más recientes",
  playing: "Sonando ahora",
  played: "Lo último que sonó",
  by: (artist) => `de ${artist}`,
  yourDay: "Tu día",
  yourLatestDay: (day) => `Tu último día: ${day}`,
  openDay: (weekday) => `Abrir ${weekday}`,
  openMonth: "Abrir el mes",
  hours: "El día por horas",
  at: (domain, time) => `${domain} a las ${time}`,
  week: "Esta semana",
  weekOf: (day) => `La semana del ${day}`,
  usual: (weekday) => `lo habitual hasta el ${weekday}`,
  asUsual: "como siempre",
  onThisDay: "Un día como hoy",
  yearsAgo: (n) => (n === 1 ? "El año pasado" : `Hace ${number(n)} años`),
  lately: "Últimamente",
  more: (n) => `${number(n)} más`,
  empty: "Suelta tu vida aquí.",
  anyExport: "Cualquier exportación o ZIP",
  anyExportLead:
    "Spotify, Last.fm, Letterboxd, Goodreads, Strava, Garmin, Salud de Apple, Google Timeline, Swarm y más. Daybook reconoce el formato.",
  private: "Tus archivos se quedan en este servidor.",
  ways: {
    accounts: ["Conectar una cuenta", "Spotify, Strava, Trakt, Discogs: mañana se llena solo."],
    hand: ["Escribir la primera", "La película de anoche, un disco que tienes, un concierto de 2009."],
    steps: ["Paso a paso", "Archivos, cuentas, y después hora y unidades."],
  },
}
