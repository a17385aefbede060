import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { ask } from "../ask.ts"
import { startServer, type TestServer } from "../testServer.ts"
import {
  assertRefused,
  authorizeUrl,
  connect,
  decide,
  everything,
  exchange,
  listTools,
  openConsent,
  redirectUri,
  refresh,
  register,
  send,
  sessions,
  tokensOf,
} from "./owner.ts"

const start = startServer({ sessions, assistantsWrite: true })

const codeFor = Effect.fnUntraced(function* (server: TestServer, clientId: string) {
  const back = yield* decide(server, authorizeUrl(server, clientId))
  return back.searchParams.get("code") ?? ""
})

const assertEnded = Effect.fnUntraced(function* (server: TestServer, token: string) {
  const reply = yield* listTools(server, token)
  assert.strictEqual(reply.status, 401)
  assert.match(String(reply.headers["www-authenticate"]), /^Bearer resource_metadata=.*error="invalid_token"/)
})

describe("a code", () => {
  it.effect("works once: a second use ends what the first one connected", () =>
    Effect.gen(function* () {
      const server = yield* start
      const { clientId, code, tokens } = yield* connect(server)
      assert.strictEqual((yield* listTools(server, tokens.access_token)).status, 200)
      assertRefused(yield* exchange(server, clientId, code), "invalid_grant")
      yield* assertEnded(server, tokens.access_token)
      assertRefused(yield* refresh(server, clientId, tokens.refresh_token), "invalid_grant")
    }),
  )

  it.effect("works only for its verifier, its client and its redirect URI", () =>
    Effect.gen(function* () {
      const server = yield* start
      const clientId = yield* register(server)
      const code = yield* codeFor(server, clientId)
      const other = yield* register(server)
      const wrong = (more: Record<string, string>) => exchange(server, clientId, code, more)
      assertRefused(yield* wrong({ code_verifier: "a".repeat(43) }), "invalid_grant")
      assertRefused(yield* wrong({ code_verifier: "" }), "invalid_request")
      assertRefused(yield* wrong({ redirect_uri: `${redirectUri}/` }), "invalid_grant")
      assertRefused(yield* wrong({ resource: "https://elsewhere.example/mcp" }), "invalid_target")
      assertRefused(yield* wrong({ grant_type: "password" }), "unsupported_grant_type")
      assertRefused(yield* exchange(server, other, code), "invalid_grant")
      assertRefused(yield* exchange(server, "nobody", code), "invalid_client", 401)
      assertRefused(yield* exchange(server, clientId, `${code}0`), "invalid_grant")
      tokensOf(yield* exchange(server, clientId, code))
    }),
  )

  it.effect("works for 60 seconds", () =>
    Effect.gen(function* () {
      const server = yield* start
      const clientId = yield* register(server)
      const [slow, late] = [yield* codeFor(server, clientId), yield* codeFor(server, clientId)]
      yield* TestClock.adjust("59 seconds")
      tokensOf(yield* exchange(server, clientId, slow))
      yield* TestClock.adjust("1 second")
      assertRefused(yield* exchange(server, clientId, late), "invalid_grant")
    }),
  )
})

describe("a token", () => {
  it.effect("opens nothing but /mcp", () =>
    Effect.gen(function* () {
      const server = yield* start
      const { tokens } = yield* connect(server, { ...everything, write: "on" })
      assert.strictEqual(tokens.scope, "read write")
      for (const token of [tokens.access_token, tokens.refresh_token]) {
        for (const path of ["/v1/feed", "/v1/admin/keys", "/session", "/v1/live", "/metrics"]) {
          const { status } = yield* ask(server.address, "GET", path, { key: token })
          assert.include([401, 404], status, path)
        }
        const made = { name: "stolen", scope: "admin" }
        const reply = yield* ask(server.address, "POST", "/v1/admin/keys", { key: token, body: made })
        assert.strictEqual(reply.status, 401)
        const query = yield* ask(server.address, "POST", `/mcp?access_token=${token}`, {})
        assert.strictEqual(query.status, 401)
      }
      yield* assertEnded(server, tokens.refresh_token)
      const header = { "x-daybook-inside": "1", "x-daybook-scope": "admin" }
      const inside = { key: tokens.access_token, headers: header }
      assert.strictEqual((yield* ask(server.address, "GET", "/v1/feed", inside)).status, 401)
    }),
  )

  it.effect("for refreshing works once, again within 30 seconds, and then ends its assistant", () =>
    Effect.gen(function* () {
      const server = yield* start
      const { clientId, tokens } = yield* connect(server)
      assertRefused(yield* refresh(server, yield* register(server), tokens.refresh_token), "invalid_grant")
      const second = tokensOf(yield* refresh(server, clientId, tokens.refresh_token))
      // The response was lost.
      yield* TestClock.adjust("30 seconds")
      const third = tokensOf(yield* refresh(server, clientId, tokens.refresh_token))
      for (const { access_token } of [tokens, second, third])
        assert.strictEqual((yield* listTools(server, access_token)).status, 200)
      assertRefused(yield* refresh(server, clientId, second.access_token), "invalid_grant")
      yield* TestClock.adjust("1 second")
      assertRefused(yield* refresh(server, clientId, tokens.refresh_token), "invalid_grant")
      for (const { access_token } of [tokens, second, third]) yield* assertEnded(server, access_token)
      assertRefused(yield* refresh(server, clientId, third.refresh_token), "invalid_grant")
    }),
  )

  it.effect("for access lasts an hour, and one for refreshing longer", () =>
    Effect.gen(function* () {
      const server = yield* start
      const { clientId, tokens } = yield* connect(server)
      assert.strictEqual(tokens.expires_in, 3_600)
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual((yield* listTools(server, tokens.access_token)).status, 200)
      yield* TestClock.adjust("1 minute")
      yield* assertEnded(server, tokens.access_token)
      tokensOf(yield* refresh(server, clientId, tokens.refresh_token))
    }),
  )

  it.effect("is revoked only by its client; one for refreshing ends its assistant", () =>
    Effect.gen(function* () {
      const server = yield* start
      const { clientId, tokens } = yield* connect(server)
      const revoke = (client: string, token: string) =>
        send(server, "/oauth/revoke", { client_id: client, token, token_type_hint: "anything" })
      assert.strictEqual((yield* revoke(clientId, "unknown")).status, 200)
      assertRefused(yield* revoke(yield* register(server), tokens.access_token), "invalid_grant")
      assert.strictEqual((yield* revoke(clientId, tokens.access_token)).status, 200)
      yield* assertEnded(server, tokens.access_token)
      const next = tokensOf(yield* refresh(server, clientId, tokens.refresh_token))
      assert.strictEqual((yield* revoke(clientId, next.refresh_token)).status, 200)
      yield* assertEnded(server, next.access_token)
      const { status, text } = yield* server.command("GET", "/v1/admin/assistants")
      assert.deepStrictEqual([status, JSON.parse(text).data], [200, []])
    }),
  )
})

describe("an authorization request", () => {
  it.effect("with a wrong redirect URI or client goes nowhere", () =>
    Effect.gen(function* () {
      const server = yield* start
      const clientId = yield* register(server)
      const wrong = [
        `${redirectUri}/`,
        `${redirectUri}?a=b`,
        "https://claude.ai.evil.example/api/mcp/auth_callback",
        "https://claude.ai@evil.example/api/mcp/auth_callback",
        "https://CLAUDE.ai/api/mcp/auth_callback",
        "javascript:alert(1)",
        "",
      ]
      const urls = [
        ...wrong.map((uri) => authorizeUrl(server, clientId, { redirect_uri: uri })),
        `${authorizeUrl(server, clientId)}&redirect_uri=https%3A%2F%2Fevil.example%2F`,
        authorizeUrl(server, "nobody"),
        authorizeUrl(server, ""),
      ]
      for (const url of urls) {
        const { page } = yield* openConsent(server, url)
        assert.strictEqual(page.status, 400, url)
        assert.isUndefined(page.headers.location)
        assert.notInclude(page.text, "<form")
        assert.notInclude(page.text, "evil")
      }
    }),
  )

  it.effect("with another fault returns to the client with the error, its state and the issuer", () =>
    Effect.gen(function* () {
      const server = yield* start
      const clientId = yield* register(server)
      const faults: ReadonlyArray<readonly [Record<string, string | undefined>, string]> = [
        [{ response_type: "token" }, "unsupported_response_type"],
        [{ response_type: undefined }, "invalid_request"],
        [{ code_challenge: undefined }, "invalid_request"],
        [{ code_challenge_method: "plain" }, "invalid_request"],
        [{ code_challenge_method: undefined }, "invalid_request"],
        [{ code_challenge: "short" }, "invalid_request"],
        [{ resource: "https://elsewhere.example/mcp" }, "invalid_target"],
        [{ resource: server.address }, "invalid_target"],
      ]
      const assertReturns = (url: string, error: string) =>
        Effect.gen(function* () {
          const { page } = yield* openConsent(server, url)
          assert.strictEqual(page.status, 303, url)
          const back = new URL(String(page.headers.location))
          assert.strictEqual(`${back.origin}${back.pathname}`, redirectUri)
          const { error_description: description, ...answer } = Object.fromEntries(back.searchParams)
          assert.deepStrictEqual(answer, { error, state: "a state", iss: server.address })
          assert.isAbove(description?.length ?? 0, 10)
        })
      for (const [fault, error] of faults) yield* assertReturns(authorizeUrl(server, clientId, fault), error)
      yield* assertReturns(`${authorizeUrl(server, clientId)}&state=again`, "invalid_request")
    }),
  )

  it.effect("by a document that leads astray is refused", () =>
    Effect.gen(function* () {
      const url = "https://client.example/oauth/client.json"
      const document = (more: object) =>
        JSON.stringify({ client_id: url, client_name: "Client", redirect_uris: [redirectUri], ...more })
      const good = document({})
      const documents = {
        [url]: good,
        "https://client.example/other": good,
        "https://client.example/secret": document({
          client_id: "https://client.example/secret",
          token_endpoint_auth_method: "client_secret_post",
        }),
        "https://client.example/nameless": JSON.stringify({
          client_id: "https://client.example/nameless",
          redirect_uris: [redirectUri],
        }),
        "https://client.example/text": "not JSON",
        "https://client.example/http": document({
          client_id: "https://client.example/http",
          redirect_uris: ["http://client.example/callback"],
        }),
      }
      const server = yield* startServer({ sessions, clientDocuments: documents })
      const back = yield* decide(server, authorizeUrl(server, url))
      tokensOf(yield* exchange(server, url, back.searchParams.get("code") ?? ""))
      const strangers = [
        ...Object.keys(documents).slice(1),
        "https://client.example/missing",
        "https://client.example/",
        "https://client.example",
        "http://client.example/oauth/client.json",
        `${url}#part`,
        "https://user:pass@client.example/oauth/client.json",
        "https://client.example/a/../oauth/client.json",
      ]
      for (const id of strangers) {
        const { page } = yield* openConsent(server, authorizeUrl(server, id))
        assert.strictEqual(page.status, 400, id)
        assert.notInclude(page.text, "<form")
      }
    }),
  )
})
