import type { Messages } from "../../texts.ts"
import { number } from "../../words.ts"
import { days } from "./frame.ts"

export const periods: Messages["periods"] = {
  label: "Período",
  names: {
    "7day": "7 dias",
    "1month": "30 dias",
    "3month": "90 dias",
    "6month": "180 dias",
    "12month": "365 dias",
    overall: "Desde sempre",
  },
  choose: "Escolher…",
  chooseLabel: "Escolher outros dias",
  show: "Mostrar",
  range: (from, to) => `${from} – ${to}`,
  before: (n) => `os ${days(n)} anteriores`,
  fallback: (asked, shown) => `Nada em ${asked}. O mais recente: ${shown}.`,
  asked: "este período",
  last: (name) => `os últimos ${name}`,
  against: (before, previous) => `contra ${number(before)} (${previous})`,
  none: (previous) => `nada antes (${previous})`,
  same: (previous) => `igual a antes (${previous})`,
  most: (when, counted) => `Máximo: ${when}, ${counted}`,
  inPrevious: (name) => `para comparar: ${name}`,
  point: (when, counted) => `${when}: ${counted}`,
  pointBeside: (when, counted, before) => `${when}: ${counted}, ${number(before)} no período anterior`,
}
