import type { Messages } from "../../texts.ts"

export const story: Messages["story"] = {
  title: (year) => `A história de ${year}`,
  play: "Ver a história",
  asPage: "Tudo em uma página",
  close: "Fechar a história",
  previous: "Cartão anterior",
  next: "Próximo cartão",
  at: (card, cards) => `${card} de ${cards}`,
  save: "Salvar imagem",
  size: "Tamanho",
  tall: "Vertical 1080 × 1920",
  wide: "Horizontal 1200 × 630",
}
