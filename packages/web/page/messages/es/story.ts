import type { Messages } from "../../texts.ts"

export const story: Messages["story"] = {
  title: (year) => `La historia de ${year}`,
  play: "Ver la historia",
  asPage: "Todo en una página",
  close: "Cerrar la historia",
  previous: "Tarjeta anterior",
  next: "Tarjeta siguiente",
  at: (card, cards) => `${card} de ${cards}`,
  save: "Guardar imagen",
  size: "Tamaño",
  tall: "Vertical 1080 × 1920",
  wide: "Horizontal 1200 × 630",
}
