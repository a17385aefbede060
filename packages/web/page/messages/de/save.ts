import type { Messages } from "../../texts.ts"

export const save: Messages["save"] = {
  title: "Seite speichern",
  lead: "Lies sie später. Titel, Text und Bild kommen von der Seite.",
  url: "URL",
  name: "Titel",
  nameHint: "Leer lassen, um den Titel der Seite zu übernehmen.",
  tags: "Tags",
  tagsHint: "Mit Kommas getrennt.",
  button: "Speichern",
  saved: "Gespeichert.",
  see: "Anzeigen",
  elsewhere: "Von überall speichern",
  bookmark: "Zieh das in deine Lesezeichen und klicke es auf jeder Seite an:",
  bookmarkName: "In Daybook speichern",
  phone: "Installiere diese Seite auf Android und teile aus jeder App mit Daybook.",
  iphone:
    "Erstelle auf dem iPhone einen Kurzbefehl mit „Inhalte von URL abrufen“: POST, JSON, mit url als Eingabe des Kurzbefehls und dem Header Authorization mit Bearer und einem Schlüssel, der Seiten speichern darf. Die Adresse:",
  apps: "Auch Apps für Wallabag speichern hierher. Ihre Server-URL, mit beliebigem Benutzernamen und einem solchen Schlüssel als Passwort:",
}
