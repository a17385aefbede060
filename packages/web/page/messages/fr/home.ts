import type { Messages } from "../../texts.ts"
import { listed, number, shortened } from "../../words.ts"
import { days } from "./frame.ts"

const phrases: Readonly<Record<string, (...fact: Parameters<Messages["home"]["phrase"]>) => string>> = {
  play: ({ count, title }) => `${shortened(title)}${count >= 8 ? " en boucle" : ""}`,
  article: ({ title }) => `« ${shortened(title)} »`,
  concert: ({ subtitle, title }) =>
    `${shortened(title)}${subtitle === "" ? "" : ` à ${shortened(subtitle)}`}`,
  "check-in": ({ title }) => `un passage à ${shortened(title)}`,
  record: ({ title }) => `${shortened(title)} sur l’étagère`,
  media: ({ title }) => `${shortened(title)} sur l’étagère`,
}

export const home: Messages["home"] = {
  title: "Aujourd’hui",
  streak: (n) => `${days(n)} de suite`,
  newest: (day) => `Ta dernière entrée : ${day}`,
  phrase: (fact) => phrases[fact.kind]?.(fact) ?? shortened(fact.title),
  sentence: (parts) => `${parts.join(", ")}.`,
  monthWas: (month, names) => (names.length === 0 ? month : `${month} : ${listed(names.map(shortened))}.`),
  leftOff: (month) => `${month}, là où tu t’es arrêté`,
  sinceThen: "Rien depuis. Relie un compte, et la journée se remplit toute seule.",
  keepGoing: "Continuer",
  newerFiles: "Ajouter des fichiers plus récents",
  playing: "En cours de lecture",
  played: "Dernière écoute",
  by: (artist) => `de ${artist}`,
  yourDay: "Ta journée",
  yourLatestDay: (day) => `Ta dernière journée : ${day}`,
  openDay: (weekday) => `Ouvrir ${weekday}`,
  openMonth: "Ouvrir le mois",
  hours: "La journée heure par heure",
  at: (domain, time) => `${domain} à ${time}`,
  week: "Cette semaine",
  weekOf: (day) => `La semaine du ${day}`,
  usual: (weekday) => `d’habitude, jusqu’au ${weekday}`,
  asUsual: "comme d’habitude",
  onThisDay: "Ce jour-là",
  yearsAgo: (n) => (n === 1 ? "L’an dernier" : `Il y a ${number(n)} ans`),
  lately: "Ces derniers temps",
  more: (n) => `${number(n)} de plus`,
  empty: "Dépose ta vie ici.",
  anyExport: "Un export ou un ZIP",
  anyExportLead:
    "Spotify, Last.fm, Letterboxd, Goodreads, Strava, Garmin, Apple Santé, Google Timeline, Swarm et d’autres. Daybook reconnaît le format.",
  private: "Tes fichiers restent sur ce serveur.",
  ways: {
    accounts: ["Relier un compte", "Spotify, Strava, Trakt, Discogs : dès demain, tout se remplit seul."],
    hand: ["Écrire la première entrée", "Le film d’hier soir, un disque, un concert de 2009."],
    steps: ["Avancer pas à pas", "Fichiers, comptes, puis heure et unités."],
  },
}
