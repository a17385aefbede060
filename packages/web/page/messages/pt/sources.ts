import type { Messages } from "../../texts.ts"
import { count } from "../../words.ts"

const rows = (n: number) => count(n, "linha", "linhas")
const rejected = (n: number) => count(n, "linha rejeitada", "linhas rejeitadas")

export const sources: Messages["settings"]["sources"] = {
  syncs: "Sincronizações",
  syncsLead: "As sincronizações são automáticas, a menos que SYNC_SCHEDULE esteja desligado.",
  syncNow: "Sincronizar agora",
  syncDomain: (domain) => `Sincronizar agora: ${domain}`,
  syncing: (n) => (n === 0 ? "Sincronizando" : `Sincronizando: ${count(n, "item", "itens")} até agora`),
  synced: (n) => (n === 0 ? "Nada de novo" : count(n, "item novo ou alterado", "itens novos ou alterados")),
  neverSynced: "Nunca sincronizado",
  noSource: (domains) => `Nenhuma fonte configurada para ${domains}.`,
  states: { running: "em andamento", completed: "pronto", failed: "com falha", interrupted: "interrompida" },
  setAside: rejected,
  services: "Serviços",
  asked: "Conectados",
  others: "Não configurados",
  working: "Funcionando",
  trouble: "Com falha",
  idle: "Nunca sincronizado",
  free: {
    strava:
      "Precisa de assinatura paga do Strava. Grátis: importe a exportação do Strava ou arquivos do seu relógio.",
    spotify:
      "Precisa do Spotify Premium. Grátis: importe o histórico do Spotify e envie as novas reproduções de um player.",
    trakt:
      "Precisa do Trakt VIP. Grátis: importe a exportação do Trakt e envie o que for novo do Plex, Jellyfin ou Kodi.",
    readwise:
      "Precisa de um plano pago depois do teste. Grátis: importe arquivos ou salve páginas no Daybook.",
    plex: "Grátis. Só os webhooks do Plex precisam do Plex Pass.",
    letterboxd: "Grátis para os últimos 50 filmes. Para o resto, importe uma vez a exportação do Letterboxd.",
    google: "Grátis. Conecte de novo a cada semana enquanto seu aplicativo do Google estiver em teste.",
  },
  linkedAs: (account) => `Conectado como ${account}`,
  linked: "Conectado",
  bySettings: "Configurado nos ajustes do servidor",
  keyless: "Não precisa de conta",
  until: "O acesso expira",
  lastAnswer: "Último sucesso",
  lastTrouble: "Último erro",
  troubles: {
    unreached: (service, setting) =>
      `Não foi possível contatar ${service}. Se continuar, confira ${setting}.`,
    refused: (service, setting) => `${service} recusa o acesso. Confira ${setting}.`,
    passing: (service) => `${service} está sobrecarregado ou com falha. O Daybook tenta de novo mais tarde.`,
    unknown: (service, setting) =>
      `${service} responde de um jeito que o Daybook não conhece. Confira ${setting}.`,
  },
  linkIt: "Conectar",
  again: "Reconectar",
  link: (title) => `Conectar ${title}`,
  linkAgain: (title) => `Reconectar ${title}`,
  linkHint: "Você autoriza o acesso no serviço e volta para cá.",
  justLinked: (title, account) =>
    `${title} está conectado. O Daybook agora sincroniza ${account === "" ? "sua conta" : `a conta de ${account}`}.`,
  unlink: "Desconectar",
  unlinkQuestion: (title) => `Desconectar ${title}?`,
  unlinkLost: "O Daybook apaga o acesso e para de sincronizar. Os dados importados ficam.",
  test: "Testar",
  testOf: (title) => `Testar a conexão com ${title}`,
  tested: (email, n) => `Funcionando: ${email}, ${count(n, "mensagem", "mensagens")}.`,
  testedFor: "Pode ler",
  testedUntil: (time) => `O acesso expira às ${time} e se renova sozinho.`,
  apps: "Apps que enviam para você",
  appsLead: "Digite a URL no app. O token, a senha ou o nome de usuário é uma chave que só pode enviar.",
  appsKey: "Nova chave",
  asideTitle: "Linhas rejeitadas",
  asideLead:
    "Linhas que não puderam ser lidas. Tentar de novo ou atualizar o Daybook pode resolver. Trajetos que não parecem corridas esperam aqui até você aceitar.",
  asideAccept: "Aceitar",
  asideAccepted: (n) =>
    n === 0 ? "Não foi possível aceitar." : count(n, "item guardado.", "itens guardados."),
  asideRetry: "Tentar de novo",
  asideDue: (n) =>
    n === 0 ? "Nenhuma delas pode ser tentada de novo." : `A próxima sincronização tenta de novo ${rows(n)}.`,
  asideRaw: "Linha",
  asideTries: (n) => count(n, "tentativa", "tentativas"),
}

export const imports: Messages["settings"]["imports"] = {
  drop: "Solte arquivos aqui",
  choose: "Escolher arquivos",
  hint: "ZIP, CSV, JSON, FIT, GPX e mais, até 4 GB cada. Importar um arquivo duas vezes não faz mal.",
  formats: "Formatos aceitos",
  formatsOf: {
    listening: "Spotify, Apple Music, Last.fm, ListenBrainz, Maloja, Koito",
    reading:
      "Pocket, Instapaper, Readwise, Wallabag, Karakeep, Omnivore, Matter, Raindrop, Pinboard, Linkwarden, favoritos; livros de Goodreads, StoryGraph, Hardcover, BookWyrm, LibraryThing, KOReader",
    watching: "Letterboxd, Trakt, Simkl, IMDb, TMDB, Yamtrack, MyAnimeList, AniList",
    running: "Arquivos FIT, TCX e GPX; exportações completas de Strava, Garmin ou Apple Saúde",
    attending: "Sua própria lista de jogos e ingressos de temporada",
    collecting: "Discogs",
    places: "Google Timeline, Swarm, OwnTracks, Overland, GPSLogger, GeoJSON, KML",
  },
  folder: (name) => `“${name}” é uma pasta. Compacte e solte o ZIP.`,
  tooLong: "Maior que 4 GB. Divida e envie as partes.",
  unsendable: "Não foi possível enviar este arquivo. Escolha de novo.",
  queue: "Enviando",
  waiting: "Na fila",
  sending: (part) => `Enviando: ${part}`,
  interrupted: "Envio interrompido. Recomeça quando o servidor voltar.",
  leave: "Deixe esta página aberta até o envio terminar.",
  cancel: "Cancelar",
  dismiss: "Dispensar",
  list: "Importações anteriores",
  none: "Nenhuma importação ainda",
  noneHint: "Solte uma exportação acima. O resultado de cada arquivo aparece aqui.",
  noName: "Arquivo sem nome",
  states: { waiting: "Na fila", running: "Em andamento", completed: "Pronto", failed: "Com falha" },
  read: (n) => count(n, "linha lida", "linhas lidas"),
  stored: (n) => count(n, "nova ou alterada", "novas ou alteradas"),
  known: (n) => count(n, "já importada", "já importadas"),
  setAside: rejected,
  left: (seconds) =>
    seconds < 90
      ? `falta ${count(seconds, "segundo", "segundos")}`
      : `falta ${count(Math.round(seconds / 60), "minuto", "minutos")}`,
  stop: "Parar",
  stopQuestion: (name) => `Parar a importação de ${name}?`,
  stopLost: "As linhas já importadas ficam. O resto é pulado.",
  parts: (n) => count(n, "arquivo", "arquivos"),
  manyParts: "Arquivos dentro",
  allParts: "Mostrar todos os arquivos dentro",
  partNot: "não reconhecido",
  partKnown: "já importado",
  nothing: "Nada para importar",
  advice: {
    empty: "Não há nada nele. Exporte mais uma vez.",
    locked: "Danificado ou protegido por senha. Baixe de novo ou desbloqueie primeiro.",
    photo: "Uma foto: não há nada nela que o Daybook possa guardar.",
    media: "Som ou vídeo: não há nada nele que o Daybook possa guardar.",
    document: "Um documento. Solte o arquivo que o serviço exporta: CSV, JSON ou ZIP.",
    sheet: "Uma planilha. Salve como CSV com os nomes de coluna do serviço e solte esse arquivo.",
    utf16: "Texto em UTF-16. Salve como UTF-8 e solte de novo.",
    columns: (names) =>
      `Uma tabela com colunas que o Daybook não conhece: ${names}. Solte a exportação como o serviço a escreveu.`,
    fields: (names) =>
      `JSON com campos que o Daybook não conhece: ${names}. Solte a exportação como o serviço a escreveu.`,
    unknown: "Não é uma exportação que o Daybook conheça. “Formatos aceitos” mostra o que ele lê.",
  },
}
