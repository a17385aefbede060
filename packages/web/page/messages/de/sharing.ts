import type { Messages } from "../../texts.ts"

export const sharing: Messages["sharing"] = {
  share: "Teilen",
  title: (year) => `${year} teilen`,
  picture: "Als Bild",
  pictureHint: "Speichere eine Karte der Geschichte und schick sie, wem du magst.",
  openStory: "Karte auswählen",
  page: "Als öffentliche Seite",
  pageHint:
    "Wer den Link hat, sieht das Jahr nach Monaten: keine Uhrzeiten und keinen Ort im Umkreis von 1 km um Anfang und Ende deiner Läufe.",
  now: "Auch zeigen, was ich gerade höre, lese und sehe",
  index: "Suchmaschinen dürfen sie auflisten",
  make: "Öffentliche Seite erstellen",
  made: "Deine Seite ist fertig. Ihr Link wird nur einmal gezeigt:",
  copy: "Link kopieren",
  isPublic: (day) => `Öffentlich seit ${day}.`,
  end: "Seite beenden",
  ended: "Die Seite ist beendet: Ihr Link öffnet nichts mehr.",
  done: "Fertig",
  name: (year) => `Das Jahr ${year}`,
  print: "Drucken",
  shareNow: "„Gerade jetzt“ teilen",
  nowTitle: "Teilen, was gerade läuft",
  nowName: "Gerade jetzt",
  nowHint:
    "Wer den Link hat, sieht, was du hörst, liest und siehst: jeweils das Neueste, ohne Uhrzeit und ohne Orte.",
  adminOnly: "Melde dich mit einem Admin-Schlüssel an, um eine öffentliche Seite zu erstellen.",
}
