import { shortestHandedKey } from "@daybook/access"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as IpNetwork from "effect/net/IpNetwork"

/** Every setting, in the order of `--help`: its name, its default and what it means. */
export const settingsList: ReadonlyArray<readonly [name: string, fallback: string, meaning: string]> = [
  ["HOST", "127.0.0.1", "address of the activity API"],
  ["PORT", "8787", "port of the activity API"],
  ["NOTIFY_PORT", "8788", "port of the profile property API, at the same address"],
  [
    "DATABASE_URL",
    "unset",
    "postgres://…, or memory: (forgets all at its end); unset: PGlite under DATA_DIR",
  ],
  ["DATABASE_SCHEMA", "daybook", "the schema that holds our tables"],
  ["DATA_DIR", "./.daybook", "PGlite's files, and what must be kept beside them"],
  [
    "ADMIN_KEY",
    "unset",
    `an admin key to accept, ${shortestHandedKey} characters or more; unset: the first start makes one`,
  ],
  ["READ_KEY", "unset", "a read key to accept, likewise"],
  ["NOTIFY_WORKSPACE", "unset", "a first workspace of the profile API; unset: the first start makes one"],
  ["NOTIFY_KEY", "unset", "a key of it to accept, 32 characters or more; unset: the first start makes one"],
  ["RATE_LIMIT", "60", "requests per key per 60 s, where the key's record says nothing else"],
  ["TRUSTED_PROXIES", "none", "addresses or networks, comma-separated, whose X-Forwarded-For is believed"],
  ["ALLOWED_ORIGINS", "none", "browsers' origins for CORS, comma-separated"],
  ["TIME_ZONE", "UTC", "the person's time zone, such as Europe/Lisbon"],
  ["SYNC_SCHEDULE", "on", "off switches scheduled syncs off"],
  ["REQUEST_RETENTION_DAYS", "7", "how long outcomes of set-once requests are kept"],
  ["LASTFM_URL", "https://ws.audioscrobbler.com/2.0/", "the scrobbling service"],
  ["LASTFM_API_KEY", "unset", "its API key"],
  ["LASTFM_USER", "unset", "whose scrobbles"],
  [
    "ITUNES_URL",
    "https://itunes.apple.com",
    "the music catalog; ?country=… for another country's; off: none",
  ],
]

/** A setting has a value that cannot be used. The message names it and says what to set. */
export class SettingError extends Schema.TaggedError<SettingError>()("SettingError", {
  message: Schema.String,
}) {}

const listOf = (text: string) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")

/** Reads a text setting by a rule of its own; the rule gives undefined for what it does not accept. */
const read = <A>(name: string, fallback: string, parse: (text: string) => A | undefined, wanted: string) =>
  Config.String(name).pipe(
    Config.withDefault(fallback),
    Effect.flatMap((text) => {
      const value = parse(text)
      return value === undefined
        ? Effect.fail(new SettingError({ message: `${name} is "${text}"; it must be ${wanted}` }))
        : Effect.succeed(value)
    }),
  )

const wholeNumber = (least: number, most: number) => (text: string) => {
  const value = Number(text)
  return /^\d+$/.test(text) && value >= least && value <= most ? value : undefined
}

const parseNetworks = (text: string) => {
  const networks: Array<IpNetwork.IpNetwork> = []
  for (const item of listOf(text)) {
    const network = IpNetwork.fromString(
      item.includes("/") ? item : `${item}/${item.includes(":") ? 128 : 32}`,
    )
    if (Result.isFailure(network)) return undefined
    networks.push(network.success)
  }
  return networks
}

const parseOrigins = (text: string) => {
  const origins = listOf(text).map((item) => item.replace(/\/$/, ""))
  return origins.every((item) => URL.canParse(item) && new URL(item).origin === item) ? origins : undefined
}

const parseDatabase = (text: string) => {
  if (text === "") return { kind: "pglite" } as const
  if (text === "memory:") return { kind: "memory" } as const
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)
    ? ({ kind: "postgres", url: Redacted.make(text) } as const)
    : undefined
}

const webAddress = (text: string) =>
  /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined

const secret = (name: string) => Effect.map(Config.option(Config.Redacted(name)), Option.getOrUndefined)

const text = (name: string) => Effect.map(Config.option(Config.String(name)), Option.getOrUndefined)

const database = Effect.gen(function* () {
  const url = (yield* secret("DATABASE_URL")) ?? Redacted.make("")
  const parsed = parseDatabase(Redacted.value(url))
  // The address may hold a password: it is not repeated.
  if (parsed !== undefined) return parsed
  return yield* new SettingError({ message: "DATABASE_URL must be postgres://…, memory: or unset" })
})

const lastfm = Effect.gen(function* () {
  const url = yield* read(
    "LASTFM_URL",
    "https://ws.audioscrobbler.com/2.0/",
    webAddress,
    "an http or https address",
  )
  const apiKey = yield* secret("LASTFM_API_KEY")
  const user = yield* text("LASTFM_USER")
  return apiKey === undefined || user === undefined ? undefined : { url, apiKey, user }
})

const itunes = Effect.map(
  read(
    "ITUNES_URL",
    "https://itunes.apple.com",
    (value) => (value === "off" ? "off" : webAddress(value)),
    "an http or https address, or off",
  ),
  (url) => (url === "off" ? undefined : { url }),
)

/** All settings, read and checked. */
export const readSettings = Effect.gen(function* () {
  return {
    host: (yield* text("HOST")) ?? "127.0.0.1",
    port: yield* read("PORT", "8787", wholeNumber(0, 65_535), "a port"),
    notifyPort: yield* read("NOTIFY_PORT", "8788", wholeNumber(0, 65_535), "a port"),
    database: yield* database,
    schema: yield* read(
      "DATABASE_SCHEMA",
      "daybook",
      (value) => (/^[a-z_][a-z0-9_]{0,62}$/i.test(value) ? value : undefined),
      "a name of letters, digits and _",
    ),
    dataDir: (yield* text("DATA_DIR")) ?? "./.daybook",
    adminKey: yield* secret("ADMIN_KEY"),
    readKey: yield* secret("READ_KEY"),
    notifyWorkspace: yield* text("NOTIFY_WORKSPACE"),
    notifyKey: yield* secret("NOTIFY_KEY"),
    rateLimit: yield* read("RATE_LIMIT", "60", wholeNumber(1, 1_000_000_000), "a whole number from 1"),
    trustedProxies: yield* read(
      "TRUSTED_PROXIES",
      "",
      parseNetworks,
      "addresses such as 10.0.0.1 or 10.0.0.0/8",
    ),
    allowedOrigins: yield* read("ALLOWED_ORIGINS", "", parseOrigins, "origins such as https://example.org"),
    timeZone: yield* read(
      "TIME_ZONE",
      "UTC",
      (name) => Option.getOrUndefined(DateTime.zoneMakeNamed(name)),
      "an IANA time zone such as Europe/Lisbon",
    ),
    scheduledSyncs: yield* read(
      "SYNC_SCHEDULE",
      "on",
      (value) => (value === "on" ? true : value === "off" ? false : undefined),
      "on or off",
    ),
    requestRetentionDays: yield* read(
      "REQUEST_RETENTION_DAYS",
      "7",
      wholeNumber(1, 3_650),
      "a whole number of days from 1",
    ),
    lastfm: yield* lastfm,
    itunes: yield* itunes,
  }
})

export type Settings = Effect.Success<typeof readSettings>

/** The environment as settings are read from it: a variable that is set to nothing is unset. */
export const environment = (env: Readonly<Record<string, string | undefined>>) =>
  ConfigProvider.layer(
    ConfigProvider.fromUnknown(Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))),
  )
