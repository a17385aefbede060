import type { Messages } from "../../texts.ts"

export const keys: Messages["keys"] = {
  title: "Tastatur",
  find: "Suchen, öffnen und eintragen",
  goTo: (view) => `${view} öffnen`,
  add: "Eintragen",
  edit: "Bearbeiten, was zu sehen ist",
  share: "Teilen, was zu sehen ist",
  move: "Durch Karten, Tage und Punkte gehen",
  list: "Diese Liste",
  close: "Schließen",
  single: "Tasten ohne Strg oder Cmd",
  open: "Tasten",
}
