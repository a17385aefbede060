import type { Messages } from "../../texts.ts"

export const keys: Messages["keys"] = {
  title: "Teclado",
  find: "Buscar, abrir e adicionar",
  goTo: (view) => `Ir para ${view}`,
  add: "Adicionar",
  edit: "Editar o que está na tela",
  share: "Compartilhar o que está na tela",
  move: "Percorrer cartões, dias e pontos",
  list: "Esta lista",
  close: "Fechar",
  single: "Teclas sem Ctrl ou Cmd",
  open: "Teclas",
}
