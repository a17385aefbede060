import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ask, jsonOf } from "../ask.ts"
import { startServer } from "../testServer.ts"
import { assertRefused, register, sessions } from "./owner.ts"

const read = (address: string, path: string, headers: Record<string, string> = {}) =>
  ask(address, "GET", path, { headers })

describe("discovery", () => {
  it.effect("starts at the refusal of /mcp, and finds both documents", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sessions, assistantsWrite: true })
      const { address } = server
      for (const method of ["POST", "GET", "DELETE"]) {
        const { headers, status } = yield* ask(address, method, "/mcp", {})
        assert.strictEqual(status, 401)
        assert.strictEqual(
          headers["www-authenticate"],
          `Bearer resource_metadata="${address}/.well-known/oauth-protected-resource/mcp", scope="read write"`,
        )
      }
      const wrong = yield* ask(address, "POST", "/mcp", { key: "dbk_access_unknown" })
      assert.match(String(wrong.headers["www-authenticate"]), /, error="invalid_token"$/)
      for (const end of ["", "/mcp"]) {
        const { status, text } = yield* read(address, `/.well-known/oauth-protected-resource${end}`)
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(JSON.parse(text), {
          resource: `${address}/mcp`,
          authorization_servers: [address],
          scopes_supported: ["read", "write"],
          bearer_methods_supported: ["header"],
          resource_name: "Daybook",
        })
      }
      const documents = ["oauth-authorization-server", "openid-configuration"]
      for (const name of documents) {
        const reply = yield* read(address, `/.well-known/${name}`)
        assert.containSubset(jsonOf(reply), {
          issuer: address,
          authorization_endpoint: `${address}/oauth/authorize`,
          token_endpoint: `${address}/oauth/token`,
          registration_endpoint: `${address}/oauth/register`,
          revocation_endpoint: `${address}/oauth/revoke`,
          response_types_supported: ["code"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none"],
          client_id_metadata_document_supported: true,
          authorization_response_iss_parameter_supported: true,
        })
        for (const end of ["/mcp/x", "/elsewhere", "x", "/"])
          assert.strictEqual((yield* read(address, `/.well-known/${name}${end}`)).status, 404, end)
      }
    }),
  )

  it.effect("works below a path, whether or not a proxy passes the root's documents on", () =>
    Effect.gen(function* () {
      const base = "https://home.example/daybook"
      const { address } = yield* startServer({ sessions, publicUrl: base })
      const { headers } = yield* ask(address, "POST", "/mcp", {})
      assert.include(
        String(headers["www-authenticate"]),
        `resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`,
      )
      for (const end of ["", "/mcp", "/daybook", "/daybook/mcp"]) {
        const reply = yield* read(address, `/.well-known/oauth-protected-resource${end}`)
        assert.containSubset(jsonOf(reply), { resource: `${base}/mcp`, authorization_servers: [base] })
      }
      for (const path of [
        "/.well-known/openid-configuration",
        "/.well-known/openid-configuration/daybook",
        "/.well-known/oauth-authorization-server/daybook",
      ]) {
        const reply = yield* read(address, path)
        assert.containSubset(jsonOf(reply), { issuer: base, token_endpoint: `${base}/oauth/token` })
      }
    }),
  )

  it.effect("is open to pages of any origin, and /mcp to allowed ones, with a word to others", () =>
    Effect.gen(function* () {
      const origin = "https://inspector.example"
      const open = yield* startServer({ sessions })
      for (const path of [
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-authorization-server",
      ]) {
        const { headers } = yield* read(open.address, path, { origin, "mcp-protocol-version": "2026-07-28" })
        assert.strictEqual(headers["access-control-allow-origin"], origin)
      }
      const preflight = (path: string, address: string) =>
        ask(address, "OPTIONS", path, {
          headers: {
            origin,
            "access-control-request-method": "POST",
            "access-control-request-headers": "mcp-protocol-version",
          },
        })
      for (const path of ["/oauth/token", "/oauth/register", "/oauth/revoke"]) {
        const { headers } = yield* preflight(path, open.address)
        assert.strictEqual(headers["access-control-allow-origin"], origin, path)
        assert.match(String(headers["access-control-allow-headers"]), /mcp-protocol-version/i)
      }
      for (const path of ["/oauth/authorize", "/oauth/sign-in", "/mcp"]) {
        const { headers } = yield* preflight(path, open.address)
        assert.isUndefined(headers["access-control-allow-origin"], path)
      }
      const refused = yield* ask(open.address, "POST", "/mcp", { key: open.read.key, headers: { origin } })
      assert.strictEqual(refused.status, 403)
      assert.deepStrictEqual(jsonOf(refused), {
        error: `Add ${origin} to ALLOWED_ORIGINS to let its pages in`,
        status: 403,
      })
      const allowing = yield* startServer({ sessions, allowedOrigins: [origin] })
      const { headers } = yield* preflight("/mcp", allowing.address)
      assert.strictEqual(headers["access-control-allow-origin"], origin)
      assert.match(String(headers["access-control-allow-headers"]), /mcp-session-id/i)
      const stranger = yield* ask(allowing.address, "POST", "/mcp", { headers: { origin } })
      assert.match(String(stranger.headers["access-control-expose-headers"]), /WWW-Authenticate/i)
    }),
  )

  it.effect("is not there on a server without sessions", () =>
    Effect.gen(function* () {
      const { address } = yield* startServer()
      assert.strictEqual((yield* ask(address, "POST", "/mcp", {})).headers["www-authenticate"], "Bearer")
      for (const path of ["/.well-known/oauth-protected-resource/mcp", "/oauth/authorize"])
        assert.strictEqual((yield* read(address, path)).status, 404)
    }),
  )
})

describe("registration", () => {
  it.effect("takes the metadata that clients send, and returns what it registered", () =>
    Effect.gen(function* () {
      const { address } = yield* startServer({ sessions })
      const { headers, status, text } = yield* ask(address, "POST", "/oauth/register", {
        body: {
          client_name: "Claude",
          redirect_uris: ["https://claude.ai/api/mcp/auth_callback", "http://localhost:1/callback"],
          grant_types: ["authorization_code", "refresh_token"],
          response_types: ["code"],
          token_endpoint_auth_method: "client_secret_post",
          scope: "claudeai",
          logo_uri: null,
          application_type: "web",
        },
      })
      assert.strictEqual(status, 201)
      assert.strictEqual(headers["cache-control"], "no-store")
      const { client_id: id, ...rest } = JSON.parse(text) as Record<string, unknown>
      assert.match(String(id), /^dbk_client_[0-9a-f]{32}$/)
      assert.deepStrictEqual(rest, {
        client_id_issued_at: Date.UTC(2026, 6, 15, 12) / 1000,
        client_name: "Claude",
        redirect_uris: ["https://claude.ai/api/mcp/auth_callback", "http://localhost:1/callback"],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      })
    }),
  )

  it.effect("refuses other redirect URIs and metadata that does not fit", () =>
    Effect.gen(function* () {
      const { address } = yield* startServer({ sessions })
      const wrong = (body: unknown) => ask(address, "POST", "/oauth/register", { body })
      for (const uris of [
        undefined,
        [],
        "https://client.example/",
        ["http://client.example/"],
        ["https://client.example/#part"],
        ["https://user@client.example/"],
        ["javascript:alert(1)"],
        ["client.example"],
        ["http://127.0.0.1.evil.example/"],
      ])
        assertRefused(yield* wrong({ redirect_uris: uris }), "invalid_redirect_uri")
      const good = { redirect_uris: ["https://client.example/"] }
      for (const body of [
        "not JSON",
        [],
        { ...good, client_name: 5 },
        { ...good, client_name: "a".repeat(101) },
        { ...good, client_name: "a\u0000" },
        { ...good, grant_types: ["client_credentials"] },
        { ...good, response_types: ["token"] },
      ])
        assertRefused(yield* wrong(body), "invalid_client_metadata")
    }),
  )

  it.effect("is limited for each address, and no path of it redirects", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sessions })
      for (const path of ["/mcp/", "/oauth/register/", "/oauth/token/"]) {
        const { status } = yield* ask(server.address, "POST", path, { body: {} })
        assert.strictEqual(status, 404, path)
      }
      for (let at = 0; at < 20; at++) yield* register(server)
      const { headers, status } = yield* ask(server.address, "POST", "/oauth/register", { body: {} })
      assert.strictEqual(status, 429)
      assert.isDefined(headers["retry-after"])
    }),
  )
})
