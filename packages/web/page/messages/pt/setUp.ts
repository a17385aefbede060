import type { Messages } from "../../texts.ts"
import { count } from "../../words.ts"
import { entries } from "./frame.ts"

export const setUp: Messages["setUp"] = {
  title: "Configuração",
  toSources: "Conectar um serviço",
  toImports: "Importar arquivos",
  empty: "Nada por aqui ainda",
  begin: "Configurar o Daybook",
  needsAdmin: "Entre com uma chave de administração para configurar o Daybook.",
  steps: { files: "Seus arquivos", accounts: "Contas", time: "Hora e unidades" },
  nav: "Passos",
  later: "Depois",
  filesTitle: "Primeiro, solte tudo.",
  filesLead:
    "Qualquer exportação ou ZIP. O formato é reconhecido. Você pode parar uma importação, e repetir o mesmo arquivo não adiciona nada.",
  found: "Encontrado até agora",
  yearHere: (year) => `Seu ${year} chegou.`,
  inYears: (n, years) => `${entries(n)} em ${count(years, "ano", "anos")}`,
  openYear: (year) => `Abrir ${year}`,
  fromServices: "Seus arquivos vêm daqui. Conecte, e amanhã se preenche sozinho.",
  inYourFiles: "Encontrado nos seus arquivos",
  toAccounts: "Próximo: contas",
  accountsTitle: "Depois, quem continua?",
  accountsLead: "Conecte o que você ainda usa, e amanhã se preenche sozinho. Nós só lemos.",
  toTime: "Próximo: hora e unidades",
  timeTitle: "Quando começa o seu dia?",
  timeLead: "As horas contam neste fuso. Mude o que não estiver certo.",
  willRead: "É assim que vai aparecer",
  sample: { running: "Corrida leve", listening: "Low Water e mais 13 músicas", watching: "Long Division" },
  hereIs: (zone) => `Este navegador está em ${zone}.`,
  useHere: (zone) => `Usar ${zone}`,
  done: "Abrir meu Daybook",
  noAccounts: "Nenhum serviço está pronto para conectar.",
  noAccountsHint: "Cada um precisa antes de credenciais. Veja Fontes.",
  allServices: "Todos os serviços",
}
