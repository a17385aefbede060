import type { Messages } from "../../texts.ts"
import { count, number } from "../../words.ts"
import { days, plays } from "./frame.ts"

const artists = (n: number) => count(n, "Künstler", "Künstler")

export const listening: Messages["listening"] = {
  kind: "Art",
  kinds: { artist: "Künstler", album: "Alben", track: "Songs" },
  tops: {
    artist: "Deine meistgespielten Künstler",
    album: "Deine meistgespielten Alben",
    track: "Deine meistgespielten Songs",
  },
  playsOf: plays,
  summary: (active, heard, fresh) =>
    [days(active), artists(heard), fresh === 0 ? "" : `davon ${number(fresh)} neu`]
      .filter((part) => part !== "")
      .join(", "),
  overTime: "Wiedergaben im Lauf der Zeit",
  changed: "Was sich verändert hat",
  nothingChanged: "Fast alles wie zuvor.",
  up: (before, now) => `Von Platz ${number(before)} auf ${number(now)}`,
  firstHeard: (day) => `Neu: zum ersten Mal gehört am ${day}`,
  resting: (before, previous, now) => `Pausiert: ${number(before)} (${previous}), jetzt ${number(now)}`,
  moved: {
    up: (by) => `${number(by)} nach oben`,
    down: (by) => `${number(by)} nach unten`,
    same: "gleicher Platz",
    new: "neu",
    back: "wieder da",
  },
  hours: "Wann du hörst",
  discoveries: "Zum ersten Mal gehört",
  noPlays: "Keine Wiedergaben in diesem Zeitraum",
  recent: "Letzte Wiedergaben",
  artist: "Künstler",
  album: "Album",
  track: "Song",
  rank: (kind, rank) => `${kind} · insgesamt Platz ${number(rank)}`,
  since: (n, day) => `${plays(n)} seit ${day}.`,
  seen: (times) => (times === 1 ? "Einmal gesehen." : `${number(times)}-mal gesehen.`),
  owned: (n) => (n === 0 ? "" : `${count(n, "Platte", "Platten")} in deinem Regal.`),
  life: (name) => `Du und ${name}`,
  byMonth: (from, to) =>
    from === to ? `Wiedergaben nach Monat, ${from}` : `Wiedergaben nach Monat, ${from} bis ${to}`,
  songs: "Songs nach Wiedergaben",
  albums: "Alben",
  story: "Was bisher geschah",
  firstPlayed: "Zum ersten Mal gehört.",
  lastPlayed: "Zuletzt gehört.",
  bought: (title, format) => `Neu im Regal: ${title}${format === "" ? "" : `, ${format}`}.`,
  saw: (event, venue) => `Gesehen: ${event}${venue === "" ? "" : `, ${venue}`}.`,
  allNights: (n) => `Alle ${count(n, "Abend", "Abende")}`,
}
