import type { Messages } from "../../texts.ts"

export const signIn: Messages["signIn"] = {
  title: "Abre tu Daybook",
  lead: "Daybook mostró un enlace al arrancar. Se abre una vez y mantiene tu sesión en este dispositivo.",
  start: "npm start",
  ready: "Daybook está listo. Abre esto:",
  another: ["¿Sin enlace? Pide uno nuevo con", "npm run daybook -- sign-in", ". Un enlace dura 15 minutos."],
  key: "Clave",
  hint: "Las claves se muestran en el primer arranque, o están en el archivo first-keys de la carpeta de datos. Una clave de lectura lo ve todo; una de administración también cambia cosas.",
  button: "Abrir",
  working: "Abriendo",
  wrong: "Esa clave no es válida. Puede que se haya revocado o haya caducado.",
  sends: "Esta clave solo puede enviar datos. Usa una clave de lectura o de administración.",
  ended: "Se cerró tu sesión porque tu clave caducó o se revocó.",
  spent: "Este enlace ya se abrió o tiene más de 15 minutos. Pide uno nuevo.",
  here: "Tus datos están en este servidor. Y aquí se quedan.",
}
