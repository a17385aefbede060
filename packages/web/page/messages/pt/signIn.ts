import type { Messages } from "../../texts.ts"

export const signIn: Messages["signIn"] = {
  title: "Abra seu Daybook",
  lead: "O Daybook mostrou um link ao iniciar. Ele abre uma vez e mantém sua sessão neste aparelho.",
  start: "npm start",
  ready: "O Daybook está pronto. Abra isto:",
  another: ["Sem link? Peça outro com", "npm run daybook -- sign-in", ". Um link vale por 15 minutos."],
  key: "Chave",
  hint: "As chaves aparecem na primeira inicialização, ou estão no arquivo first-keys da pasta de dados. Uma chave de leitura vê tudo; uma de administração também muda coisas.",
  button: "Abrir",
  working: "Abrindo",
  wrong: "Essa chave não é válida. Ela pode ter sido revogada ou ter expirado.",
  sends: "Esta chave só pode enviar dados. Entre com uma chave de leitura ou de administração.",
  ended: "Sua sessão terminou porque a chave expirou ou foi revogada.",
  spent: "Este link já foi aberto ou tem mais de 15 minutos. Peça outro.",
  here: "Seus dados estão neste servidor. E ficam aqui.",
}
