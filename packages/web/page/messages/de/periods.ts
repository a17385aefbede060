import type { Messages } from "../../texts.ts"
import { number } from "../../words.ts"
import { days } from "./frame.ts"

export const periods: Messages["periods"] = {
  label: "Zeitraum",
  names: {
    "7day": "7 Tage",
    "1month": "30 Tage",
    "3month": "90 Tage",
    "6month": "180 Tage",
    "12month": "365 Tage",
    overall: "Insgesamt",
  },
  choose: "Auswählen …",
  chooseLabel: "Andere Tage wählen",
  show: "Anzeigen",
  range: (from, to) => `${from} bis ${to}`,
  before: (n) => `${days(n)} davor`,
  fallback: (asked, shown) => `Nichts für ${asked}. Das Neueste ist: ${shown}.`,
  asked: "diesen Zeitraum",
  last: (name) => `die letzten ${name}`,
  against: (before, previous) => `gegenüber ${number(before)} (${previous})`,
  none: (previous) => `vorher nichts (${previous})`,
  same: (previous) => `so viel wie vorher (${previous})`,
  most: (when, counted) => `Am meisten: ${when}, ${counted}`,
  inPrevious: (name) => `zum Vergleich: ${name}`,
  point: (when, counted) => `${when}: ${counted}`,
  pointBeside: (when, counted, before) => `${when}: ${counted}, im Zeitraum davor ${number(before)}`,
}
