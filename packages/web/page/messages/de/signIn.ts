import type { Messages } from "../../texts.ts"

export const signIn: Messages["signIn"] = {
  title: "Öffne dein Daybook",
  lead: "Daybook hat beim Start einen Link ausgegeben. Er funktioniert einmal und hält dich auf diesem Gerät angemeldet.",
  start: "npm start",
  ready: "Daybook ist bereit. Öffne das:",
  another: [
    "Kein Link? Gib einen neuen aus mit",
    "npm run daybook -- sign-in",
    ". Ein Link gilt 15 Minuten.",
  ],
  key: "Schlüssel",
  hint: "Die Schlüssel werden beim ersten Start ausgegeben oder stehen in der Datei first-keys im Datenordner. Ein Leseschlüssel sieht alles, ein Admin-Schlüssel kann auch ändern.",
  button: "Öffnen",
  working: "Wird geöffnet",
  wrong: "Dieser Schlüssel ist ungültig. Vielleicht wurde er widerrufen oder ist abgelaufen.",
  sends: "Dieser Schlüssel kann nur Daten senden. Melde dich mit einem Lese- oder Admin-Schlüssel an.",
  ended: "Du wurdest abgemeldet, weil dein Schlüssel abgelaufen ist oder widerrufen wurde.",
  spent: "Dieser Link wurde schon geöffnet oder ist älter als 15 Minuten. Gib einen neuen aus.",
  here: "Deine Daten liegen auf diesem Server. Da bleiben sie.",
}
