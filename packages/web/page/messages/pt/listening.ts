import type { Messages } from "../../texts.ts"
import { count, number } from "../../words.ts"
import { days, plays } from "./frame.ts"

export const listening: Messages["listening"] = {
  kind: "Tipo",
  kinds: { artist: "Artistas", album: "Álbuns", track: "Músicas" },
  tops: {
    artist: "Os artistas que você mais ouviu",
    album: "Os álbuns que você mais ouviu",
    track: "As músicas que você mais ouviu",
  },
  playsOf: plays,
  summary: (active, heard, fresh) =>
    [days(active), count(heard, "artista", "artistas"), fresh === 0 ? "" : count(fresh, "novo", "novos")]
      .filter((part) => part !== "")
      .join(", "),
  overTime: "Reproduções ao longo do tempo",
  changed: "O que mudou",
  nothingChanged: "Quase igual a antes.",
  up: (before, now) => `Subiu do ${number(before)}º para o ${number(now)}º lugar`,
  firstHeard: (day) => `Novo: ouvido pela primeira vez em ${day}`,
  resting: (before, previous, now) => `Em pausa: ${number(before)} (${previous}), ${number(now)} agora`,
  moved: {
    up: (by) => `subiu ${number(by)}`,
    down: (by) => `desceu ${number(by)}`,
    same: "mesmo lugar",
    new: "novo",
    back: "de volta",
  },
  hours: "A que horas você ouve",
  discoveries: "Ouvidos pela primeira vez",
  noPlays: "Nenhuma reprodução neste período",
  recent: "Últimas reproduções",
  artist: "Artista",
  album: "Álbum",
  track: "Música",
  rank: (kind, rank) => `${kind} · nº ${number(rank)} de sempre`,
  since: (n, day) => `${plays(n)} desde ${day}.`,
  seen: (times) => `Visto ${times === 1 ? "uma vez" : `${number(times)} vezes`}.`,
  owned: (n) => (n === 0 ? "" : `${count(n, "disco", "discos")} na sua estante.`),
  life: (name) => `Você e ${name}`,
  byMonth: (from, to) =>
    from === to ? `reproduções por mês, ${from}` : `reproduções por mês, ${from} – ${to}`,
  songs: "Músicas, por reproduções",
  albums: "Álbuns",
  story: "A história até aqui",
  firstPlayed: "Ouvido pela primeira vez.",
  lastPlayed: "Ouvido pela última vez.",
  bought: (title, format) => `Novo na estante: ${title}${format === "" ? "" : `, ${format}`}.`,
  saw: (event, venue) => `Visto: ${event}${venue === "" ? "" : `, ${venue}`}.`,
  allNights: (n) => `Todas as noites (${number(n)})`,
}
