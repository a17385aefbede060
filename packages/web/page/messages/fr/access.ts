import type { Messages } from "../../texts.ts"
import { count, textOf } from "../../words.ts"
import { domain } from "./frame.ts"

export const knownShares: Messages["knownShares"] = {
  "/v1/feed.atom": "Tout, pour les lecteurs de flux (Atom)",
  "/v1/feed.json": "Tout, pour les lecteurs de flux (JSON Feed)",
  "/v1/reading/archive.atom": "Articles lus, pour les lecteurs de flux",
  "/v1/watching/reviews.atom": "Critiques de films, pour les lecteurs de flux",
  "/v1/attending/events.ics": "Sorties vécues, pour les calendriers",
  "/v1/attending/upcoming.ics": "Sorties à venir, pour les calendriers",
  "/v1/cards/now-playing.svg": "Lecture en cours, en image",
  "/v1/cards/top-albums.svg": "Albums favoris, en image",
  "/v1/live": "Événements en direct, pour une page qui s’actualise",
}

export const eventNames: Messages["eventNames"] = {
  play: "Écoute",
  "play.sent": "Écoute envoyée par une app",
  "article.finished": "Article lu",
  "film.watched": "Film vu",
  run: "Course",
  "event.attended": "Sortie vécue",
  "record.added": "Disque ajouté",
  "check-in": "Passage",
  "sync.failed": "Synchronisation en échec",
}

export const keys: Messages["settings"]["keys"] = {
  make: "Nouvelle clé",
  name: "Nom",
  nameHint: "Pour toi, comme l’app qui l’utilise.",
  scope: "Accès",
  scopeNames: {
    read: "Tout lire",
    submit: "Envoyer des écoutes et des visites seulement",
    save: "Enregistrer des pages seulement",
    admin: "Tout lire et modifier",
  },
  scopeWords: { read: "lire", submit: "envoyer", save: "enregistrer des pages", admin: "lire et modifier" },
  end: "Expire le",
  endHint: "Laisse vide pour qu’elle n’expire pas.",
  limit: "Requêtes par minute",
  limitHint: "Laisse vide pour la valeur du serveur.",
  create: "Créer la clé",
  made: (name) => `Clé « ${name} »`,
  once: "Copie-la maintenant. Tu ne pourras plus la voir.",
  list: "Utilisées",
  hint: (last) => `se termine par ${last}`,
  created: "Créée",
  lastUsed: "Dernier usage",
  neverUsed: "Jamais utilisée",
  expires: "Expire",
  expired: "expirée",
  limitOf: (n) => `${count(n, "requête", "requêtes")} par minute`,
  revoke: "Révoquer",
  revokeQuestion: (name) => `Révoquer « ${name} » ?`,
  revokeLost: "Les apps qui utilisent cette clé cessent aussitôt de fonctionner.",
  revokeOwn: "Ce navigateur est connecté avec une clé de ce nom. Si c’est la même, tu seras déconnecté.",
}

export const assistants: Messages["settings"]["assistants"] = {
  list: "Reliés",
  none: "Aucun assistant pour l’instant",
  noneHint: "Ajoute cette adresse comme connecteur dans Claude ou ChatGPT :",
  reads: (domains) =>
    domains.length === 0 ? "Lit tout" : `Lit ${domains.map((one) => domain(one)).join(", ")}`,
  writes: "peut écrire",
  connected: "Relié",
  lastUsed: "Dernier usage",
  neverUsed: "Jamais utilisé",
  end: "Déconnecter",
  endQuestion: (name) => `Déconnecter « ${name} » ?`,
  endLost: "Il perd aussitôt son accès. Pour l’utiliser à nouveau, relie-le encore.",
}

export const shares: Messages["settings"]["shares"] = {
  make: "Nouveau partage",
  what: "Contenu",
  known: (address) => {
    const year = /^\/v1\/cards\/year\/(\d+)\.svg$/.exec(address)?.[1]
    if (year !== undefined) return `L’année ${year}, en image`
    const named = /^\/v1\/cards\/calendar\/([\w-]+)\.svg$/.exec(address)?.[1]
    if (named !== undefined) return `${domain(named)} : une année jour par jour, en image`
    const page = /^\/pages\/(?:years\/(\d+)|now)/.exec(address)
    if (page === null) return textOf(knownShares, address, address)
    return page[1] === undefined ? "En ce moment, en page publique" : `L’année ${page[1]}, en page publique`
  },
  another: "Un autre chemin de l’API",
  address: "Chemin",
  addressHint:
    "Un chemin qu’une clé de lecture peut obtenir par GET, avec ses paramètres. /docs les liste tous.",
  name: "Remarque",
  nameHint: "Pour toi, comme la personne à qui tu l’as donné.",
  create: "Partager",
  made: (address) => `Lien de partage pour ${address}`,
  once: "Copie-le maintenant. Qui a ce lien peut lire ceci et rien d’autre, jusqu’à ce que tu le révoques.",
  list: "Utilisés",
  none: "Aucun partage pour l’instant",
  hint: (last) => `se termine par ${last}`,
  created: "Créé",
  lastUsed: "Dernier usage",
  neverUsed: "Jamais utilisé",
  revoke: "Révoquer",
  revokeQuestion: (name) => `Révoquer le partage « ${name} » ?`,
  revokeLost: "Le lien cesse aussitôt de fonctionner. Un nouveau partage a un autre lien.",
}

export const webhooks: Messages["settings"]["webhooks"] = {
  make: "Nouveau webhook",
  url: "URL",
  urlHint: "Reçoit un POST à chaque événement. Les adresses privées doivent être permises ci-dessous.",
  events: "Événements",
  event: (type) => textOf(eventNames, type, type),
  more: "Plus",
  secret: "Ton propre secret",
  secretHint: "whsec_ suivi de 24 à 64 octets en base64. Laisse vide pour en générer un.",
  create: "Créer le webhook",
  made: (url) => `Secret de signature pour ${url}`,
  once: "Copie-le maintenant. Le destinataire s’en sert pour vérifier les signatures (Standard Webhooks).",
  relay: "Transmettre les écoutes",
  relayHint:
    "Ce que les apps envoient ici part vers un service, quelques minutes après et une seule fois. Ce qui en vient n’y retourne pas.",
  service: "Service",
  services: { listenbrainz: "ListenBrainz, Maloja ou Koito", lastfm: "Last.fm" },
  relayUrl: "Adresse du service",
  relayUrlHint:
    "Comme https://maloja.example.org/apis/listenbrainz. Les adresses privées doivent être permises ci-dessous.",
  token: "Jeton",
  apiKey: "Clé API",
  apiSecret: "Secret partagé",
  apiHint: "De ton propre compte d’API sur last.fm/api/accounts.",
  username: "Nom d’utilisateur",
  password: "Mot de passe",
  passwordHint: "Sert une fois à se connecter. Il n’est pas enregistré.",
  startRelay: "Transmettre les écoutes",
  list: "Utilisés",
  none: "Aucun webhook pour l’instant",
  noneHint: "Un webhook appelle ton app quelques secondes après chaque écoute, course ou film.",
  working: "Activé",
  off: "Désactivé",
  switchOff: "Désactiver",
  switchOn: "Activer",
  offSince: "depuis",
  failing: (n) => count(n, "essai échoué", "essais échoués"),
  next: "Prochain essai à",
  removeQuestion: "Supprimer ce webhook ?",
  removeLost: (url) => `Daybook n’appelle plus ${url} et supprime son secret et son historique.`,
  deliveries: "Envois",
  noDeliveries: "Aucun envoi pour l’instant",
  noDeliveriesHint: "Seuls les événements postérieurs à la création du webhook sont envoyés.",
  statuses: { waiting: "En attente", delivered: "Reçu", "set aside": "En échec" },
  attempts: (n) => count(n, "essai", "essais"),
  answered: (status) => `statut ${status}`,
  body: "Contenu",
  retry: "Renvoyer",
}
