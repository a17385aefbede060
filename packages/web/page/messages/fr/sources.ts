import type { Messages } from "../../texts.ts"
import { count } from "../../words.ts"

const rows = (n: number) => count(n, "ligne", "lignes")
const rejected = (n: number) => count(n, "ligne rejetée", "lignes rejetées")

export const sources: Messages["settings"]["sources"] = {
  syncs: "Synchronisations",
  syncsLead: "Les synchronisations sont automatiques, sauf si SYNC_SCHEDULE est désactivé.",
  syncNow: "Synchroniser",
  syncDomain: (domain) => `Synchroniser : ${domain}`,
  syncing: (n) =>
    n === 0 ? "Synchronisation" : `Synchronisation : ${count(n, "élément", "éléments")} jusqu’ici`,
  synced: (n) =>
    n === 0
      ? "Rien de nouveau"
      : `${count(n, "élément nouveau ou modifié", "éléments nouveaux ou modifiés")}`,
  neverSynced: "Jamais synchronisé",
  noSource: (domains) => `Aucune source configurée pour ${domains}.`,
  states: { running: "en cours", completed: "terminé", failed: "en échec", interrupted: "interrompu" },
  setAside: rejected,
  services: "Services",
  asked: "Reliés",
  others: "Non configurés",
  working: "Fonctionne",
  trouble: "En échec",
  idle: "Jamais synchronisé",
  free: {
    strava:
      "Demande un abonnement Strava payant. Gratuit : importe l’export de Strava ou les fichiers de ta montre.",
    spotify:
      "Demande Spotify Premium. Gratuit : importe l’historique de Spotify et envoie les nouvelles écoutes depuis un lecteur.",
    trakt:
      "Demande Trakt VIP. Gratuit : importe l’export de Trakt et envoie la suite depuis Plex, Jellyfin ou Kodi.",
    readwise:
      "Demande une offre payante après l’essai. Gratuit : importe des fichiers ou enregistre des pages dans Daybook.",
    plex: "Gratuit. Seuls les webhooks de Plex demandent un Plex Pass.",
    letterboxd: "Gratuit pour les 50 derniers films. Pour le reste, importe une fois l’export de Letterboxd.",
    google: "Gratuit. Relie-le chaque semaine tant que ton application Google est en test.",
  },
  linkedAs: (account) => `Relié à ${account}`,
  linked: "Relié",
  bySettings: "Configuré dans les réglages du serveur",
  keyless: "Sans compte",
  until: "Fin de l’accès",
  lastAnswer: "Dernier succès",
  lastTrouble: "Dernière erreur",
  troubles: {
    unreached: (service, setting) => `${service} est injoignable. Si cela dure, vérifie ${setting}.`,
    refused: (service, setting) => `${service} refuse l’accès. Vérifie ${setting}.`,
    passing: (service) => `${service} est surchargé ou en panne. Daybook réessaiera plus tard.`,
    unknown: (service, setting) =>
      `${service} répond d’une façon que Daybook ne connaît pas. Vérifie ${setting}.`,
  },
  linkIt: "Relier",
  again: "Relier à nouveau",
  link: (title) => `Relier ${title}`,
  linkAgain: (title) => `Relier à nouveau ${title}`,
  linkHint: "Tu autorises l’accès auprès du service, puis tu reviens ici.",
  justLinked: (title, account) =>
    `${title} est relié. Daybook synchronise maintenant ${account === "" ? "ton compte" : `le compte de ${account}`}.`,
  unlink: "Délier",
  unlinkQuestion: (title) => `Délier ${title} ?`,
  unlinkLost: "Daybook supprime son accès et ne synchronise plus. Les données importées restent.",
  test: "Tester",
  testOf: (title) => `Tester le lien avec ${title}`,
  tested: (email, n) => `Fonctionne : ${email}, ${count(n, "message", "messages")}.`,
  testedFor: "Peut lire",
  testedUntil: (time) => `L’accès expire à ${time} et se renouvelle automatiquement.`,
  apps: "Apps qui t’envoient des données",
  appsLead:
    "Saisis l’URL dans l’app. Son jeton, mot de passe ou nom d’utilisateur est une clé qui peut seulement envoyer.",
  appsKey: "Nouvelle clé",
  asideTitle: "Lignes rejetées",
  asideLead:
    "Lignes qui n’ont pas pu être lues. Réessayer ou mettre Daybook à jour peut suffire. Les tracés qui ne ressemblent pas à des courses attendent ici que tu les acceptes.",
  asideAccept: "Accepter",
  asideAccepted: (n) =>
    n === 0 ? "Impossible de l’accepter." : count(n, "élément enregistré.", "éléments enregistrés."),
  asideRetry: "Réessayer",
  asideDue: (n) =>
    n === 0 ? "Aucune ne peut être réessayée." : `La prochaine synchronisation réessaie ${rows(n)}.`,
  asideRaw: "Ligne",
  asideTries: (n) => count(n, "essai", "essais"),
}

export const imports: Messages["settings"]["imports"] = {
  drop: "Dépose des fichiers ici",
  choose: "Choisir des fichiers",
  hint: "ZIP, CSV, JSON, FIT, GPX et d’autres, jusqu’à 4 Go chacun. Importer deux fois un fichier est sans risque.",
  formats: "Formats reconnus",
  formatsOf: {
    listening: "Spotify, Apple Music, Last.fm, ListenBrainz, Maloja, Koito",
    reading:
      "Pocket, Instapaper, Readwise, Wallabag, Karakeep, Omnivore, Matter, Raindrop, Pinboard, Linkwarden, favoris ; livres de Goodreads, StoryGraph, Hardcover, BookWyrm, LibraryThing, KOReader",
    watching: "Letterboxd, Trakt, Simkl, IMDb, TMDB, Yamtrack, MyAnimeList, AniList",
    running: "Fichiers FIT, TCX et GPX ; exports complets de Strava, Garmin ou Apple Santé",
    attending: "Ta propre liste de matchs et d’abonnements",
    collecting: "Discogs",
    places: "Google Timeline, Swarm, OwnTracks, Overland, GPSLogger, GeoJSON, KML",
  },
  folder: (name) => `« ${name} » est un dossier. Compresse-le et dépose le ZIP.`,
  tooLong: "Plus de 4 Go. Découpe-le et envoie les parties.",
  unsendable: "Ce fichier n’a pas pu être envoyé. Choisis-le à nouveau.",
  queue: "Envoi",
  waiting: "En attente",
  sending: (part) => `Envoi : ${part}`,
  interrupted: "Envoi interrompu. Il reprend dès que le serveur est de retour.",
  leave: "Garde cette page ouverte jusqu’à la fin de l’envoi.",
  cancel: "Annuler",
  dismiss: "Masquer",
  list: "Imports précédents",
  none: "Aucun import pour l’instant",
  noneHint: "Dépose un export ci-dessus. Le résultat de chaque fichier apparaît ici.",
  noName: "Fichier sans nom",
  states: { waiting: "En attente", running: "En cours", completed: "Terminé", failed: "En échec" },
  read: (n) => count(n, "ligne lue", "lignes lues"),
  stored: (n) => count(n, "nouvelle ou modifiée", "nouvelles ou modifiées"),
  known: (n) => count(n, "déjà importée", "déjà importées"),
  setAside: rejected,
  left: (seconds) =>
    seconds < 90
      ? `encore ${count(seconds, "seconde", "secondes")}`
      : `encore ${count(Math.round(seconds / 60), "minute", "minutes")}`,
  stop: "Arrêter",
  stopQuestion: (name) => `Arrêter l’import de ${name} ?`,
  stopLost: "Les lignes déjà importées restent. Le reste est ignoré.",
  parts: (n) => count(n, "fichier", "fichiers"),
  manyParts: "Fichiers contenus",
  allParts: "Afficher tous les fichiers contenus",
  partNot: "non reconnu",
  partKnown: "déjà importé",
  nothing: "Rien à importer",
  advice: {
    empty: "Il n’y a rien dedans. Exporte-le encore une fois.",
    locked: "Abîmé, ou protégé par un mot de passe. Télécharge-le à nouveau, ou déverrouille-le d’abord.",
    photo: "Une photo : il n’y a rien dedans que Daybook puisse garder.",
    media: "Du son ou une vidéo : il n’y a rien dedans que Daybook puisse garder.",
    document: "Un document. Dépose le fichier que le service exporte : CSV, JSON ou ZIP.",
    sheet: "Un tableur. Enregistre-le en CSV avec les noms de colonnes du service, et dépose-le.",
    utf16: "Du texte en UTF-16. Enregistre-le en UTF-8, et dépose-le à nouveau.",
    columns: (names) =>
      `Un tableau dont Daybook ne connaît pas les colonnes : ${names}. Dépose l’export tel que le service l’a écrit.`,
    fields: (names) =>
      `Du JSON dont Daybook ne connaît pas les champs : ${names}. Dépose l’export tel que le service l’a écrit.`,
    unknown: "Pas un export que Daybook connaît. « Formats reconnus » montre ce qu’il lit.",
  },
}
