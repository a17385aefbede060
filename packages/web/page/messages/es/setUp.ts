import type { Messages } from "../../texts.ts"
import { count } from "../../words.ts"
import { entries } from "./frame.ts"

export const setUp: Messages["setUp"] = {
  title: "Configuración",
  toSources: "Conectar un servicio",
  toImports: "Importar archivos",
  empty: "Aún no hay nada",
  begin: "Configurar Daybook",
  needsAdmin: "Inicia sesión con una clave de administración para configurar Daybook.",
  steps: { files: "Tus archivos", accounts: "Cuentas", time: "Hora y unidades" },
  nav: "Pasos",
  later: "Más tarde",
  filesTitle: "Primero, suéltalo todo.",
  filesLead:
    "Cualquier exportación o ZIP. Se reconoce el formato. Puedes parar una importación, y repetir el mismo archivo no añade nada.",
  found: "Encontrado hasta ahora",
  yearHere: (year) => `Tu ${year} está aquí.`,
  inYears: (n, years) => `${entries(n)} en ${count(years, "año", "años")}`,
  openYear: (year) => `Abrir ${year}`,
  fromServices: "Tus archivos vienen de aquí. Conéctalo y mañana se llena solo.",
  inYourFiles: "Encontrado en tus archivos",
  toAccounts: "Siguiente: cuentas",
  accountsTitle: "Después, ¿quién sigue?",
  accountsLead: "Conecta lo que aún usas y mañana se llena solo. Solo leemos.",
  toTime: "Siguiente: hora y unidades",
  timeTitle: "¿Cuándo empieza tu día?",
  timeLead: "Las horas cuentan en esta zona. Cambia lo que no esté bien.",
  willRead: "Así se verá",
  sample: { running: "Carrera suave", listening: "Low Water y 13 canciones más", watching: "Long Division" },
  hereIs: (zone) => `Este navegador está en ${zone}.`,
  useHere: (zone) => `Usar ${zone}`,
  done: "Abrir mi Daybook",
  noAccounts: "Ningún servicio está listo para conectar.",
  noAccountsHint: "Cada uno necesita antes sus credenciales. Mira Fuentes.",
  allServices: "Todos los servicios",
}
