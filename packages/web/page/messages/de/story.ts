import type { Messages } from "../../texts.ts"

export const story: Messages["story"] = {
  title: (year) => `Die Geschichte von ${year}`,
  play: "Geschichte abspielen",
  asPage: "Alles als Seite",
  close: "Geschichte schließen",
  previous: "Vorherige Karte",
  next: "Nächste Karte",
  at: (card, cards) => `${card} von ${cards}`,
  save: "Bild speichern",
  size: "Größe",
  tall: "Hoch 1080 × 1920",
  wide: "Breit 1200 × 630",
}
