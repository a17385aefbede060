import type { Messages } from "../../texts.ts"

export const story: Messages["story"] = {
  title: (year) => `L’histoire de ${year}`,
  play: "Lancer l’histoire",
  asPage: "Tout sur une page",
  close: "Fermer l’histoire",
  previous: "Carte précédente",
  next: "Carte suivante",
  at: (card, cards) => `${card} sur ${cards}`,
  save: "Enregistrer l’image",
  size: "Taille",
  tall: "Verticale 1080 × 1920",
  wide: "Horizontale 1200 × 630",
}
