import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { assert, describe } from "vitest"
import { CollectorStandIn } from "./standIns/collectorStandIn.ts"
import { it as base, planted } from "./daybook.ts"
import { listenOnLoopback } from "./standIns/loopback.ts"
import { until } from "./until.ts"

/** Settings that are secrets. A later one adds a line. */
const secretSettings = {
  ADMIN_KEY: planted.adminKey,
  READ_KEY: planted.readKey,
  NOTIFY_KEY: planted.notifyKey,
  SEALING_KEY: planted.sealingKey,
  MEDIA_SERVER_WEBHOOK_SECRET: planted.webhookSecret,
  LASTFM_API_KEY: planted.lastfmKey,
  LISTENBRAINZ_TOKEN: "planted-listenbrainz-token",
  PLEX_TOKEN: "planted-plex-token",
  JELLYFIN_KEY: "planted-jellyfin-key",
  SETLISTFM_KEY: "planted-setlistfm-key",
  READWISE_TOKEN: planted.readwiseToken,
  INSTAPAPER_CONSUMER_SECRET: planted.instapaperConsumerSecret,
  INSTAPAPER_TOKEN: planted.instapaperToken,
  INSTAPAPER_TOKEN_SECRET: planted.instapaperTokenSecret,
  TRAKT_CLIENT_ID: planted.traktClientId,
  TRAKT_TOKEN: planted.traktToken,
  STRAVA_CLIENT_SECRET: planted.stravaSecret,
  STRAVA_REFRESH_TOKEN: planted.stravaToken,
  DISCOGS_TOKEN: planted.discogsToken,
  FOURSQUARE_TOKEN: planted.foursquareToken,
  GOOGLE_CLIENT_SECRET: planted.googleSecret,
  GOOGLE_REFRESH_TOKEN: planted.googleToken,
}

/** Other settings that services need before they are called. */
const otherSettings = {
  NOTIFY_WORKSPACE: "ws_planted",
  LASTFM_USER: "someone",
  LISTENBRAINZ_USER: "someone",
  JELLYFIN_USER: "someone",
  SETLISTFM_USER: "someone",
  INSTAPAPER_CONSUMER_KEY: "a-consumer",
  LETTERBOXD_USER: "someone",
  STRAVA_CLIENT_ID: "a-client",
  DISCOGS_USER: "someone",
  GOOGLE_CLIENT_ID: "a-client",
}

/** Where services are; each address brings its own secret in its query. A later one adds a line. */
const addresses = [
  "LASTFM_URL",
  "LISTENBRAINZ_URL",
  "PLEX_URL",
  "JELLYFIN_URL",
  "SETLISTFM_URL",
  "ITUNES_URL",
  "READWISE_URL",
  "INSTAPAPER_URL",
  "LETTERBOXD_URL",
  "TRAKT_URL",
  "STRAVA_URL",
  "DISCOGS_URL",
  "FOURSQUARE_URL",
  "GOOGLE_TOKEN_URL",
  "GOOGLE_API_URL",
]

/** The requests that make the server call a service. A later domain adds a line. */
const askingServices = [
  "GET /v1/listening/now-playing",
  "POST /v1/admin/sync/places",
  "POST /v1/admin/identity-provider/test",
]

/** The same for services that are called slowly: once is enough. */
const askingSlowServices = [
  "POST /v1/admin/sync/listening",
  "POST /v1/listening/admin/enrich-catalog",
  "POST /v1/admin/sync/reading",
  "POST /v1/admin/sync/watching",
  "POST /v1/admin/sync/running",
  "POST /v1/admin/sync/collecting",
  "POST /v1/admin/sync/attending",
]

/** A play, so that there is something to ask the music catalog for. */
const play = {
  listened_at: 1_700_000_000,
  track_metadata: { track_name: "Salt", artist_name: "Ida Quarry", release_name: "Tide" },
}

/** Other requests: of every kind of response there is. */
const requests = [
  "GET /v1/listening/top/albums",
  "GET /v1/listening/top/albums?period=never",
  "POST /v1/listening/top/albums",
  "GET /v1/places/recent",
  "GET /v1/admin/sync",
  "GET /v1/admin/keys",
  "POST /v1/admin/keys",
  "DELETE /v1/admin/keys/999",
  "GET /v1/listening/admin/filters",
  "POST /v1/listening/admin/filters",
  "GET /v1/health",
  "GET /v1/nothing",
  "POST /v1/webhooks/nothing",
  "POST /v1/webhooks/media-server",
  "GET /metrics",
]

/** Under what names callers send secrets in a query. */
const queryNames = [
  "secret",
  "api_key",
  "token",
  "access_token",
  "oauth_token",
  "key",
  "sig",
  "code",
  "se%63ret",
]

/** A secret for this place, unlike any other. */
const secretFor = (place: string) => `planted-${place.toLowerCase().replace(/[^a-z]+/g, "-")}-c0ffee`

/** Requests with a secret in the query, in each header that may have one, and in a body that cannot be read. */
const carriers = () => {
  const wrongKey = secretFor("a wrong key")
  const inHeaders = {
    authorization: `Bearer ${wrongKey}`,
    "proxy-authorization": `Bearer ${secretFor("proxy-authorization")}`,
    "x-webhook-secret": secretFor("x-webhook-secret"),
    "x-api-key": secretFor("x-api-key"),
    cookie: `session=${secretFor("cookie")}`,
  }
  const basic = Buffer.from(secretFor("basic")).toString("base64")
  const query = queryNames.map((name) => `${name}=${secretFor(`query ${name}`)}`).join("&")
  const body = secretFor("body")
  return {
    secrets: [
      wrongKey,
      secretFor("proxy-authorization"),
      secretFor("x-webhook-secret"),
      secretFor("x-api-key"),
      secretFor("cookie"),
      basic,
      ...queryNames.map((name) => secretFor(`query ${name}`)),
      body,
    ],
    query,
    headers: inHeaders,
    basic: { authorization: `Basic ${basic}` },
    body: `{"name": 7, "secret": "${body}"`,
  }
}

/** How a service repeats what it received. 500 is tried again for seconds: it comes once. */
const echoes = [
  { status: 200, type: "text/plain" },
  { status: 200, type: "application/json" },
  { status: 302, type: "text/html" },
  { status: 400, type: "application/json" },
  { status: 401, type: "application/json" },
  { status: 403, type: "text/html" },
  { status: 404, type: "text/html" },
  { status: 429, type: "application/json" },
  { status: 500, type: "text/html" },
] as const

/** Stands in for every service: responds with its request, secrets and all. */
class Echo {
  says: (typeof echoes)[number] = echoes[0]
  readonly heard: Array<string> = []
  readonly #server = createServer((request, response) => {
    const told = `${request.url} ${JSON.stringify(request.headers)}`
    this.heard.push(told)
    response.writeHead(this.says.status, {
      "content-type": this.says.type,
      location: `/elsewhere${request.url}`,
      "retry-after": "3600",
      "x-echo": request.url ?? "",
    })
    response.end(
      this.says.type === "application/json"
        ? JSON.stringify({
            error: 10,
            message: told,
            recenttracks: { track: told },
            results: told,
            // With this the other side of the identity provider is called.
            access_token: planted.accessToken,
            expires_in: 60,
          })
        : told,
    )
  })
  readonly url = listenOnLoopback(this.#server)

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

// Vitest reads from the pattern which fixtures a fixture needs, and requests one if it needs none.
/* oxlint-disable no-empty-pattern */
const it = base
  .extend("collector", ({}, { onCleanup }) => {
    const collector = new CollectorStandIn()
    onCleanup(() => collector.close())
    return collector
  })
  .extend("echo", ({}, { onCleanup }) => {
    const echo = new Echo()
    onCleanup(() => echo.close())
    return echo
  })

describe("a planted secret", () => {
  it.for(["postgres", "sqlite"] as const)(
    "is in no log, trace, metric, answer or error on %s",
    { timeout: 120_000 },
    async (store, { collector, daybook, echo }) => {
      const secrets = new Map(Object.entries<string>(secretSettings))
      secrets.set("the access token", planted.accessToken)
      const services: Record<string, string> = {}
      for (const name of addresses) {
        secrets.set(`the query of ${name}`, secretFor(`door of ${name}`))
        services[name] = `${await echo.url}?door=${secretFor(`door of ${name}`)}`
      }
      const stored = daybook.stores[store]()
      const database: Record<string, string> = {}
      if (stored["DATABASE_URL"] !== undefined) {
        const url = new URL(stored["DATABASE_URL"])
        // The tests' own server trusts who comes; another one has a password already.
        if (url.password === "") url.password = secretFor("database password")
        secrets.set("the password of DATABASE_URL", url.password)
        database["DATABASE_URL"] = url.href
      }
      const exporting = new URL(await collector.url)
      exporting.username = "someone"
      exporting.password = secretFor("collector password")
      secrets.set("the password of OTLP_URL", exporting.password)
      const carried = carriers()
      carried.secrets.forEach((secret, index) => secrets.set(`request's secret ${index}`, secret))

      const env = {
        ...stored,
        ...database,
        ...services,
        ...secretSettings,
        ...otherSettings,
        RATE_LIMIT: "100000",
        METRICS: "on",
        OTLP_URL: exporting.href,
      }
      const plays = `${daybook.folder()}.jsonl`
      writeFileSync(plays, JSON.stringify(play))
      const imported = await daybook.runProcess(["import", "listening", plays], env)
      assert.strictEqual(imported.code, 0)
      const server = await daybook.launchProcess(env, undefined, ["--log-level", "all"]).listening()

      const told: Array<string> = []
      const ask = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
        const response = await fetch(server.url + path, {
          method,
          headers,
          ...(method === "GET" || body === undefined ? {} : { body }),
        })
        const text = await response.text()
        told.push(`${method} ${path.split("?")[0]}: ${JSON.stringify([...response.headers])} ${text}`)
      }

      const made = await server.admin.makeKey({ name: "made over the API", scope: "admin" })
      secrets.set("a key made over the API", made.key)
      const keys = [planted.adminKey, planted.readKey, made.key]
      const asAdmin = { ...carried.headers, authorization: `Bearer ${planted.adminKey}` }

      for (echo.says of echoes) {
        for (const route of echo.says.status === 401
          ? [...askingServices, ...askingSlowServices]
          : askingServices) {
          const [method = "", path = ""] = route.split(" ")
          await ask(method, path, asAdmin)
        }
      }
      for (const route of requests) {
        const [method = "", path = ""] = route.split(" ")
        const asked = `${path}${path.includes("?") ? "&" : "?"}${carried.query}`
        await ask(method, asked, {}, carried.body)
        await ask(method, asked, carried.headers, carried.body)
        await ask(method, asked, carried.basic, carried.body)
        for (const key of keys) {
          await ask(method, asked, { ...carried.headers, authorization: `Bearer ${key}` }, carried.body)
        }
      }
      await ask("GET", "/v1/the/last", asAdmin)
      await until("the last request's trace has come", () =>
        collector.spans.some(({ attributes }) => JSON.stringify(attributes).includes("/v1/the/last")),
      )
      assert.strictEqual(await server.stop(), 0)
      echo.says = { status: 403, type: "text/html" }
      const command = await daybook.runProcess(["sync", "listening", "--log-level", "all"], env)
      assert.strictEqual(command.code, 1)

      // The planted secrets have reached every place that could leak them.
      const heard = echo.heard.join("\n")
      assert.include(heard, secretSettings.LASTFM_API_KEY)
      assert.include(heard, planted.accessToken)
      for (const name of addresses) assert.include(heard, secretFor(`door of ${name}`))
      assert.include(told.join("\n"), "is failing (500)")
      assert.isTrue(collector.spans.some(({ attributes }) => JSON.stringify(attributes).includes("REDACTED")))

      const exports = collector.exports.map(({ path, text }) => `${path} ${text}`)
      const outputs = [server, imported, command].flatMap(({ stdout, stderr }) => [stdout, stderr])
      for (const [place, secret] of secrets) {
        for (const said of [...outputs, ...exports, ...told]) {
          const at = said.indexOf(secret)
          assert.strictEqual(at, -1, `${place} is in: …${said.slice(Math.max(0, at - 200), at)}`)
        }
      }
    },
  )
})
