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

/** Every setting in the order of `--help`: its name, its default and its meaning. */
export const settingsList: ReadonlyArray<readonly [name: string, fallback: string, meaning: string]> = [
  ["HOST", "127.0.0.1", "the address that both APIs listen on"],
  ["PORT", "8787", "the port of the activity API"],
  [
    "NOTIFY_PORT",
    "8788",
    "the port of the profile API; where this is unset and 8788 is taken, the profile API is not served",
  ],
  [
    "DATABASE_URL",
    "unset",
    "postgres://… (15 or later), or memory: (keeps nothing); unset: PGlite in DATA_DIR",
  ],
  ["DATABASE_SCHEMA", "daybook", "the schema of Daybook's tables"],
  ["DATABASE_TIMEOUT", "30", "seconds that a statement may take on PostgreSQL"],
  ["ALLOW_NEWER_SCHEMA", "off", "on: start on tables that a newer version has migrated"],
  ["DATA_DIR", "./.daybook", "the folder of PGlite's files, the sealing key and the first keys"],
  [
    "ADMIN_KEY",
    "unset",
    `an admin key to accept, at least ${shortestHandedKey} characters; unset: the first start makes one`,
  ],
  [
    "READ_KEY",
    "unset",
    `a read key to accept, at least ${shortestHandedKey} characters; unset: the first start makes one`,
  ],
  ["NOTIFY_WORKSPACE", "unset", "the ID of a workspace of the profile API; unset: the first start makes one"],
  [
    "NOTIFY_KEY",
    "unset",
    `a key of that workspace, at least ${shortestHandedKey} characters; unset: the first start makes one`,
  ],
  [
    "SEALING_KEY",
    "made once in DATA_DIR",
    "64 hexadecimal characters that seal tokens at rest; needed where several servers share a database",
  ],
  ["RATE_LIMIT", "60", "requests per key in any 60 s, unless the key has a limit of its own"],
  ["MAX_CONNECTIONS", "2000", "open connections of both APIs together; a low limit of open files lowers it"],
  [
    "CLIENT_TIMEOUT_SECONDS",
    "15",
    "seconds that a client may take to send a request's head, or to take more of its answer",
  ],
  ["TRUSTED_PROXIES", "none", "addresses or networks, comma-separated, whose X-Forwarded-For is believed"],
  ["ALLOWED_ORIGINS", "none", "origins of browsers for CORS, comma-separated"],
  ["TIME_ZONE", "UTC", "your time zone, such as Europe/Lisbon: it decides which day an instant belongs to"],
  ["SYNC_SCHEDULE", "on", "off: no scheduled syncs"],
  ["REQUEST_RETENTION_DAYS", "7", "days that the outcomes of set-once requests are kept"],
  ["OTLP_URL", "unset", "an OTLP/HTTP collector for traces, logs and metrics, such as http://127.0.0.1:4318"],
  ["METRICS", "off", "on: GET /metrics, for an admin key"],
  [
    "MEDIA_SERVER_WEBHOOK_SECRET",
    "unset",
    "the secret that a media server's webhook sends; unset: the webhook answers 503",
  ],
  [
    "MEDIA_SERVER_USER",
    "unset",
    "the account whose plays count; unset: the owner of the hook, which Plex names",
  ],
  ["LASTFM_URL", "https://ws.audioscrobbler.com/2.0/", "the address of Last.fm, for scrobbles"],
  ["LASTFM_API_KEY", "unset", "an API key of Last.fm"],
  ["LASTFM_USER", "unset", "the user whose scrobbles are synced"],
  [
    "ITUNES_URL",
    "https://itunes.apple.com",
    "the music catalog, which receives the names of what you play; add ?country=PT for that country's; off: none",
  ],
  ["READWISE_URL", "https://readwise.io", "the address of Readwise Reader, for saved articles"],
  ["READWISE_TOKEN", "unset", "an access token of Readwise"],
  ["INSTAPAPER_URL", "https://www.instapaper.com", "the address of Instapaper, for saved articles"],
  ["INSTAPAPER_CONSUMER_KEY", "unset", "the key of an application with access to Instapaper's full API"],
  ["INSTAPAPER_CONSUMER_SECRET", "unset", "the secret of that application"],
  ["INSTAPAPER_TOKEN", "unset", "your token for that application"],
  ["INSTAPAPER_TOKEN_SECRET", "unset", "the secret of that token"],
  [
    "EMBEDDINGS_URL",
    "unset",
    "an OpenAI-compatible API, such as https://api.openai.com/v1, which receives the beginning of each article; " +
      "unset: the built-in embedder, which sends nothing",
  ],
  ["EMBEDDINGS_KEY", "unset", "the key of that API, where it asks for one"],
  [
    "EMBEDDINGS_MODEL",
    "text-embedding-3-small",
    "the model; another model needs all articles embedded again",
  ],
  [
    "TMDB_URL",
    "https://api.themoviedb.org/3",
    "the film and show database, which receives the ids and names of what you watch",
  ],
  ["TMDB_TOKEN", "unset", "an API read access token; unset: names as sources give them, and no posters"],
  ["LETTERBOXD_URL", "https://letterboxd.com", "the address of Letterboxd, for film reviews"],
  ["LETTERBOXD_USER", "unset", "the user whose reviews are synced"],
  [
    "TRAKT_URL",
    "https://api.trakt.tv",
    "the address of Trakt, for films and episodes watched and films owned",
  ],
  ["TRAKT_CLIENT_ID", "unset", "the client id of an application of yours at Trakt"],
  ["TRAKT_TOKEN", "unset", "the access token that your account gave that application"],
  ["STRAVA_URL", "https://www.strava.com", "the address of Strava, for runs"],
  ["STRAVA_CLIENT_ID", "unset", "the id of your application at Strava"],
  ["STRAVA_CLIENT_SECRET", "unset", "the secret of that application"],
  [
    "STRAVA_REFRESH_TOKEN",
    "unset",
    "the first refresh token that your account gave it; later ones are stored, sealed",
  ],
  ["DISCOGS_URL", "https://api.discogs.com", "the address of Discogs, for records"],
  ["DISCOGS_TOKEN", "unset", "a personal access token, which may also add records"],
  ["DISCOGS_USER", "unset", "the user whose collection is synced"],
  ["FOURSQUARE_URL", "https://api.foursquare.com/v2", "the address of Foursquare, for check-ins"],
  ["FOURSQUARE_TOKEN", "unset", "an OAuth token of your account"],
  [
    "ESPN_URL",
    "https://site.api.espn.com/apis/site/v2/sports",
    "games of the NFL, NBA, WNBA, NHL, MLS and colleges, and baseball's players; asked when games are imported or promoted",
  ],
  ["MLB_URL", "https://statsapi.mlb.com", "games of Major League Baseball, asked at the same times"],
  ["GOOGLE_TOKEN_URL", "https://oauth2.googleapis.com/token", "Google's token endpoint"],
  ["GOOGLE_API_URL", "https://www.googleapis.com", "Google's APIs, for calendar and mail"],
  ["GOOGLE_CLIENT_ID", "unset", "the id of your OAuth client at Google"],
  ["GOOGLE_CLIENT_SECRET", "unset", "the secret of that client"],
  [
    "GOOGLE_REFRESH_TOKEN",
    "unset",
    "the refresh token that your account gave it, granted calendar.events.readonly and gmail.readonly",
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

/** An address may hold a password or a key: it is not repeated. */
const toldOf = (name: string, text: string) => (name.endsWith("_URL") ? name : `${name} is "${text}"; it`)

/** Reads a text setting by a rule of its own; the rule gives undefined for what it does not accept. */
const read = <A>(name: string, fallback: string, parse: (text: string) => A | undefined, wanted: string) =>
  Config.String(name).pipe(
    Config.withDefault(fallback),
    Effect.flatMap((text) => {
      const value = parse(text)
      return value === undefined
        ? Effect.fail(new SettingError({ message: `${toldOf(name, text)} must be ${wanted}` }))
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

const onOrOff = (text: string) => (text === "on" ? true : text === "off" ? false : undefined)

const webAddress = (text: string) =>
  /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined

const anAddress = "an http or https address"

/** Where a service is. */
const readAddress = (name: string, home: string) => read(name, home, webAddress, anAddress)

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
  const url = yield* readAddress("LASTFM_URL", "https://ws.audioscrobbler.com/2.0/")
  const apiKey = yield* secret("LASTFM_API_KEY")
  const user = yield* text("LASTFM_USER")
  return apiKey === undefined || user === undefined ? undefined : { url, apiKey, user }
})

const collectorAddress = (text: string) => {
  const url = webAddress(text)
  return url?.search === "" && url.hash === "" ? url : undefined
}

const otlp = Effect.gen(function* () {
  if ((yield* text("OTLP_URL")) === undefined) return undefined
  return yield* read("OTLP_URL", "", collectorAddress, "an http or https address without a query")
})

const itunes = Effect.map(
  read(
    "ITUNES_URL",
    "https://itunes.apple.com",
    (value) => (value === "off" ? "off" : webAddress(value)),
    `${anAddress}, or off`,
  ),
  (url) => (url === "off" ? undefined : { url }),
)

const tmdb = Effect.gen(function* () {
  const url = yield* readAddress("TMDB_URL", "https://api.themoviedb.org/3")
  const token = yield* secret("TMDB_TOKEN")
  return token === undefined ? undefined : { url, token }
})

const letterboxd = Effect.gen(function* () {
  const url = yield* readAddress("LETTERBOXD_URL", "https://letterboxd.com")
  const user = yield* text("LETTERBOXD_USER")
  return user === undefined ? undefined : { url, user }
})

const trakt = Effect.gen(function* () {
  const url = yield* readAddress("TRAKT_URL", "https://api.trakt.tv")
  const clientId = yield* secret("TRAKT_CLIENT_ID")
  const token = yield* secret("TRAKT_TOKEN")
  return clientId === undefined || token === undefined ? undefined : { url, clientId, token }
})

const discogs = Effect.gen(function* () {
  const url = yield* readAddress("DISCOGS_URL", "https://api.discogs.com")
  const token = yield* secret("DISCOGS_TOKEN")
  const user = yield* text("DISCOGS_USER")
  return token === undefined || user === undefined ? undefined : { url, token, user }
})

/** Whether a text is a key that tokens can be sealed with. */
export const isSealingKey = (key: string): boolean => /^[0-9a-f]{64}$/i.test(key)

const sealingKey = Effect.gen(function* () {
  const key = yield* secret("SEALING_KEY")
  if (key === undefined || isSealingKey(Redacted.value(key))) return key
  return yield* new SettingError({ message: "SEALING_KEY must be 64 hexadecimal characters" })
})

const strava = Effect.gen(function* () {
  const url = yield* readAddress("STRAVA_URL", "https://www.strava.com")
  const clientId = yield* text("STRAVA_CLIENT_ID")
  const clientSecret = yield* secret("STRAVA_CLIENT_SECRET")
  const refreshToken = yield* secret("STRAVA_REFRESH_TOKEN")
  return clientId === undefined || clientSecret === undefined || refreshToken === undefined
    ? undefined
    : { url, clientId, clientSecret, refreshToken }
})

const readwise = Effect.gen(function* () {
  const url = yield* readAddress("READWISE_URL", "https://readwise.io")
  const token = yield* secret("READWISE_TOKEN")
  return token === undefined ? undefined : { url, token }
})

const instapaper = Effect.gen(function* () {
  const url = yield* readAddress("INSTAPAPER_URL", "https://www.instapaper.com")
  const consumerKey = yield* text("INSTAPAPER_CONSUMER_KEY")
  const consumerSecret = yield* secret("INSTAPAPER_CONSUMER_SECRET")
  const token = yield* secret("INSTAPAPER_TOKEN")
  const tokenSecret = yield* secret("INSTAPAPER_TOKEN_SECRET")
  return consumerKey === undefined ||
    consumerSecret === undefined ||
    token === undefined ||
    tokenSecret === undefined
    ? undefined
    : { url, consumerKey, consumerSecret, token, tokenSecret }
})

const embeddings = Effect.gen(function* () {
  const url = yield* read(
    "EMBEDDINGS_URL",
    "",
    (value) => (value === "" ? "none" : webAddress(value)),
    anAddress,
  )
  const key = yield* secret("EMBEDDINGS_KEY")
  const model = (yield* text("EMBEDDINGS_MODEL")) ?? "text-embedding-3-small"
  return url === "none" ? undefined : { url, key, model }
})

const foursquare = Effect.gen(function* () {
  const url = yield* readAddress("FOURSQUARE_URL", "https://api.foursquare.com/v2")
  const token = yield* secret("FOURSQUARE_TOKEN")
  return token === undefined ? undefined : { url, token }
})

const espn = Effect.map(
  readAddress("ESPN_URL", "https://site.api.espn.com/apis/site/v2/sports"),
  // The demo asks nobody.
  (url): { readonly url: URL } | undefined => ({ url }),
)

const mlb = Effect.map(
  readAddress("MLB_URL", "https://statsapi.mlb.com"),
  (url): { readonly url: URL } | undefined => ({ url }),
)

const google = Effect.gen(function* () {
  const tokenUrl = yield* readAddress("GOOGLE_TOKEN_URL", "https://oauth2.googleapis.com/token")
  const apiUrl = yield* readAddress("GOOGLE_API_URL", "https://www.googleapis.com")
  const clientId = yield* text("GOOGLE_CLIENT_ID")
  const clientSecret = yield* secret("GOOGLE_CLIENT_SECRET")
  const refreshToken = yield* secret("GOOGLE_REFRESH_TOKEN")
  return clientId === undefined || clientSecret === undefined || refreshToken === undefined
    ? undefined
    : { tokenUrl, apiUrl, clientId, clientSecret, refreshToken }
})

/** Where the profile API listens when nothing is said of it. */
export const defaultNotifyPort = 8788

/** Undefined where nothing is said: a default may give way, what was asked for may not. */
const notifyPort = Effect.flatMap(text("NOTIFY_PORT"), (port) =>
  port === undefined
    ? Effect.undefined
    : read("NOTIFY_PORT", String(defaultNotifyPort), wholeNumber(0, 65_535), "a port"),
)

/** All settings, read and checked. */
export const readSettings = Effect.gen(function* () {
  return {
    host: (yield* text("HOST")) ?? "127.0.0.1",
    port: yield* read("PORT", "8787", wholeNumber(0, 65_535), "a port"),
    notifyPort: yield* notifyPort,
    database: yield* database,
    schema: yield* read(
      "DATABASE_SCHEMA",
      "daybook",
      (value) => (/^[a-z_][a-z0-9_]{0,62}$/i.test(value) ? value : undefined),
      "a name of letters, digits and _",
    ),
    databaseTimeout: yield* read(
      "DATABASE_TIMEOUT",
      "30",
      wholeNumber(1, 3_600),
      "a whole number of seconds from 1 to 3600",
    ),
    allowNewerSchema: yield* read("ALLOW_NEWER_SCHEMA", "off", onOrOff, "on or off"),
    dataDir: (yield* text("DATA_DIR")) ?? "./.daybook",
    adminKey: yield* secret("ADMIN_KEY"),
    readKey: yield* secret("READ_KEY"),
    notifyWorkspace: yield* text("NOTIFY_WORKSPACE"),
    notifyKey: yield* secret("NOTIFY_KEY"),
    sealingKey: yield* sealingKey,
    rateLimit: yield* read("RATE_LIMIT", "60", wholeNumber(1, 1_000_000_000), "a whole number from 1"),
    maxConnections: yield* read(
      "MAX_CONNECTIONS",
      "2000",
      wholeNumber(1, 1_000_000),
      "a whole number from 1",
    ),
    clientTimeoutSeconds: yield* read(
      "CLIENT_TIMEOUT_SECONDS",
      "15",
      wholeNumber(1, 3_600),
      "a whole number of seconds from 1 to 3600",
    ),
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
    scheduledSyncs: yield* read("SYNC_SCHEDULE", "on", onOrOff, "on or off"),
    requestRetentionDays: yield* read(
      "REQUEST_RETENTION_DAYS",
      "7",
      wholeNumber(1, 3_650),
      "a whole number of days from 1",
    ),
    otlp: yield* otlp,
    metrics: yield* read("METRICS", "off", onOrOff, "on or off"),
    webhookSecret: yield* secret("MEDIA_SERVER_WEBHOOK_SECRET"),
    mediaServerUser: yield* text("MEDIA_SERVER_USER"),
    lastfm: yield* lastfm,
    itunes: yield* itunes,
    trakt: yield* trakt,
    discogs: yield* discogs,
    strava: yield* strava,
    tmdb: yield* tmdb,
    letterboxd: yield* letterboxd,
    readwise: yield* readwise,
    instapaper: yield* instapaper,
    embeddings: yield* embeddings,
    foursquare: yield* foursquare,
    espn: yield* espn,
    mlb: yield* mlb,
    google: yield* google,
  }
})

export type Settings = Effect.Success<typeof readSettings>

/** The environment as settings are read from it: a variable that is set to nothing is unset. */
export const environment = (env: Readonly<Record<string, string | undefined>>) =>
  ConfigProvider.layer(
    ConfigProvider.fromUnknown(Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))),
  )
