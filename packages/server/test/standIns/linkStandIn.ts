import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { listenOnLoopback } from "./loopback.ts"
import type { Environment } from "../program.ts"

type Send = (status: number, body: unknown, type?: string) => void

/** The grant behind one code or refresh token. */
interface Grant {
  readonly service: string
  readonly challenge: string | null
  readonly callback: string
}

const fieldsOf = (body: string, type = ""): Record<string, string> =>
  type.includes("json")
    ? (JSON.parse(body) as Record<string, string>)
    : Object.fromEntries(new URLSearchParams(body))

/**
 * Stands in for the authorization servers of all services, each with its habits: Strava's form and its athlete, Trakt's JSON
 * and its day, Google's code challenge, Foursquare's GET, Discogs' OAuth 1.0a. Codes and refresh tokens are good for once.
 */
export class LinkStandIn {
  /** Seconds that access tokens live. */
  lifeSeconds = 86_400
  /** True once the owner has taken the access back. */
  takenBack = false
  /** The access tokens with which data was requested. */
  readonly used: Array<string> = []
  readonly refreshes: Array<string> = []
  #count = 0
  readonly #grants = new Map<string, Grant>()
  readonly #server = createServer((request, response) => void this.#reply(request, response))
  readonly #listening = listenOnLoopback(this.#server)

  async settings(): Promise<Environment> {
    const url = (await this.#listening).slice(0, -1)
    return {
      STRAVA_URL: `${url}/strava`,
      STRAVA_AUTHORIZE_URL: `${url}/strava/oauth/authorize`,
      STRAVA_CLIENT_ID: "42",
      STRAVA_CLIENT_SECRET: "planted-strava-secret-0123456789",
      TRAKT_URL: `${url}/trakt`,
      TRAKT_AUTHORIZE_URL: `${url}/trakt/oauth/authorize`,
      TRAKT_CLIENT_ID: "planted-trakt-client-0123456789",
      TRAKT_CLIENT_SECRET: "trakt secret",
      GOOGLE_TOKEN_URL: `${url}/google/token`,
      GOOGLE_API_URL: `${url}/google`,
      GOOGLE_AUTHORIZE_URL: `${url}/google/o/oauth2/v2/auth`,
      GOOGLE_CLIENT_ID: "google-client",
      GOOGLE_CLIENT_SECRET: "planted-google-secret-0123456789",
      FOURSQUARE_URL: `${url}/foursquare/v2`,
      FOURSQUARE_TOKEN_URL: `${url}/foursquare/oauth2/access_token`,
      FOURSQUARE_AUTHORIZE_URL: `${url}/foursquare/oauth2/authenticate`,
      FOURSQUARE_CLIENT_ID: "foursquare-client",
      FOURSQUARE_CLIENT_SECRET: "foursquare secret",
      SPOTIFY_URL: `${url}/spotify`,
      SPOTIFY_ACCOUNTS_URL: `${url}/spotify`,
      SPOTIFY_AUTHORIZE_URL: `${url}/spotify/authorize`,
      SPOTIFY_CLIENT_ID: "spotify-client",
      SPOTIFY_CLIENT_SECRET: "spotify secret",
      DISCOGS_URL: `${url}/discogs`,
      DISCOGS_AUTHORIZE_URL: `${url}/discogs/oauth/authorize`,
      DISCOGS_CONSUMER_KEY: "discogs-key",
      DISCOGS_CONSUMER_SECRET: "discogs-secret",
    }
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** Agrees at a service's page as the owner would: returns the URL that the browser is sent back to. */
  agree(address: string): string {
    const { pathname, searchParams } = new URL(address)
    const service = pathname.split("/")[1] ?? ""
    if (service === "discogs") {
      const token = searchParams.get("oauth_token") ?? ""
      const back = new URL(this.#grants.get(token)?.callback ?? "")
      back.searchParams.set("oauth_token", token)
      back.searchParams.set("oauth_verifier", `verifier of ${token}`)
      return back.href
    }
    const code = `code ${++this.#count}`
    const callback = searchParams.get("redirect_uri") ?? ""
    this.#grants.set(code, { service, challenge: searchParams.get("code_challenge"), callback })
    const back = new URL(callback)
    back.searchParams.set("state", searchParams.get("state") ?? "")
    back.searchParams.set("code", code)
    if (service === "strava") back.searchParams.set("scope", "read,activity:read_all")
    return back.href
  }

  async #reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://stand-in")
    const [, service = "", ...rest] = url.pathname.split("/")
    const path = rest.join("/")
    const send: Send = (status, body, type = "application/json") => {
      response.writeHead(status, { "content-type": type })
      response.end(typeof body === "string" ? body : JSON.stringify(body))
    }
    const body = await text(request)
    const { authorization = "", "content-type": type } = request.headers
    if (service === "discogs") return this.#discogs(path, authorization, send)
    if (["oauth/token", "token", "oauth2/access_token", "api/token"].includes(path)) {
      const sent = service === "foursquare" ? Object.fromEntries(url.searchParams) : fieldsOf(body, type)
      const fields =
        service === "spotify" && authorization === `Basic ${btoa("spotify-client:spotify secret")}`
          ? { ...sent, client_secret: "in the header" }
          : sent
      return this.#tokens(service, fields, send)
    }
    const token = authorization.replace("Bearer ", "")
    if (this.takenBack || !token.startsWith(`access of ${service}`)) return send(401, { error: "no" })
    this.used.push(token)
    const answers: Record<string, unknown> = {
      "google/gmail/v1/users/me/profile": {
        emailAddress: "ida@example.org",
        messagesTotal: 7,
        historyId: "1",
      },
      "spotify/v1/me": { id: "ida9", display_name: "Ida" },
      "spotify/v1/me/player/recently-played": {
        items: [
          {
            track: {
              name: "Low Tide",
              artists: [{ name: "Ida Quarry" }, { name: "A Guest" }],
              album: { name: "Salt", images: [{ url: "https://img.example/salt.jpg" }] },
            },
            played_at: "2026-01-02T03:04:05.678Z",
          },
          { track: { name: "", artists: [] }, played_at: "never" },
        ],
        next: null,
      },
      "trakt/users/settings": { user: { username: "ida" } },
      "foursquare/v2/users/self": { response: { user: { id: "9", firstName: "Ida", lastName: "Q" } } },
      "foursquare/v2/users/self/checkins": {
        meta: { code: 200 },
        response: { checkins: { count: 0, items: [] } },
      },
    }
    send(200, answers[`${service}/${path}`] ?? (service === "google" ? { historyId: "1" } : []))
  }

  #tokens(service: string, fields: Record<string, string>, send: Send): void {
    const ticket = fields["code"] ?? fields["refresh_token"] ?? ""
    const grant = this.#grants.get(ticket)
    this.#grants.delete(ticket)
    const verifier = fields["code_verifier"]
    const proof = verifier === undefined ? null : createHash("sha256").update(verifier).digest("base64url")
    const isFit =
      grant?.service === service &&
      (fields["redirect_uri"] === grant.callback ||
        (service === "google" && fields["refresh_token"] !== undefined)) &&
      (fields["code"] === undefined || grant.challenge === proof) &&
      fields["client_secret"] !== undefined
    if (!isFit || this.takenBack) return send(400, { error: "invalid_grant" })
    if (fields["refresh_token"] !== undefined) this.refreshes.push(service)
    const access = `access of ${service} ${++this.#count}`
    if (service === "foursquare") return send(200, { access_token: access })
    const refresh = `refresh ${++this.#count}`
    this.#grants.set(refresh, grant)
    const now = Math.floor(Date.now() / 1000)
    send(200, {
      token_type: "Bearer",
      access_token: access,
      refresh_token: refresh,
      expires_in: this.lifeSeconds,
      ...(service === "strava" && {
        expires_at: now + this.lifeSeconds,
        athlete: { id: 12, firstname: "Ida", lastname: "Quarry" },
      }),
      ...(service === "trakt" && { created_at: now, scope: "public" }),
      ...(service === "google" && { scope: "https://www.googleapis.com/auth/gmail.readonly" }),
    })
  }

  #discogs(path: string, authorization: string, send: Send): void {
    const part = (name: string) => {
      const [, value = ""] = new RegExp(`${name}="([^"]*)"`).exec(authorization) ?? []
      return decodeURIComponent(value)
    }
    const form = (token: string) =>
      `oauth_token=${token}&oauth_token_secret=secret-of-${token}&oauth_callback_confirmed=true`
    if (path === "oauth/request_token" && part("oauth_signature") === "discogs-secret&") {
      const token = `request-${++this.#count}`
      this.#grants.set(token, { service: "discogs", challenge: null, callback: part("oauth_callback") })
      return send(200, form(token), "application/x-www-form-urlencoded")
    }
    const token = part("oauth_token")
    if (part("oauth_signature") !== `discogs-secret&secret-of-${token}`) return send(401, { message: "no" })
    if (path === "oauth/access_token") {
      const isFit = part("oauth_verifier") === `verifier of ${token}` && this.#grants.delete(token)
      return isFit
        ? send(200, form(`access-${token}`), "application/x-www-form-urlencoded")
        : send(401, { message: "no" })
    }
    this.used.push(token)
    if (path === "oauth/identity") return send(200, { id: 1, username: "ida" })
    send(200, { pagination: { page: 1, pages: 1, per_page: 100, items: 0 }, releases: [] })
  }
}
