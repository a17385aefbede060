import type { Messages } from "../../texts.ts"
import { count } from "../../words.ts"

export const waiting: Messages["waiting"] = {
  stored: "In diesem Browser gespeichert. Es wird gesendet, sobald du wieder online bist.",
  some: (n) => `${count(n, "Änderung wartet", "Änderungen warten")} auf eine Verbindung.`,
  refused: (n) => `${count(n, "Änderung wurde", "Änderungen wurden")} abgelehnt.`,
  actions: { POST: "Eintragen", PATCH: "Bearbeiten", DELETE: "Entfernen" },
  line: (action, type, title) => [`${action}: ${type}`, title].filter((part) => part !== "").join(", "),
  cancel: "Abbrechen",
  dismiss: "Ausblenden",
  notSent: "Nicht gesendet",
}
