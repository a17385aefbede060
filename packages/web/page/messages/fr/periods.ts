import type { Messages } from "../../texts.ts"
import { number } from "../../words.ts"
import { days } from "./frame.ts"

export const periods: Messages["periods"] = {
  label: "Période",
  names: {
    "7day": "7 jours",
    "1month": "30 jours",
    "3month": "90 jours",
    "6month": "180 jours",
    "12month": "365 jours",
    overall: "Depuis le début",
  },
  choose: "Choisir…",
  chooseLabel: "Choisir d’autres jours",
  show: "Afficher",
  range: (from, to) => `${from} – ${to}`,
  before: (n) => `les ${days(n)} d’avant`,
  fallback: (asked, shown) => `Rien pour ${asked}. Le plus récent : ${shown}.`,
  asked: "cette période",
  last: (name) => `les derniers ${name}`,
  against: (before, previous) => `contre ${number(before)} (${previous})`,
  none: (previous) => `rien avant (${previous})`,
  same: (previous) => `autant qu’avant (${previous})`,
  most: (when, counted) => `Maximum : ${when}, ${counted}`,
  inPrevious: (name) => `pour comparer : ${name}`,
  point: (when, counted) => `${when} : ${counted}`,
  pointBeside: (when, counted, before) => `${when} : ${counted}, ${number(before)} la période d’avant`,
}
