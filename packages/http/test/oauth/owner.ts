import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { createHash, randomBytes } from "node:crypto"
import type { SessionSeal } from "../../src/middleware/access/session.ts"
import { ask, type Question, type Reply } from "../ask.ts"
import type { TestServer } from "../testServer.ts"

/** Reversed text, with a mark that identifies it. */
export const sessions: SessionSeal = {
  seal: (text) => Effect.succeed(`sealed.${Buffer.from(text).toString("base64url")}`),
  open: (sealed) =>
    Effect.succeed(
      sealed.startsWith("sealed.")
        ? Option.some(Buffer.from(sealed.slice(7), "base64url").toString())
        : Option.none(),
    ),
}

const form = { "content-type": "application/x-www-form-urlencoded" }

/** The page's session of a key. */
export const signIn = Effect.fnUntraced(function* (server: TestServer, key: string) {
  const { headers } = yield* ask(server.address, "POST", "/session", { key })
  const [cookie = ""] = headers["set-cookie"] ?? []
  return cookie.split(";")[0] ?? ""
})

/** A request as a browser sends it from a page of this server. */
export const fromPage = (cookie: string, server: TestServer, body?: URLSearchParams): Question => ({
  headers: {
    cookie,
    "sec-fetch-site": "same-origin",
    ...(body === undefined ? {} : { ...form, origin: server.address }),
  },
  ...(body === undefined ? {} : { body: String(body) }),
})

/** The sealed request that a consent page sends. */
export const sealedIn = ({ text }: Reply): string => /name="request" value="([^"]*)"/.exec(text)?.[1] ?? ""

export const everything = { decision: "allow", read: "all" }

/** Opens the consent page of an address in the owner's browser. */
export const openConsent = Effect.fnUntraced(function* (server: TestServer, address: string | URL) {
  const { pathname, search } = new URL(address)
  const cookie = yield* signIn(server, server.admin.key)
  const page = yield* ask(server.address, "GET", `${pathname}${search}`, fromPage(cookie, server))
  return { cookie, page, path: `${pathname}${search}` }
})

/** Decides as the owner, and returns the URL that the browser is sent to. */
export const decide = Effect.fnUntraced(function* (
  server: TestServer,
  address: string | URL,
  choices: Record<string, string> | URLSearchParams = everything,
) {
  const { cookie, page, path } = yield* openConsent(server, address)
  assert.strictEqual(page.status, 200, page.text)
  const body = new URLSearchParams(choices)
  body.set("request", sealedIn(page))
  const reply = yield* ask(server.address, "POST", path, fromPage(cookie, server, body))
  assert.strictEqual(reply.status, 303, reply.text)
  return new URL(String(reply.headers.location))
})

export const redirectUri = "https://claude.ai/api/mcp/auth_callback"

/** Registers a client, and returns its id. */
export const register = Effect.fnUntraced(function* (server: TestServer, more: object = {}) {
  const reply = yield* ask(server.address, "POST", "/oauth/register", {
    body: { client_name: "Claude", redirect_uris: [redirectUri], ...more },
  })
  assert.strictEqual(reply.status, 201, reply.text)
  const { client_id: id } = JSON.parse(reply.text) as { client_id: string }
  return id
})

export const verifier = randomBytes(32).toString("base64url")
export const challenge = createHash("sha256").update(verifier).digest("base64url")

/** The URL of a client's authorization request. Undefined parameters are left out. */
export const authorizeUrl = (
  server: TestServer,
  clientId: string,
  more: Readonly<Record<string, string | undefined>> = {},
): string => {
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "a state",
    resource: `${server.address}/mcp`,
    ...more,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value)
  return `${server.address}/oauth/authorize?${query}`
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly token_type: string
  readonly scope: string
}

/** Sends a form, as clients do. */
export const send = (server: TestServer, path: string, parameters: Record<string, string>) =>
  ask(server.address, "POST", path, { headers: form, body: String(new URLSearchParams(parameters)) })

export const exchange = (
  server: TestServer,
  clientId: string,
  code: string,
  more: Record<string, string> = {},
) =>
  send(server, "/oauth/token", {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
    ...more,
  })

export const refresh = (server: TestServer, clientId: string, token: string) =>
  send(server, "/oauth/token", { grant_type: "refresh_token", client_id: clientId, refresh_token: token })

export const tokensOf = ({ status, text }: Reply): Tokens => {
  assert.strictEqual(status, 200, text)
  return JSON.parse(text) as Tokens
}

/** Holds a refusal against the error that OAuth has for it. */
export const assertRefused = ({ headers, status, text }: Reply, error: string, code = 400) => {
  assert.strictEqual(status, code, text)
  assert.strictEqual(headers["cache-control"], "no-store")
  const body = JSON.parse(text) as { error: string; error_description: string }
  assert.strictEqual(body.error, error, text)
  assert.isAbove(body.error_description.length, 10)
}

/** Connects an assistant, and returns its client and tokens. */
export const connect = Effect.fnUntraced(function* (
  server: TestServer,
  choices: Record<string, string> | URLSearchParams = everything,
  more: Readonly<Record<string, string | undefined>> = {},
) {
  const clientId = yield* register(server)
  const back = yield* decide(server, authorizeUrl(server, clientId, more), choices)
  const code = back.searchParams.get("code") ?? ""
  return { clientId, code, tokens: tokensOf(yield* exchange(server, clientId, code)) }
})

/** Lists the tools of `/mcp` with a token. */
export const listTools = (server: TestServer, token: string) =>
  ask(server.address, "POST", "/mcp", {
    key: token,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/list",
    },
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/list",
      params: {
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {},
          "io.modelcontextprotocol/clientInfo": { name: "a test", version: "1" },
        },
      },
    },
  })
