import type { Messages } from "../../texts.ts"

export const signIn: Messages["signIn"] = {
  title: "Ouvre ton Daybook",
  lead: "Daybook a affiché un lien au démarrage. Il s’ouvre une fois et te garde connecté sur cet appareil.",
  start: "npm start",
  ready: "Daybook est prêt. Ouvre ceci :",
  another: [
    "Pas de lien ? Affiche-en un nouveau avec",
    "npm run daybook -- sign-in",
    ". Un lien dure 15 minutes.",
  ],
  key: "Clé",
  hint: "Les clés sont affichées au premier démarrage, ou se trouvent dans le fichier first-keys du dossier de données. Une clé de lecture voit tout ; une clé d’administration peut aussi modifier.",
  button: "Ouvrir",
  working: "Ouverture",
  wrong: "Cette clé n’est pas valable. Elle a peut-être été révoquée ou a expiré.",
  sends:
    "Cette clé peut seulement envoyer des données. Connecte-toi avec une clé de lecture ou d’administration.",
  ended: "Tu as été déconnecté, car ta clé a expiré ou a été révoquée.",
  spent: "Ce lien a déjà été ouvert ou date de plus de 15 minutes. Affiche-en un nouveau.",
  here: "Tes données sont sur ce serveur. Elles y restent.",
}
