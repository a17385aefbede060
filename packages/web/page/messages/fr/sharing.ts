import type { Messages } from "../../texts.ts"

export const sharing: Messages["sharing"] = {
  share: "Partager",
  title: (year) => `Partager ${year}`,
  picture: "En image",
  pictureHint: "Enregistre une carte de l’histoire et envoie-la à qui tu veux.",
  openStory: "Choisir une carte",
  page: "En page publique",
  pageHint:
    "Qui a le lien voit l’année mois par mois : aucune heure, et aucun lieu à moins de 1 km du départ et de l’arrivée de tes courses.",
  now: "Montrer aussi ce que j’écoute, lis et regarde en ce moment",
  index: "Laisser les moteurs de recherche la référencer",
  make: "Créer une page publique",
  made: "Ta page est prête. Son lien n’est montré qu’une fois :",
  copy: "Copier le lien",
  isPublic: (day) => `Publique depuis le ${day}.`,
  end: "Fermer la page",
  ended: "La page est fermée : son lien n’ouvre plus rien.",
  done: "Terminé",
  name: (year) => `L’année ${year}`,
  print: "Imprimer",
  shareNow: "Partager l’instant",
  nowTitle: "Partager ce qui se passe maintenant",
  nowName: "En ce moment",
  nowHint:
    "Qui a le lien voit ce que tu écoutes, lis et regardes : le plus récent de chaque, sans heure et sans lieu.",
  adminOnly: "Connecte-toi avec une clé d’administration pour créer une page publique.",
}
