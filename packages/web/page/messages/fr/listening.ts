import type { Messages } from "../../texts.ts"
import { count, number } from "../../words.ts"
import { days, plays } from "./frame.ts"

const nth = (n: number) => (n === 1 ? "1er" : `${number(n)}e`)

export const listening: Messages["listening"] = {
  kind: "Type",
  kinds: { artist: "Artistes", album: "Albums", track: "Chansons" },
  tops: {
    artist: "Tes artistes les plus écoutés",
    album: "Tes albums les plus écoutés",
    track: "Tes chansons les plus écoutées",
  },
  playsOf: plays,
  summary: (active, heard, fresh) =>
    [
      days(active),
      count(heard, "artiste", "artistes"),
      fresh === 0 ? "" : `dont ${count(fresh, "nouveau", "nouveaux")}`,
    ]
      .filter((part) => part !== "")
      .join(", "),
  overTime: "Écoutes au fil du temps",
  changed: "Ce qui a changé",
  nothingChanged: "À peu près comme avant.",
  up: (before, now) => `Passe de la ${number(before)}e à la ${now === 1 ? "1re" : `${number(now)}e`} place`,
  firstHeard: (day) => `Nouveau : première écoute le ${day}`,
  resting: (before, previous, now) => `En pause : ${number(before)} (${previous}), ${number(now)} maintenant`,
  moved: {
    up: (by) => `${number(by)} de plus`,
    down: (by) => `${number(by)} de moins`,
    same: "même place",
    new: "nouveau",
    back: "de retour",
  },
  hours: "Tes heures d’écoute",
  discoveries: "Premières écoutes",
  noPlays: "Aucune écoute sur cette période",
  recent: "Dernières écoutes",
  artist: "Artiste",
  album: "Album",
  track: "Chanson",
  rank: (kind, rank) => `${kind} · ${nth(rank)} de tous les temps`,
  since: (n, day) => `${plays(n)} depuis le ${day}.`,
  seen: (times) => (times === 1 ? "Vu une fois." : `Vu ${number(times)} fois.`),
  owned: (n) => (n === 0 ? "" : `${count(n, "disque", "disques")} sur ton étagère.`),
  life: (name) => `${name} et toi`,
  byMonth: (from, to) => (from === to ? `écoutes par mois, ${from}` : `écoutes par mois, ${from} – ${to}`),
  songs: "Chansons, par écoutes",
  albums: "Albums",
  story: "L’histoire jusqu’ici",
  firstPlayed: "Première écoute.",
  lastPlayed: "Dernière écoute.",
  bought: (title, format) => `Ajouté à l’étagère : ${title}${format === "" ? "" : `, ${format}`}.`,
  saw: (event, venue) => `Vu : ${event}${venue === "" ? "" : `, ${venue}`}.`,
  allNights: (n) => `Toutes les soirées (${number(n)})`,
}
