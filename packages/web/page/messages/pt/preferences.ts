import type { Messages } from "../../texts.ts"
import { textEnding } from "../../words.ts"

export const serviceFields: Messages["serviceFields"] = {
  WEBHOOK_SECRET: "Segredo do webhook",
  CONSUMER_KEY: "Chave de consumidor",
  CONSUMER_SECRET: "Segredo de consumidor",
  TOKEN_SECRET: "Segredo do token",
  CLIENT_ID: "ID do cliente",
  CLIENT_SECRET: "Segredo do cliente",
  REFRESH_TOKEN: "Token de renovação",
  API_KEY: "Chave de API",
  TOKEN: "Token",
  MODEL: "Modelo",
  USER: "Nome de usuário",
  KEY: "Chave",
  URL: "Endereço",
}

export const preferences: Messages["preferences"] = {
  saved: "Salvo.",
  undone: "Desfeito.",
  undo: "Desfazer",
  close: "Fechar",
  save: "Salvar",
  forget: "Esquecer",
  isSet: "Guardado. Digite um novo valor para substituir.",
  fixed: (name) => `${name}, no ambiente do servidor, decide isso.`,
  here: (zone) => `Usar ${zone}, o fuso deste navegador`,
  zone: "Fuso horário",
  dayBegins: "O dia começa às",
  midnight: "Meia-noite",
  dayHint: "Com 04:00, o filme que termina à uma da manhã pertence à noite em que começou.",
  counted: "Dias, semanas e totais são contados de novo. Leva um momento.",
  week: "A semana começa",
  weeks: { monday: "Segunda-feira", sunday: "Domingo", saturday: "Sábado" },
  look: "Aparência",
  looks: { system: "Como o sistema", light: "Claro", dark: "Escuro" },
  distance: "Distância",
  units: { auto: "Como o navegador", kilometres: "Quilômetros", miles: "Milhas" },
  writtenIn: "Idioma",
  asBrowser: "Como o navegador",
  map: "O mapa de perto",
  tiles: "Endereço dos blocos do mapa",
  tilesHint:
    "As ruas vêm de um servidor de mapas que você escolhe, como https://tile.example.org/{z}/{x}/{y}.png. Ele fica sabendo que parte do mundo você vê, e nada mais. Sem ele, o mapa mostra contornos simples e não envia pedidos.",
  tilesCredit: "Crédito no mapa",
  backupTo: "Pasta para um backup diário",
  backupHint:
    "Uma pasta que já existe no servidor, de preferência em outro disco. Os sete últimos ficam guardados.",
  networks: "Redes privadas que os webhooks podem chamar",
  networksHint:
    "Endereços como 192.168.1.20 ou 192.168.1.0/24, separados por vírgulas. Endereços públicos são sempre permitidos.",
  setUpService: "Configurar",
  serviceHint: "Guardado com criptografia no servidor. Vale na hora.",
  field: (name) => textEnding(serviceFields, name),
  api: "Documentação da API",
}
