import type { Messages } from "../../texts.ts"

export const keys: Messages["keys"] = {
  title: "Teclado",
  find: "Buscar, abrir y añadir",
  goTo: (view) => `Ir a ${view}`,
  add: "Añadir",
  edit: "Editar lo que se ve",
  share: "Compartir lo que se ve",
  move: "Moverse por tarjetas, días y puntos",
  list: "Esta lista",
  close: "Cerrar",
  single: "Teclas sin Ctrl ni Cmd",
  open: "Teclas",
}
