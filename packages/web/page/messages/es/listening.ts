import type { Messages } from "../../texts.ts"
import { count, number } from "../../words.ts"
import { days, plays } from "./frame.ts"

export const listening: Messages["listening"] = {
  kind: "Tipo",
  kinds: { artist: "Artistas", album: "Álbumes", track: "Canciones" },
  tops: {
    artist: "Los artistas que más escuchaste",
    album: "Los álbumes que más escuchaste",
    track: "Las canciones que más escuchaste",
  },
  playsOf: plays,
  summary: (active, heard, fresh) =>
    [days(active), count(heard, "artista", "artistas"), fresh === 0 ? "" : count(fresh, "nuevo", "nuevos")]
      .filter((part) => part !== "")
      .join(", "),
  overTime: "Reproducciones en el tiempo",
  changed: "Qué cambió",
  nothingChanged: "Casi igual que antes.",
  up: (before, now) => `Sube del puesto ${number(before)} al ${number(now)}`,
  firstHeard: (day) => `Nuevo: lo escuchaste por primera vez el ${day}`,
  resting: (before, previous, now) => `En pausa: ${number(before)} (${previous}), ${number(now)} ahora`,
  moved: {
    up: (by) => `sube ${number(by)}`,
    down: (by) => `baja ${number(by)}`,
    same: "mismo puesto",
    new: "nuevo",
    back: "de vuelta",
  },
  hours: "A qué horas escuchas",
  discoveries: "Escuchado por primera vez",
  noPlays: "Sin reproducciones en este periodo",
  recent: "Últimas reproducciones",
  artist: "Artista",
  album: "Álbum",
  track: "Canción",
  rank: (kind, rank) => `${kind} · n.º ${number(rank)} de siempre`,
  since: (n, day) => `${plays(n)} desde el ${day}.`,
  seen: (times) => `Visto ${times === 1 ? "una vez" : `${number(times)} veces`}.`,
  owned: (n) => (n === 0 ? "" : `${count(n, "disco", "discos")} en tu estantería.`),
  life: (name) => `${name} y tú`,
  byMonth: (from, to) =>
    from === to ? `reproducciones por mes, ${from}` : `reproducciones por mes, ${from} – ${to}`,
  songs: "Canciones, por reproducciones",
  albums: "Álbumes",
  story: "La historia hasta ahora",
  firstPlayed: "Primera reproducción.",
  lastPlayed: "Última reproducción.",
  bought: (title, format) => `Nuevo en tu estantería: ${title}${format === "" ? "" : `, ${format}`}.`,
  saw: (event, venue) => `Visto: ${event}${venue === "" ? "" : `, ${venue}`}.`,
  allNights: (n) => `Todas las noches (${number(n)})`,
}
