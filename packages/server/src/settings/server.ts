import { shortestConfiguredKey } from "@daybook/access"
import { Setting } from "@daybook/kernel"
import * as Kinds from "./kinds.ts"

/** The default port of the profile API. */
export const defaultNotifyPort = 8788

/** The addresses of both APIs. */
export const server = Setting.group("Server", {
  host: Setting.of("HOST", Setting.text, {
    default: "127.0.0.1",
    meaning: "the address that both APIs listen on",
  }),
  port: Setting.of("PORT", Kinds.port, { default: "8787", meaning: "the port of the activity API" }),
  // Undefined while unset: the default port may be skipped when taken, a configured one may not.
  notifyPort: Setting.of("NOTIFY_PORT", Kinds.port, {
    shown: String(defaultNotifyPort),
    meaning: "port of the profile API; if unset and 8788 is in use, the profile API is disabled",
  }),
  listeners: Setting.of("LISTENERS", Kinds.listeners, {
    default: "1",
    meaning: "number of worker processes (PostgreSQL only); auto: one per CPU",
  }),
  publicUrl: Setting.of("PUBLIC_URL", Kinds.publicUrl, {
    meaning: "public URL of the activity API, including any path prefix, such as https://example.org/daybook",
  }),
  tilesUrl: Setting.of("TILES_URL", Kinds.tiles, {
    meaning:
      "map tiles for the page, such as https://tile.example.org/{z}/{x}/{y}.png; browsers then reveal the viewed area to that server; unset: built-in outlines, no requests",
  }),
  tilesCredit: Setting.of("TILES_CREDIT", Setting.text, {
    default: "© OpenStreetMap contributors",
    meaning: "attribution of these tiles, shown on the map",
  }),
})

/** The place of the data. */
export const storage = Setting.group("Storage", {
  database: Setting.of("DATABASE_URL", Kinds.database, {
    default: "",
    shown: "unset",
    meaning:
      "PostgreSQL URL, postgres://… (version 15 or later; with several hosts, a:5432,b:5432, the writable one is used), or memory: for no persistence; unset: the SQLite file daybook.db in DATA_DIR",
  }),
  schema: Setting.of("DATABASE_SCHEMA", Kinds.schemaName, {
    default: "daybook",
    meaning: "the schema of Daybook's tables on PostgreSQL",
  }),
  databaseTimeout: Setting.of("DATABASE_TIMEOUT", Kinds.seconds, {
    default: "30",
    meaning: "seconds that a statement may take on PostgreSQL",
  }),
  allowNewerSchema: Setting.of("ALLOW_NEWER_SCHEMA", Setting.onOrOff, {
    default: "off",
    meaning: "on: start even if a newer version has migrated the database",
  }),
  backupTo: Setting.of("BACKUP_TO", Setting.text, {
    meaning: "existing folder for daily backups, best on another disk; the last seven remain",
  }),
  dataDir: Setting.of("DATA_DIR", Setting.text, {
    default: "./.daybook",
    meaning: "the folder of the database file, the sealing key, the first keys and files being imported",
  }),
})

/** The keys that are accepted from the first start on, and the key that seals tokens. */
export const keys = Setting.group("Keys", {
  adminKey: Setting.of("ADMIN_KEY", Setting.secret, {
    meaning: `an admin key to accept, at least ${shortestConfiguredKey} characters; unset: the first start creates one`,
  }),
  readKey: Setting.of("READ_KEY", Setting.secret, {
    meaning: `a read key to accept, at least ${shortestConfiguredKey} characters; unset: the first start creates one`,
  }),
  notifyWorkspace: Setting.of("NOTIFY_WORKSPACE", Setting.text, {
    meaning: "ID of a profile API workspace; unset: the first start creates one",
  }),
  notifyKey: Setting.of("NOTIFY_KEY", Kinds.secrets, {
    meaning: `a key of that workspace, at least ${shortestConfiguredKey} characters, or several, comma-separated; unset: the first start creates one`,
  }),
  sealingKey: Setting.of("SEALING_KEY", Kinds.sealingKey, {
    shown: "made once in DATA_DIR",
    meaning:
      "64 hexadecimal characters that seal tokens at rest; required if several servers share a database",
  }),
})
