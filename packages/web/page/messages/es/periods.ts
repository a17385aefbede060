import type { Messages } from "../../texts.ts"
import { number } from "../../words.ts"
import { days } from "./frame.ts"

export const periods: Messages["periods"] = {
  label: "Periodo",
  names: {
    "7day": "7 días",
    "1month": "30 días",
    "3month": "90 días",
    "6month": "180 días",
    "12month": "365 días",
    overall: "Desde siempre",
  },
  choose: "Elegir…",
  chooseLabel: "Elegir otros días",
  show: "Mostrar",
  range: (from, to) => `${from} – ${to}`,
  before: (n) => `los ${days(n)} anteriores`,
  fallback: (asked, shown) => `Nada en ${asked}. Lo más reciente: ${shown}.`,
  asked: "este periodo",
  last: (name) => `los últimos ${name}`,
  against: (before, previous) => `frente a ${number(before)} (${previous})`,
  none: (previous) => `nada antes (${previous})`,
  same: (previous) => `igual que antes (${previous})`,
  most: (when, counted) => `Máximo: ${when}, ${counted}`,
  inPrevious: (name) => `para comparar: ${name}`,
  point: (when, counted) => `${when}: ${counted}`,
  pointBeside: (when, counted, before) => `${when}: ${counted}, ${number(before)} en el periodo anterior`,
}
