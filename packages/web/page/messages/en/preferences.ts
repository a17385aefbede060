import { textEnding } from "../../words.ts"

/** What each setting of a service is, by the end of its name: the first one that fits. */
export const serviceFields = {
  WEBHOOK_SECRET: "Secret of the webhook",
  CONSUMER_KEY: "Consumer key",
  CONSUMER_SECRET: "Consumer secret",
  TOKEN_SECRET: "Token secret",
  CLIENT_ID: "Client ID",
  CLIENT_SECRET: "Client secret",
  REFRESH_TOKEN: "Refresh token",
  API_KEY: "API key",
  TOKEN: "Token",
  MODEL: "Model",
  USER: "User name",
  KEY: "Key",
  URL: "Address",
}

/** The texts of settings that are stored on the server. */
export const preferences = {
  saved: "Saved.",
  undone: "Taken back.",
  undo: "Undo",
  close: "Close",
  save: "Save",
  forget: "Forget",
  isSet: "Stored. Type a new one to replace it.",
  fixed: (name: string) => `${name} in the server's environment sets this.`,
  here: (zone: string) => `Use ${zone}, the zone of this browser`,
  zone: "Time zone",
  dayBegins: "A day begins at",
  midnight: "Midnight",
  dayHint: "With 04:00, a film that ends at one in the morning belongs to the evening before.",
  counted: "Days, weeks and totals are counted again. That takes a moment.",
  week: "Week begins on",
  weeks: { monday: "Monday", sunday: "Sunday", saturday: "Saturday" },
  look: "Look",
  looks: { system: "As the system", light: "Light", dark: "Dark" },
  distance: "Distance",
  units: { auto: "As the browser", kilometres: "Kilometres", miles: "Miles" },
  writtenIn: "Language",
  asBrowser: "As the browser",
  map: "Map when you are close",
  tiles: "Address of map tiles",
  tilesHint:
    "Streets come from a map server that you choose, such as https://tile.example.org/{z}/{x}/{y}.png. It then learns which part of the world you look at, and nothing else. Without one, the map shows plain outlines and sends no requests.",
  tilesCredit: "Credit on the map",
  backupTo: "Folder for a daily backup",
  backupHint: "An existing folder on the server, best on another disk. It keeps the last seven.",
  networks: "Private networks that webhooks may call",
  networksHint:
    "Addresses such as 192.168.1.20 or 192.168.1.0/24, separated by commas. Public addresses are always allowed.",
  setUpService: "Set up",
  serviceHint: "Stored sealed on the server. It applies at once.",
  field: (name: string) => textEnding(serviceFields, name),
  api: "Documentation of the API",
} as const
