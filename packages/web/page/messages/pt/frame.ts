import type { Messages } from "../../texts.ts"
import { count, countOf, noun, number, textOf } from "../../words.ts"

export const domainNames: Messages["domainNames"] = {
  listening: "Música",
  reading: "Leitura",
  watching: "Filmes e séries",
  running: "Corrida",
  attending: "Eventos",
  collecting: "Coleção",
  places: "Lugares",
  identity: "Identidade",
}

export const countedNouns: Messages["countedNouns"] = {
  listening: ["reprodução", "reproduções"],
  reading: ["artigo", "artigos"],
  watching: ["sessão", "sessões"],
  running: ["corrida", "corridas"],
  attending: ["evento", "eventos"],
  collecting: ["novidade", "novidades"],
  places: ["visita", "visitas"],
}

export const itemTypes: Messages["itemTypes"] = {
  artist: "Artista",
  album: "Álbum",
  track: "Faixa",
  play: "Reprodução",
  article: "Artigo",
  book: "Livro",
  highlight: "Destaque",
  movie: "Filme",
  show: "Série",
  watch: "Sessão",
  run: "Corrida",
  event: "Evento",
  venue: "Local",
  performer: "Atração",
  team: "Time",
  player: "Jogador",
  record: "Disco",
  media: "Filme da coleção",
  "check-in": "Visita",
  place: "Lugar",
}

export const direction: Messages["direction"] = "ltr"
export const name: Messages["name"] = "Daybook"
export const domain: Messages["domain"] = (name) => textOf(domainNames, name)
export const entries: Messages["entries"] = (n) => count(n, "registro", "registros")
export const entriesOf: Messages["entriesOf"] = (domain, n) => countOf(n, countedNouns, domain) ?? entries(n)
export const plays: Messages["plays"] = (n) => count(n, "reprodução", "reproduções")
export const playsWord: Messages["playsWord"] = (n) => noun(n, "reprodução", "reproduções")
export const days: Messages["days"] = (n) => count(n, "dia", "dias")
export const minutes: Messages["minutes"] = (n) => `${number(n)} min`
export const stars: Messages["stars"] = (n) => `${number(n)} de 5 estrelas`

export const frame: Messages["frame"] = {
  skip: "Ir para o conteúdo",
  main: "Menu principal",
  home: "Hoje",
  find: "Buscar",
  findKeys: (isMac) => (isMac ? "⌘K" : "Ctrl K"),
  library: "Biblioteca",
  add: "Adicionar",
  timeline: "Histórico",
  years: "Anos",
  settings: "Ajustes",
  signOut: "Sair",
  title: (view) => `${view} · Daybook`,
}

export const search: Messages["search"] = {
  label: "Buscar em tudo",
  placeholder: "Buscar",
  suggestions: "Sugestões",
  all: (words) => `Todos os resultados de “${words}”`,
  found: (n) => (n === 0 ? "Nenhuma sugestão" : count(n, "sugestão", "sugestões")),
  title: "Busca",
  quoted: (words) => `“${words}”`,
  results: (n) => (n === 0 ? "Nenhum resultado" : count(n, "resultado", "resultados")),
  best: (n) => `Os ${number(n)} melhores resultados`,
  domains: "Área",
  type: (name) => textOf(itemTypes, name),
  hint: "Busque artistas, álbuns, artigos, destaques, filmes, séries, corridas, eventos, locais e discos.",
  everything: "Tudo",
}

export const states: Messages["states"] = {
  loading: "Carregando",
  empty: "Nada por aqui ainda",
  emptyHint: "Conecte um serviço ou importe um arquivo para começar.",
  failed: "Não foi possível carregar",
  retry: "Tentar de novo",
  offline: "Você está sem conexão. Reconectando…",
  from: (time) => `Você vê o que havia às ${time}.`,
  unready: (reason) => `O servidor não pode responder agora: ${reason}. Tentando de novo…`,
  notFound: "Página não encontrada",
  notFoundHint: "Confira o endereço. O item pode ter sido removido.",
  home: "Ir para o início",
  update: "Não foi possível carregar esta página",
  updateHint: "O Daybook pode ter sido atualizado. Recarregue a página.",
  broken: "Algo deu errado nesta página",
  brokenHint: "Recarregue a página ou abra outra.",
  reload: "Recarregar",
}

export const errors: Messages["errors"] = {
  400: "O servidor não aceitou isso.",
  401: "Sua chave não é mais válida.",
  403: "Sua chave não permite isso.",
  404: "Não encontrado.",
  408: "O envio demorou demais. Tente de novo.",
  409: "O ambiente do servidor decide isso.",
  413: "É grande demais.",
  416: "O arquivo é mais curto do que o esperado.",
  429: "Pedidos demais. Espere um momento.",
  500: "O servidor não conseguiu terminar.",
  503: "O servidor não está pronto para isso.",
  unavailable: "O armazenamento do servidor não responde. Tente de novo em instantes.",
  logged: (id) => `O registro do servidor diz mais: ${id}.`,
  field: (name, rule) => `${name}: ${rule}`,
  rules: {
    missing: "falta preencher.",
    tooLong: (most) => `tem mais de ${most} caracteres.`,
    range: (from, to) =>
      to === undefined ? `deve ser no mínimo ${from}.` : `deve estar entre ${from} e ${to}.`,
    time: "não é uma data.",
    oneOf: (names) => `deve ser um destes: ${names}.`,
    url: "não é um endereço web.",
    future: "está no futuro.",
    other: "não serve.",
  },
}

export const heatMap: Messages["heatMap"] = {
  title: String,
  summary: (total, year) => `${entries(total)} em ${year}`,
  day: (day, n) => `${day}: ${n === 0 ? "nada" : entries(n)}`,
  less: "Menos",
  more: "Mais",
  earlier: "Ano anterior",
  later: "Ano seguinte",
}

export const map: Messages["map"] = {
  keys: "As setas movem o mapa, mais e menos mudam a escala, Enter abre o lugar no centro.",
  closer: "Aproximar",
  farther: "Afastar",
  whole: "Mostrar tudo",
  credit: "Natural Earth",
  ground: "Sob o percurso",
  trails: "Seus percursos",
  streets: "Ruas",
  together: (n) => count(n, "lugar", "lugares"),
}

export const feed: Messages["feed"] = {
  title: "Histórico",
  goTo: "Ir para",
  domains: "Área",
  everything: "Tudo",
  before: "Até esta data",
  end: "Tudo começa aqui.",
  nothingOnDay: "Nada neste dia.",
  plays: (n) => (n === 1 ? "" : plays(n)),
}

export const domainHome: Messages["domainHome"] = { recent: "Recentes" }

export const filters: Messages["filters"] = {
  title: (set) => (set === 0 ? "Filtros" : `Filtros (${number(set)})`),
  clear: "Limpar filtros",
  nothing: "Nenhum resultado. Tente remover um filtro.",
  without: (name, value) => `${value === "" ? name : `${name}: ${value}`} ✕`,
  any: "Todos",
  sort: "Ordenar por",
  reverse: "Inverter a ordem",
  from: "De",
  to: "Até",
}

export const rhythm: Messages["rhythm"] = {
  when: "Quando",
  byHour: "Por hora do dia",
  byWeekday: "Por dia da semana",
  days: (year) => `${year} dia a dia`,
  streak: (current, longest, until) =>
    `${current < 2 ? "" : `Agora, ${days(current)} seguidos. `}Recorde: ${days(longest)} seguidos, até ${until}.`,
}

export const spans: Messages["spans"] = {
  label: "Período",
  months: "12 meses",
  all: "Desde sempre",
  overTime: "Ao longo do tempo",
}

export const years: Messages["years"] = {
  lead: "Um ano em retrospectiva",
  monthLead: "Um mês em retrospectiva",
  monthBefore: "Mês anterior",
  entries: "Registros",
  activeDays: "Dias com registros",
  streak: "Maior sequência",
  busiest: "Dia mais cheio",
  days: "Dia a dia",
  months: "Por mês",
  time: "Tempo",
  times: (n) => count(n, "vez", "vezes"),
  artists: "Artistas",
  albums: "Álbuns",
  newArtists: "Artistas novos",
  topArtists: "Artistas favoritos",
  topAlbums: "Álbuns favoritos",
  topTracks: "Faixas favoritas",
  words: "Palavras",
  highlights: "Destaques",
  authors: "Autores",
  sites: "Sites",
  tags: "Etiquetas",
  films: "Filmes",
  filmsOf: (n) => count(n, "filme", "filmes"),
  episodes: "Episódios",
  episodesOf: (n) => count(n, "episódio", "episódios"),
  topFilms: "Melhores filmes",
  topShows: "Séries",
  directors: "Direção",
  stars: (n) => (n === 0 ? "" : `★ ${number(n)}`),
  distance: "Distância",
  longest: "A mais longa",
  races: "Provas",
  venues: "Locais",
  performers: "Atrações",
  topPerformers: "Mais vistos",
  topVenues: "Locais",
  teams: "Times",
  wonAndLost: (won, lost) => `${number(won)}–${number(lost)}`,
  records: "Discos",
  media: "Filmes da coleção",
  formats: "Formatos",
  cities: "Cidades",
  newPlaces: "Lugares novos",
  mostVisited: "Mais visitados",
}
