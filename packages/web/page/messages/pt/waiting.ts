import type { Messages } from "../../texts.ts"
import { count } from "../../words.ts"

export const waiting: Messages["waiting"] = {
  stored: "Guardado neste navegador. Será enviado quando você voltar a ter conexão.",
  some: (n) => `${count(n, "alteração espera", "alterações esperam")} uma conexão.`,
  refused: (n) => `${count(n, "alteração recusada", "alterações recusadas")}.`,
  actions: { POST: "Adicionar", PATCH: "Editar", DELETE: "Remover" },
  line: (action, type, title) => [`${action}: ${type}`, title].filter((part) => part !== "").join(", "),
  cancel: "Cancelar",
  dismiss: "Dispensar",
  notSent: "Não enviado",
}
