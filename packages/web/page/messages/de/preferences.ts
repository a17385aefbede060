import type { Messages } from "../../texts.ts"
import { textEnding } from "../../words.ts"

/** What each setting of a service is, by the end of its name: the first one that fits. */
export const serviceFields: Messages["serviceFields"] = {
  WEBHOOK_SECRET: "Geheimnis des Webhooks",
  CONSUMER_KEY: "Consumer Key",
  CONSUMER_SECRET: "Consumer Secret",
  TOKEN_SECRET: "Token Secret",
  CLIENT_ID: "Client-ID",
  CLIENT_SECRET: "Client Secret",
  REFRESH_TOKEN: "Refresh-Token",
  API_KEY: "API-Schlüssel",
  TOKEN: "Token",
  MODEL: "Modell",
  USER: "Benutzername",
  KEY: "Schlüssel",
  URL: "Adresse",
}

export const preferences: Messages["preferences"] = {
  saved: "Gespeichert.",
  undone: "Rückgängig gemacht.",
  undo: "Rückgängig",
  close: "Schließen",
  save: "Speichern",
  forget: "Vergessen",
  isSet: "Gespeichert. Gib einen neuen Wert ein, um ihn zu ersetzen.",
  fixed: (name) => `${name} in der Umgebung des Servers legt das fest.`,
  here: (zone) => `${zone} verwenden, die Zeitzone dieses Browsers`,
  zone: "Zeitzone",
  dayBegins: "Ein Tag beginnt um",
  midnight: "Mitternacht",
  dayHint: "Mit 04:00 gehört der Film, der nachts um eins endet, noch zum Abend davor.",
  counted: "Tage, Wochen und Summen werden neu gezählt. Das dauert einen Moment.",
  week: "Woche beginnt am",
  weeks: { monday: "Montag", sunday: "Sonntag", saturday: "Samstag" },
  look: "Aussehen",
  looks: { system: "Wie das System", light: "Hell", dark: "Dunkel" },
  distance: "Distanz",
  units: { auto: "Wie der Browser", kilometres: "Kilometer", miles: "Meilen" },
  writtenIn: "Sprache",
  asBrowser: "Wie der Browser",
  map: "Karte von Nahem",
  tiles: "Adresse der Kartenkacheln",
  tilesHint:
    "Straßen kommen von einem Kartenserver deiner Wahl, etwa https://tile.example.org/{z}/{x}/{y}.png. Er erfährt dann, welchen Teil der Welt du ansiehst, sonst nichts. Ohne ihn zeigt die Karte einfache Umrisse und sendet keine Anfragen.",
  tilesCredit: "Quellenangabe auf der Karte",
  backupTo: "Ordner für eine tägliche Sicherung",
  backupHint:
    "Ein vorhandener Ordner auf dem Server, am besten auf einer anderen Platte. Die letzten sieben bleiben.",
  networks: "Private Netze, die Webhooks aufrufen dürfen",
  networksHint:
    "Adressen wie 192.168.1.20 oder 192.168.1.0/24, mit Kommas getrennt. Öffentliche Adressen sind immer erlaubt.",
  setUpService: "Einrichten",
  serviceHint: "Verschlüsselt auf dem Server gespeichert. Gilt sofort.",
  field: (name) => textEnding(serviceFields, name),
  api: "Dokumentation der API",
}
