import type { Messages } from "../../texts.ts"
import { count } from "../../words.ts"

export const waiting: Messages["waiting"] = {
  stored: "Enregistré dans ce navigateur. L’envoi se fera dès que tu seras en ligne.",
  some: (n) => `${count(n, "modification attend", "modifications attendent")} une connexion.`,
  refused: (n) => `${count(n, "modification refusée", "modifications refusées")}.`,
  actions: { POST: "Ajouter", PATCH: "Modifier", DELETE: "Supprimer" },
  line: (action, type, title) => [`${action} : ${type}`, title].filter((part) => part !== "").join(", "),
  cancel: "Annuler",
  dismiss: "Masquer",
  notSent: "Pas envoyé",
}
