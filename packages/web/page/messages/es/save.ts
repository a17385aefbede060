import type { Messages } from "../../texts.ts"

export const save: Messages["save"] = {
  title: "Guardar una página",
  lead: "Léela más tarde. El título, el texto y la imagen vienen de la página.",
  url: "URL",
  name: "Título",
  nameHint: "Déjalo vacío para usar el de la página.",
  tags: "Etiquetas",
  tagsHint: "Separadas con comas.",
  button: "Guardar",
  saved: "Guardado.",
  see: "Ver",
  elsewhere: "Guardar desde cualquier sitio",
  bookmark: "Arrastra esto a tus marcadores y haz clic en cualquier página:",
  bookmarkName: "Guardar en Daybook",
  phone: "En Android, instala esta página y comparte con Daybook desde cualquier app.",
  iphone:
    "En iPhone, crea un atajo con «Obtener contenido de URL»: POST, JSON, con url como entrada del atajo, y el encabezado Authorization con Bearer y una clave que pueda guardar páginas. Su dirección:",
  apps: "Las apps de Wallabag también guardan aquí. La URL de su servidor, con cualquier usuario y una clave así como contraseña:",
}
