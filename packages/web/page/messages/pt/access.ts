import type { Messages } from "../../texts.ts"
import { count, textOf } from "../../words.ts"
import { domain } from "./frame.ts"

export const knownShares: Messages["knownShares"] = {
  "/v1/feed.atom": "Tudo, para leitores de feeds (Atom)",
  "/v1/feed.json": "Tudo, para leitores de feeds (JSON Feed)",
  "/v1/reading/archive.atom": "Artigos lidos, para leitores de feeds",
  "/v1/watching/reviews.atom": "Resenhas de filmes, para leitores de feeds",
  "/v1/attending/events.ics": "Eventos vividos, para calendários",
  "/v1/attending/upcoming.ics": "Próximos eventos, para calendários",
  "/v1/cards/now-playing.svg": "Tocando agora, como imagem",
  "/v1/cards/top-albums.svg": "Álbuns favoritos, como imagem",
  "/v1/live": "Novidades ao vivo, para uma página que se atualiza",
}

export const eventNames: Messages["eventNames"] = {
  play: "Reprodução",
  "play.sent": "Reprodução enviada por um app",
  "article.finished": "Artigo lido",
  "film.watched": "Filme visto",
  run: "Corrida",
  "event.attended": "Evento vivido",
  "record.added": "Disco adicionado",
  "check-in": "Visita",
  "sync.failed": "Sincronização com falha",
}

export const keys: Messages["settings"]["keys"] = {
  make: "Nova chave",
  name: "Nome",
  nameHint: "Para você, como o app que a usa.",
  scope: "Acesso",
  scopeNames: {
    read: "Ler tudo",
    submit: "Só enviar reproduções e visitas",
    save: "Só salvar páginas",
    admin: "Ler e mudar tudo",
  },
  scopeWords: { read: "ler", submit: "enviar", save: "salvar páginas", admin: "ler e mudar" },
  end: "Expira em",
  endHint: "Deixe vazio para não expirar.",
  limit: "Pedidos por minuto",
  limitHint: "Deixe vazio para usar o valor do servidor.",
  create: "Criar chave",
  made: (name) => `Chave “${name}”`,
  once: "Copie agora. Ela não aparece de novo.",
  list: "Em uso",
  hint: (last) => `termina em ${last}`,
  created: "Criada",
  lastUsed: "Último uso",
  neverUsed: "Nunca usada",
  expires: "Expira",
  expired: "expirada",
  limitOf: (n) => `${count(n, "pedido", "pedidos")} por minuto`,
  revoke: "Revogar",
  revokeQuestion: (name) => `Revogar “${name}”?`,
  revokeLost: "Os apps que usam esta chave param de funcionar na hora.",
  revokeOwn: "Este navegador usa uma chave com este nome. Se for a mesma, sua sessão termina.",
}

export const assistants: Messages["settings"]["assistants"] = {
  list: "Conectados",
  none: "Nenhum assistente ainda",
  noneHint: "Adicione este endereço como conector no Claude ou no ChatGPT:",
  reads: (domains) =>
    domains.length === 0 ? "Lê tudo" : `Lê ${domains.map((one) => domain(one)).join(", ")}`,
  writes: "pode escrever",
  connected: "Conectado",
  lastUsed: "Último uso",
  neverUsed: "Nunca usado",
  end: "Desconectar",
  endQuestion: (name) => `Desconectar “${name}”?`,
  endLost: "Ele perde o acesso na hora. Para usar de novo, conecte outra vez.",
}

export const shares: Messages["settings"]["shares"] = {
  make: "Novo link",
  what: "Conteúdo",
  known: (address) => {
    const year = /^\/v1\/cards\/year\/(\d+)\.svg$/.exec(address)?.[1]
    if (year !== undefined) return `O ano ${year}, como imagem`
    const named = /^\/v1\/cards\/calendar\/([\w-]+)\.svg$/.exec(address)?.[1]
    if (named !== undefined) return `${domain(named)}: um ano dia a dia, como imagem`
    const page = /^\/pages\/(?:years\/(\d+)|now)/.exec(address)
    if (page === null) return textOf(knownShares, address, address)
    return page[1] === undefined
      ? "Agora mesmo, como página pública"
      : `O ano ${page[1]}, como página pública`
  },
  another: "Outro caminho da API",
  address: "Caminho",
  addressHint:
    "Um caminho que uma chave de leitura possa pedir com GET, com os parâmetros. /docs lista todos.",
  name: "Nota",
  nameHint: "Para você, como a quem você deu.",
  create: "Compartilhar",
  made: (address) => `Link para ${address}`,
  once: "Copie agora. Quem tem este link pode ler isto e nada mais, até você revogar.",
  list: "Em uso",
  none: "Nenhum link ainda",
  hint: (last) => `termina em ${last}`,
  created: "Criado",
  lastUsed: "Último uso",
  neverUsed: "Nunca usado",
  revoke: "Revogar",
  revokeQuestion: (name) => `Revogar o link “${name}”?`,
  revokeLost: "O link para de funcionar na hora. Um novo link será diferente.",
}

export const webhooks: Messages["settings"]["webhooks"] = {
  make: "Novo webhook",
  url: "URL",
  urlHint: "Recebe um POST a cada acontecimento. Endereços privados precisam ser permitidos abaixo.",
  events: "Acontecimentos",
  event: (type) => textOf(eventNames, type, type),
  more: "Mais",
  secret: "Seu próprio segredo",
  secretHint: "whsec_ seguido de 24 a 64 bytes em base64. Deixe vazio para gerar um.",
  create: "Criar webhook",
  made: (url) => `Segredo de assinatura para ${url}`,
  once: "Copie agora. Quem recebe verifica as assinaturas com ele (Standard Webhooks).",
  relay: "Repassar reproduções",
  relayHint:
    "O que os apps enviam para cá segue para um serviço, minutos depois e uma só vez. O que veio dele, não.",
  service: "Serviço",
  services: { listenbrainz: "ListenBrainz, Maloja ou Koito", lastfm: "Last.fm" },
  relayUrl: "Endereço do serviço",
  relayUrlHint:
    "Como https://maloja.example.org/apis/listenbrainz. Endereços privados precisam ser permitidos abaixo.",
  token: "Token",
  apiKey: "Chave de API",
  apiSecret: "Segredo compartilhado",
  apiHint: "Da sua própria conta de API em last.fm/api/accounts.",
  username: "Nome de usuário",
  password: "Senha",
  passwordHint: "Usada uma vez para entrar. Não é guardada.",
  startRelay: "Repassar reproduções",
  list: "Em uso",
  none: "Nenhum webhook ainda",
  noneHint: "Um webhook chama seu app segundos depois de cada reprodução, corrida ou filme.",
  working: "Ligado",
  off: "Desligado",
  switchOff: "Desligar",
  switchOn: "Ligar",
  offSince: "desde",
  failing: (n) => count(n, "tentativa sem sucesso", "tentativas sem sucesso"),
  next: "Próxima tentativa às",
  removeQuestion: "Remover este webhook?",
  removeLost: (url) => `O Daybook deixa de chamar ${url} e apaga o segredo e o histórico de envios.`,
  deliveries: "Envios",
  noDeliveries: "Nenhum envio ainda",
  noDeliveriesHint: "Só os acontecimentos posteriores à criação do webhook são enviados.",
  statuses: { waiting: "Na fila", delivered: "Entregue", "set aside": "Com falha" },
  attempts: (n) => count(n, "tentativa", "tentativas"),
  answered: (status) => `código ${status}`,
  body: "Conteúdo",
  retry: "Enviar de novo",
}
