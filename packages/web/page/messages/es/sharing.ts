import type { Messages } from "../../texts.ts"

export const sharing: Messages["sharing"] = {
  share: "Compartir",
  title: (year) => `Compartir ${year}`,
  picture: "Como imagen",
  pictureHint: "Guarda una tarjeta de la historia y envíala a quien quieras.",
  openStory: "Elegir una tarjeta",
  page: "Como página pública",
  pageHint:
    "Quien tenga el enlace ve el año por meses: sin horas, y ningún lugar a menos de 1 km de donde empiezan y acaban tus carreras.",
  now: "Mostrar también lo que escucho, leo y veo ahora",
  index: "Permitir que los buscadores la muestren",
  make: "Crear una página pública",
  made: "Tu página está lista. Su enlace se muestra una sola vez:",
  copy: "Copiar el enlace",
  isPublic: (day) => `Pública desde el ${day}.`,
  end: "Cerrar la página",
  ended: "La página está cerrada: su enlace ya no abre nada.",
  done: "Listo",
  name: (year) => `El año ${year}`,
  print: "Imprimir",
  shareNow: "Compartir el ahora",
  nowTitle: "Compartir lo que pasa ahora",
  nowName: "Ahora mismo",
  nowHint:
    "Quien tenga el enlace ve lo que escuchas, lees y ves: lo último de cada cosa, sin hora ni lugares.",
  adminOnly: "Inicia sesión con una clave de administración para crear una página pública.",
}
