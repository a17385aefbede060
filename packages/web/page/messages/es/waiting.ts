import type { Messages } from "../../texts.ts"
import { count } from "../../words.ts"

export const waiting: Messages["waiting"] = {
  stored: "Guardado en este navegador. Se envía cuando vuelvas a tener conexión.",
  some: (n) => `${count(n, "cambio espera", "cambios esperan")} una conexión.`,
  refused: (n) => `${count(n, "cambio rechazado", "cambios rechazados")}.`,
  actions: { POST: "Añadir", PATCH: "Editar", DELETE: "Eliminar" },
  line: (action, type, title) => [`${action}: ${type}`, title].filter((part) => part !== "").join(", "),
  cancel: "Cancelar",
  dismiss: "Ocultar",
  notSent: "No enviado",
}
