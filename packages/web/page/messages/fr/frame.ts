import type { Messages } from "../../texts.ts"
import { count, countOf, noun, number, textOf } from "../../words.ts"

export const domainNames: Messages["domainNames"] = {
  listening: "Musique",
  reading: "Lecture",
  watching: "Films et séries",
  running: "Course à pied",
  attending: "Sorties",
  collecting: "Collection",
  places: "Lieux",
  identity: "Identité",
}

export const countedNouns: Messages["countedNouns"] = {
  listening: ["écoute", "écoutes"],
  reading: ["article", "articles"],
  watching: ["visionnage", "visionnages"],
  running: ["course", "courses"],
  attending: ["sortie", "sorties"],
  collecting: ["ajout", "ajouts"],
  places: ["passage", "passages"],
}

export const itemTypes: Messages["itemTypes"] = {
  artist: "Artiste",
  album: "Album",
  track: "Morceau",
  play: "Écoute",
  article: "Article",
  book: "Livre",
  highlight: "Passage surligné",
  movie: "Film",
  show: "Série",
  watch: "Visionnage",
  run: "Course",
  event: "Sortie",
  venue: "Salle ou stade",
  performer: "Artiste de scène",
  team: "Équipe",
  player: "Joueur",
  record: "Disque",
  media: "Film possédé",
  "check-in": "Passage",
  place: "Lieu",
}

export const direction: Messages["direction"] = "ltr"
export const name: Messages["name"] = "Daybook"
export const domain: Messages["domain"] = (name) => textOf(domainNames, name)
export const entries: Messages["entries"] = (n) => count(n, "entrée", "entrées")
export const entriesOf: Messages["entriesOf"] = (domain, n) => countOf(n, countedNouns, domain) ?? entries(n)
export const plays: Messages["plays"] = (n) => count(n, "écoute", "écoutes")
export const playsWord: Messages["playsWord"] = (n) => noun(n, "écoute", "écoutes")
export const days: Messages["days"] = (n) => count(n, "jour", "jours")
export const minutes: Messages["minutes"] = (n) => `${number(n)} min`
export const stars: Messages["stars"] = (n) => `${number(n)} étoiles sur 5`

export const frame: Messages["frame"] = {
  skip: "Aller au contenu",
  main: "Menu principal",
  home: "Aujourd’hui",
  find: "Rechercher",
  findKeys: (isMac) => (isMac ? "⌘K" : "Ctrl K"),
  library: "Bibliothèque",
  add: "Ajouter",
  timeline: "Journal",
  years: "Années",
  settings: "Réglages",
  signOut: "Se déconnecter",
  title: (view) => `${view} · Daybook`,
}

export const search: Messages["search"] = {
  label: "Tout rechercher",
  placeholder: "Rechercher",
  suggestions: "Suggestions",
  all: (words) => `Tous les résultats pour « ${words} »`,
  found: (n) => (n === 0 ? "Aucune suggestion" : count(n, "suggestion", "suggestions")),
  title: "Recherche",
  quoted: (words) => `« ${words} »`,
  results: (n) => (n === 0 ? "Aucun résultat" : count(n, "résultat", "résultats")),
  best: (n) => `Les ${number(n)} meilleurs résultats`,
  domains: "Domaine",
  type: (name) => textOf(itemTypes, name),
  hint: "Cherche parmi les artistes, albums, articles, passages, films, séries, courses, sorties, salles et disques.",
  everything: "Tout",
}

export const states: Messages["states"] = {
  loading: "Chargement",
  empty: "Rien ici pour l’instant",
  emptyHint: "Relie un service ou importe un fichier pour commencer.",
  failed: "Chargement impossible",
  retry: "Réessayer",
  offline: "Tu es hors ligne. Reconnexion automatique…",
  from: (time) => `Tu vois ce qui était là à ${time}.`,
  unready: (reason) => `Le serveur ne peut pas répondre : ${reason}. Nouvel essai en cours…`,
  notFound: "Page introuvable",
  notFoundHint: "Vérifie l’adresse. L’élément a peut-être été supprimé.",
  home: "Retour à l’accueil",
  update: "Impossible de charger cette page",
  updateHint: "Daybook a peut-être été mis à jour. Recharge la page.",
  broken: "Un problème est survenu sur cette page",
  brokenHint: "Recharge la page ou ouvres-en une autre.",
  reload: "Recharger",
}

export const errors: Messages["errors"] = {
  400: "Le serveur n’a pas accepté cela.",
  401: "Ta clé n’est plus valable.",
  403: "Ta clé ne permet pas cela.",
  404: "Introuvable.",
  408: "L’envoi a pris trop de temps. Réessaie.",
  409: "L’environnement du serveur en décide.",
  413: "C’est trop volumineux.",
  416: "Le fichier est plus court que prévu.",
  429: "Trop de requêtes. Attends un instant.",
  500: "Le serveur n’a pas pu terminer.",
  503: "Le serveur n’est pas prêt pour cela.",
  unavailable: "Le stockage du serveur ne répond pas. Réessaie dans un instant.",
  logged: (id) => `Le journal du serveur en dit plus : ${id}.`,
  field: (name, rule) => `${name} : ${rule}`,
  rules: {
    missing: "à remplir.",
    tooLong: (most) => `plus de ${most} caractères.`,
    range: (from, to) => (to === undefined ? `au moins ${from}.` : `entre ${from} et ${to}.`),
    time: "ce n’est pas une date.",
    oneOf: (names) => `une de ces valeurs : ${names}.`,
    url: "ce n’est pas une adresse web.",
    future: "c’est dans le futur.",
    other: "cela ne convient pas.",
  },
}

export const heatMap: Messages["heatMap"] = {
  title: String,
  summary: (total, year) => `${entries(total)} en ${year}`,
  day: (day, n) => `${day} : ${n === 0 ? "rien" : entries(n)}`,
  less: "Moins",
  more: "Plus",
  earlier: "Année précédente",
  later: "Année suivante",
}

export const map: Messages["map"] = {
  keys: "Les flèches déplacent la carte, plus et moins changent l’échelle, Entrée ouvre le lieu au centre.",
  closer: "Zoomer",
  farther: "Dézoomer",
  whole: "Tout afficher",
  credit: "Natural Earth",
  ground: "Sous le parcours",
  trails: "Tes parcours",
  streets: "Rues",
  together: (n) => count(n, "lieu", "lieux"),
}

export const feed: Messages["feed"] = {
  title: "Journal",
  goTo: "Aller à",
  domains: "Domaine",
  everything: "Tout",
  before: "Jusqu’à cette date",
  end: "Tout commence ici.",
  nothingOnDay: "Rien ce jour-là.",
  plays: (n) => (n === 1 ? "" : plays(n)),
}

export const domainHome: Messages["domainHome"] = { recent: "Récemment" }

export const filters: Messages["filters"] = {
  title: (set) => (set === 0 ? "Filtres" : `Filtres (${number(set)})`),
  clear: "Effacer les filtres",
  nothing: "Aucun résultat. Essaie d’enlever un filtre.",
  without: (name, value) => `${value === "" ? name : `${name} : ${value}`} ✕`,
  any: "Tous",
  sort: "Trier par",
  reverse: "Inverser l’ordre",
  from: "Du",
  to: "Au",
}

export const rhythm: Messages["rhythm"] = {
  when: "Quand",
  byHour: "Par heure",
  byWeekday: "Par jour de la semaine",
  days: (year) => `${year} jour par jour`,
  streak: (current, longest, until) =>
    `${current < 2 ? "" : `${days(current)} de suite en ce moment. `}Record : ${days(longest)} de suite, jusqu’au ${until}.`,
}

export const spans: Messages["spans"] = {
  label: "Période",
  months: "12 mois",
  all: "Depuis le début",
  overTime: "Au fil du temps",
}

export const years: Messages["years"] = {
  lead: "Une année en revue",
  monthLead: "Un mois en revue",
  monthBefore: "Mois précédent",
  entries: "Entrées",
  activeDays: "Jours remplis",
  streak: "Plus longue série",
  busiest: "Jour le plus rempli",
  days: "Jour par jour",
  months: "Par mois",
  time: "Temps",
  times: (n) => count(n, "fois", "fois"),
  artists: "Artistes",
  albums: "Albums",
  newArtists: "Nouveaux artistes",
  topArtists: "Artistes favoris",
  topAlbums: "Albums favoris",
  topTracks: "Morceaux favoris",
  words: "Mots",
  highlights: "Passages surlignés",
  authors: "Auteurs",
  sites: "Sites",
  tags: "Étiquettes",
  films: "Films",
  filmsOf: (n) => count(n, "film", "films"),
  episodes: "Épisodes",
  episodesOf: (n) => count(n, "épisode", "épisodes"),
  topFilms: "Meilleurs films",
  topShows: "Séries",
  directors: "Réalisation",
  stars: (n) => (n === 0 ? "" : `★ ${number(n)}`),
  distance: "Distance",
  longest: "La plus longue",
  races: "Compétitions",
  venues: "Salles et stades",
  performers: "Artistes vus",
  topPerformers: "Les plus vus",
  topVenues: "Salles et stades",
  teams: "Équipes",
  wonAndLost: (won, lost) => `${number(won)}–${number(lost)}`,
  records: "Disques",
  media: "Films possédés",
  formats: "Formats",
  cities: "Villes",
  newPlaces: "Nouveaux lieux",
  mostVisited: "Les plus visités",
}
