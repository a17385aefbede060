import type { Messages } from "../../texts.ts"
import { count } from "../../words.ts"
import { entries } from "./frame.ts"

export const setUp: Messages["setUp"] = {
  title: "Einrichten",
  toSources: "Dienst verbinden",
  toImports: "Dateien importieren",
  empty: "Noch nichts da",
  begin: "Daybook einrichten",
  needsAdmin: "Melde dich mit einem Admin-Schlüssel an, um Daybook einzurichten.",
  steps: { files: "Deine Dateien", accounts: "Konten", time: "Zeit & Einheiten" },
  nav: "Schritte",
  later: "Später",
  filesTitle: "Zuerst: alles hier hinein.",
  filesLead:
    "Jeder Export, jedes ZIP. Das Format wird erkannt. Du kannst einen Import anhalten, und dieselbe Datei ein zweites Mal fügt nichts hinzu.",
  found: "Bisher gefunden",
  yearHere: (year) => `Dein ${year} ist da.`,
  inYears: (n, years) => `${entries(n)} in ${count(years, "Jahr", "Jahren")}`,
  openYear: (year) => `${year} öffnen`,
  fromServices:
    "Deine Dateien kommen von hier. Verbinde den Dienst, dann füllt sich der nächste Tag von selbst.",
  inYourFiles: "In deinen Dateien gefunden",
  toAccounts: "Weiter: Konten",
  accountsTitle: "Und wer macht weiter?",
  accountsLead: "Verbinde, was du noch nutzt, dann füllt sich der nächste Tag von selbst. Wir lesen nur.",
  toTime: "Weiter: Zeit & Einheiten",
  timeTitle: "Wo beginnt dein Tag?",
  timeLead: "Zeiten gelten in dieser Zone. Ändere, was nicht stimmt.",
  willRead: "So wird es aussehen",
  sample: {
    running: "Lockerer Lauf",
    listening: "Low Water und 13 weitere Songs",
    watching: "Long Division",
  },
  hereIs: (zone) => `Dieser Browser ist in ${zone}.`,
  useHere: (zone) => `${zone} verwenden`,
  done: "Mein Daybook öffnen",
  noAccounts: "Noch kein Dienst lässt sich verbinden.",
  noAccountsHint: "Jeder braucht zuerst Zugangsdaten. Siehe Quellen.",
  allServices: "Alle Dienste",
}
