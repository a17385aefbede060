import type { Messages } from "../../texts.ts"

export const keys: Messages["keys"] = {
  title: "Clavier",
  find: "Chercher, ouvrir et ajouter",
  goTo: (view) => `Aller à ${view}`,
  add: "Ajouter",
  edit: "Modifier ce qui est affiché",
  share: "Partager ce qui est affiché",
  move: "Parcourir cartes, jours et points",
  list: "Cette liste",
  close: "Fermer",
  single: "Touches sans Ctrl ni Cmd",
  open: "Touches",
}
