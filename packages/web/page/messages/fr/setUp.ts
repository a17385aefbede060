import type { Messages } from "../../texts.ts"
import { count } from "../../words.ts"
import { entries } from "./frame.ts"

export const setUp: Messages["setUp"] = {
  title: "Configuration",
  toSources: "Relier un service",
  toImports: "Importer des fichiers",
  empty: "Rien ici pour l’instant",
  begin: "Configurer Daybook",
  needsAdmin: "Connecte-toi avec une clé d’administration pour configurer Daybook.",
  steps: { files: "Tes fichiers", accounts: "Comptes", time: "Heure et unités" },
  nav: "Étapes",
  later: "Plus tard",
  filesTitle: "D’abord, dépose tout.",
  filesLead:
    "N’importe quel export ou ZIP. Le format est reconnu. Tu peux arrêter un import, et réimporter le même fichier n’ajoute rien.",
  found: "Trouvé jusqu’ici",
  yearHere: (year) => `Ton année ${year} est là.`,
  inYears: (n, years) => `${entries(n)} en ${count(years, "an", "ans")}`,
  openYear: (year) => `Ouvrir ${year}`,
  fromServices: "Tes fichiers viennent d’ici. Relie-le, et demain se remplit tout seul.",
  inYourFiles: "Trouvé dans tes fichiers",
  toAccounts: "Suite : comptes",
  accountsTitle: "Ensuite, qui prend le relais ?",
  accountsLead: "Relie ce que tu utilises encore, et demain se remplit tout seul. Nous ne faisons que lire.",
  toTime: "Suite : heure et unités",
  timeTitle: "Quand commence ta journée ?",
  timeLead: "Les heures comptent dans ce fuseau. Change ce qui ne va pas.",
  willRead: "Voici à quoi cela ressemblera",
  sample: {
    running: "Footing tranquille",
    listening: "Low Water et 13 autres chansons",
    watching: "Long Division",
  },
  hereIs: (zone) => `Ce navigateur est dans le fuseau ${zone}.`,
  useHere: (zone) => `Utiliser ${zone}`,
  done: "Ouvrir mon Daybook",
  noAccounts: "Aucun service n’est prêt à être relié.",
  noAccountsHint: "Chacun a d’abord besoin d’identifiants. Voir Sources.",
  allServices: "Tous les services",
}
