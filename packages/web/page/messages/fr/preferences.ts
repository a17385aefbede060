import type { Messages } from "../../texts.ts"
import { textEnding } from "../../words.ts"

export const serviceFields: Messages["serviceFields"] = {
  WEBHOOK_SECRET: "Secret du webhook",
  CONSUMER_KEY: "Clé consommateur",
  CONSUMER_SECRET: "Secret consommateur",
  TOKEN_SECRET: "Secret du jeton",
  CLIENT_ID: "Identifiant client",
  CLIENT_SECRET: "Secret client",
  REFRESH_TOKEN: "Jeton de renouvellement",
  API_KEY: "Clé API",
  TOKEN: "Jeton",
  MODEL: "Modèle",
  USER: "Nom d’utilisateur",
  KEY: "Clé",
  URL: "Adresse",
}

export const preferences: Messages["preferences"] = {
  saved: "Enregistré.",
  undone: "Annulé.",
  undo: "Annuler",
  close: "Fermer",
  save: "Enregistrer",
  forget: "Oublier",
  isSet: "Enregistré. Saisis une nouvelle valeur pour le remplacer.",
  fixed: (name) => `${name}, dans l’environnement du serveur, en décide.`,
  here: (zone) => `Utiliser ${zone}, le fuseau de ce navigateur`,
  zone: "Fuseau horaire",
  dayBegins: "La journée commence à",
  midnight: "Minuit",
  dayHint: "Avec 04:00, le film qui finit à une heure du matin appartient à la soirée où il a commencé.",
  counted: "Jours, semaines et totaux sont recalculés. Cela prend un instant.",
  week: "La semaine commence le",
  weeks: { monday: "Lundi", sunday: "Dimanche", saturday: "Samedi" },
  look: "Apparence",
  looks: { system: "Comme le système", light: "Clair", dark: "Sombre" },
  distance: "Distance",
  units: { auto: "Comme le navigateur", kilometres: "Kilomètres", miles: "Miles" },
  writtenIn: "Langue",
  asBrowser: "Comme le navigateur",
  map: "La carte de près",
  tiles: "Adresse des tuiles de carte",
  tilesHint:
    "Les rues viennent d’un serveur de cartes de ton choix, comme https://tile.example.org/{z}/{x}/{y}.png. Il apprend alors quelle partie du monde tu regardes, rien d’autre. Sans lui, la carte montre de simples contours et n’envoie aucune requête.",
  tilesCredit: "Mention sur la carte",
  backupTo: "Dossier de sauvegarde quotidienne",
  backupHint:
    "Un dossier existant sur le serveur, de préférence sur un autre disque. Les sept dernières sont gardées.",
  networks: "Réseaux privés que les webhooks peuvent appeler",
  networksHint:
    "Des adresses comme 192.168.1.20 ou 192.168.1.0/24, séparées par des virgules. Les adresses publiques sont toujours permises.",
  setUpService: "Configurer",
  serviceHint: "Enregistré chiffré sur le serveur. Effet immédiat.",
  field: (name) => textEnding(serviceFields, name),
  api: "Documentation de l’API",
}
