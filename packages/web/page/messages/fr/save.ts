import type { Messages } from "../../texts.ts"

export const save: Messages["save"] = {
  title: "Enregistrer une page",
  lead: "Lis-la plus tard. Le titre, le texte et l’image viennent de la page.",
  url: "URL",
  name: "Titre",
  nameHint: "Laisse vide pour garder celui de la page.",
  tags: "Étiquettes",
  tagsHint: "Séparées par des virgules.",
  button: "Enregistrer",
  saved: "Enregistré.",
  see: "Afficher",
  elsewhere: "Enregistrer depuis partout",
  bookmark: "Glisse ceci dans tes favoris, puis clique dessus sur n’importe quelle page :",
  bookmarkName: "Enregistrer dans Daybook",
  phone: "Sur Android, installe cette page et partage vers Daybook depuis n’importe quelle app.",
  iphone:
    "Sur iPhone, crée un raccourci avec « Obtenir le contenu de l’URL » : POST, JSON, avec url comme entrée du raccourci, et l’en-tête Authorization avec Bearer et une clé qui peut enregistrer des pages. Son adresse :",
  apps: "Les apps pour Wallabag enregistrent aussi ici. L’URL de leur serveur, avec n’importe quel nom d’utilisateur et une telle clé comme mot de passe :",
}
