import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as oauth from "oauth4webapi"
import { startServer, type TestServer } from "../testServer.ts"
import { connect, decide, everything, listTools, sessions } from "./owner.ts"

const loopback = "http://127.0.0.1:33418/callback"
const documentUrl = "https://client.example/oauth/client.json"
const clientDocuments = {
  [documentUrl]: JSON.stringify({
    client_id: documentUrl,
    client_name: "Documented",
    // The port is not the one that it listens at.
    redirect_uris: ["http://127.0.0.1/callback"],
    token_endpoint_auth_method: "none",
  }),
}

/** The state of the official client, in memory; its browser is the owner's. */
class Provider implements OAuthClientProvider {
  readonly redirectUrl = loopback
  readonly clientMetadata = {
    client_name: "Official",
    redirect_uris: [loopback],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "client_secret_post",
  }
  readonly clientMetadataUrl?: string
  asked: URL | undefined
  registered: { client_id: string; token_endpoint_auth_method?: string } | undefined
  held: Awaited<ReturnType<OAuthClientProvider["tokens"]>>
  verifier = ""

  constructor(byDocument: boolean) {
    if (byDocument) this.clientMetadataUrl = documentUrl
  }

  state = () => "a state"
  clientInformation = () => this.registered
  saveClientInformation = (information: { client_id: string }) => void (this.registered = information)
  tokens = () => this.held
  saveTokens = (tokens: typeof this.held) => void (this.held = tokens)
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier)
  codeVerifier = () => this.verifier
  redirectToAuthorization = (url: URL) => void (this.asked = url)
}

const transportOf = (server: TestServer, provider: Provider) =>
  new StreamableHTTPClientTransport(new URL("/mcp", server.address), { authProvider: provider })

/** Connects as an assistant does: it is refused, sends the owner to consent, and returns with the code. */
const connectOfficial = Effect.fnUntraced(function* (server: TestServer, provider: Provider) {
  const first = transportOf(server, provider)
  const refusal = yield* Effect.promise(() =>
    new Client({ name: "a test", version: "1" }).connect(first).then(
      () => undefined,
      (error: unknown) => error,
    ),
  )
  assert.instanceOf(refusal, UnauthorizedError)
  const asked = provider.asked ?? assert.fail("the owner was not asked")
  const back = yield* decide(server, asked, { ...everything, write: "on" })
  yield* Effect.promise(() => first.finishAuth(back.searchParams))
  return yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ name: "a test", version: "1" })
      await client.connect(transportOf(server, provider))
      return client
    }),
    (client) => Effect.promise(() => client.close()),
  )
})

describe("the official client", () => {
  for (const byDocument of [false, true]) {
    it.effect(`connects by ${byDocument ? "its metadata document" : "registration"}, and refreshes`, () =>
      Effect.gen(function* () {
        const server = yield* startServer({ sessions, clientDocuments, assistantsWrite: true })
        const provider = new Provider(byDocument)
        const client = yield* connectOfficial(server, provider)
        assert.deepInclude(Object.fromEntries(provider.asked?.searchParams ?? []), {
          resource: `${server.address}/mcp`,
          scope: "read write",
        })
        if (byDocument) assert.strictEqual(provider.registered?.client_id, documentUrl)
        else assert.strictEqual(provider.registered?.token_endpoint_auth_method, "none")
        const { tools } = yield* Effect.promise(() => client.listTools())
        assert.includeMembers(
          tools.map(({ name }) => name),
          ["feed", "top_music", "add"],
        )
        const now = yield* Effect.promise(() => client.callTool({ name: "feed", arguments: {} }))
        assert.notStrictEqual(now.isError, true)

        const before = provider.held?.access_token ?? ""
        const clientId = provider.registered?.client_id ?? ""
        const body = new URLSearchParams({ token: before, client_id: clientId })
        yield* Effect.promise(() => fetch(`${server.address}/oauth/revoke`, { method: "POST", body }))
        yield* Effect.promise(() => client.listTools())
        assert.notStrictEqual(provider.held?.access_token, before)
      }),
    )
  }
})

const insecure = { [oauth.allowInsecureRequests]: true }

describe("an independent client", () => {
  it.effect("discovers, registers, authorizes, refreshes and revokes", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sessions })
      const resource = new URL("/mcp", server.address)
      const discovered = yield* Effect.promise(async () => {
        const metadata = await oauth.processResourceDiscoveryResponse(
          resource,
          await oauth.resourceDiscoveryRequest(resource, insecure),
        )
        const issuer = new URL(metadata.authorization_servers?.[0] ?? "")
        const [as, openid] = await Promise.all(
          (["oauth2", "oidc"] as const).map(async (algorithm) =>
            oauth.processDiscoveryResponse(
              issuer,
              await oauth.discoveryRequest(issuer, { ...insecure, algorithm }),
            ),
          ),
        )
        assert.deepStrictEqual(as, openid)
        return as ?? assert.fail("no metadata")
      })
      // The issuer of this library ends with the slash of a URL.
      const as = discovered
      const client = yield* Effect.promise(async () =>
        oauth.processDynamicClientRegistrationResponse(
          await oauth.dynamicClientRegistrationRequest(
            as,
            { client_name: "Independent", redirect_uris: [loopback], token_endpoint_auth_method: "none" },
            insecure,
          ),
        ),
      )
      assert.deepInclude(client, { token_endpoint_auth_method: "none", client_name: "Independent" })
      const verifier = oauth.generateRandomCodeVerifier()
      const challenge = yield* Effect.promise(() => oauth.calculatePKCECodeChallenge(verifier))
      const state = oauth.generateRandomState()
      const url = new URL(as.authorization_endpoint ?? "")
      url.search = String(
        new URLSearchParams({
          client_id: client.client_id,
          redirect_uri: loopback.replace("33418", "50001"),
          response_type: "code",
          code_challenge: challenge,
          code_challenge_method: "S256",
          state,
          resource: String(resource),
        }),
      )
      const back = yield* decide(server, url)
      const tokens = yield* Effect.promise(async () => {
        const parameters = oauth.validateAuthResponse(as, client, back, state)
        const response = await oauth.authorizationCodeGrantRequest(
          as,
          client,
          oauth.None(),
          parameters,
          loopback.replace("33418", "50001"),
          verifier,
          { ...insecure, additionalParameters: { resource: String(resource) } },
        )
        return oauth.processAuthorizationCodeResponse(as, client, response)
      })
      assert.strictEqual((yield* listTools(server, tokens.access_token)).status, 200)
      const refreshed = yield* Effect.promise(async () =>
        oauth.processRefreshTokenResponse(
          as,
          client,
          await oauth.refreshTokenGrantRequest(
            as,
            client,
            oauth.None(),
            tokens.refresh_token ?? "",
            insecure,
          ),
        ),
      )
      assert.strictEqual(refreshed.scope, "read")
      const elsewhere = { ...as, issuer: "https://evil.example" }
      assert.throws(() => oauth.validateAuthResponse(elsewhere, client, back, state), /iss/)
      yield* Effect.promise(async () =>
        oauth.processRevocationResponse(
          await oauth.revocationRequest(as, client, oauth.None(), refreshed.refresh_token ?? "", insecure),
        ),
      )
      assert.strictEqual((yield* listTools(server, refreshed.access_token)).status, 401)
      const denied = yield* decide(server, url, { decision: "deny" })
      assert.throws(() => oauth.validateAuthResponse(as, client, denied, state), /authorization response/i)
      assert.strictEqual(denied.searchParams.get("error"), "access_denied")
    }),
  )
})

describe("a connected assistant", () => {
  const call = (server: TestServer, token: string, name: string, args: Record<string, unknown> = {}) =>
    Effect.acquireUseRelease(
      Effect.promise(async () => {
        const client = new Client({ name: "a test", version: "1" })
        await client.connect(
          new StreamableHTTPClientTransport(new URL("/mcp", server.address), {
            requestInit: { headers: { authorization: `Bearer ${token}` } },
          }),
        )
        return client
      }),
      (client) =>
        Effect.promise(async () => ({
          tools: (await client.listTools()).tools.map((tool) => tool.name),
          result: await client.callTool({ name, arguments: args }).catch((error: unknown) => ({
            isError: true,
            content: String(error),
          })),
        })),
      (client) => Effect.promise(() => client.close()),
    )

  it.effect("reads the chosen domains and nothing else", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sessions, assistantsWrite: true })
      const run = { started_at: "2026-07-13", distance_mi: 3.1, moving_s: 1_500, name: "River loop" }
      yield* server.command("POST", "/v1/admin/running/run", { body: run })
      const film = { title: "Stalker", watched_at: "2026-07-12" }
      yield* server.command("POST", "/v1/admin/watching/film", { body: film })
      const choices = new URLSearchParams({ decision: "allow", read: "chosen" })
      choices.append("domain", "running")
      choices.append("domain", "places")
      const { tokens } = yield* connect(server, choices)
      const { tools } = yield* call(server, tokens.access_token, "now")
      assert.sameMembers(tools, [
        "count_by",
        "feed",
        "now",
        "on_this_day",
        "places",
        "runs",
        "search",
        "show_image",
        "trends",
        "year_in_review",
      ])
      const questions: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
        ["feed", {}],
        ["now", {}],
        ["on_this_day", { date: "2026-07-13" }],
        ["search", { query: "River" }],
        ["trends", {}],
        ["year_in_review", {}],
        ["year_in_review", { year: 2026 }],
        ["count_by", { of: "runs", by: ["name"] }],
      ]
      for (const [name, args] of questions) {
        const { result } = yield* call(server, tokens.access_token, name, args)
        const text = JSON.stringify(result)
        assert.notStrictEqual(result.isError, true, text)
        assert.match(text, /River loop|running/, name)
        assert.notMatch(text, /Stalker|watching/, name)
      }
      for (const [name, args] of [
        ["feed", { domains: "watching" }],
        ["year_in_review", { year: 2026, domain: "watching" }],
        ["films_and_shows", {}],
        ["count_by", { of: "watches" }],
      ] as const) {
        const { result } = yield* call(server, tokens.access_token, name, args)
        assert.isTrue(result.isError, name)
        assert.notMatch(JSON.stringify(result), /Stalker/)
      }
      // What is owned is compared with plays and watches, which are of other domains.
      const collecting = new URLSearchParams({ decision: "allow", read: "chosen", domain: "collecting" })
      const { tokens: owning } = yield* connect(server, collecting)
      const owned = (kind: string) =>
        Effect.map(
          call(server, owning.access_token, "owned", { kind }),
          ({ result }) => result.isError === true,
        )
      assert.deepStrictEqual([yield* owned("records"), yield* owned("beside_plays")], [false, true])
    }),
  )

  it.effect("writes if the server and the owner let it; the owner lists and ends it", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sessions, assistantsWrite: true })
      const reading = yield* connect(server)
      const asking = yield* connect(server, { ...everything, write: "on" }, { scope: "read offline_access" })
      const writing = yield* connect(server, { ...everything, write: "on" }, { scope: "write" })
      assert.deepStrictEqual(
        [reading, asking, writing].map(({ tokens }) => tokens.scope),
        ["read", "read", "read write"],
      )
      const fields = { started_at: "2026-07-13", distance_mi: 3.1, moving_s: 1_500, name: "Told by it" }
      const add = { type: "run", fields }
      assert.isTrue((yield* call(server, reading.tokens.access_token, "add", add)).result.isError)
      const added = yield* call(server, writing.tokens.access_token, "add", add)
      assert.notStrictEqual(added.result.isError, true, JSON.stringify(added.result))

      const listed = yield* server.command("GET", "/v1/admin/assistants?limit=2&page=2")
      const { data, pagination } = JSON.parse(listed.text) as {
        data: ReadonlyArray<{ id: number; last_used_at: string }>
        pagination: { total: number }
      }
      assert.strictEqual(pagination.total, 3)
      assert.containSubset(data, [
        { name: "Claude", host: "claude.ai", all_domains: true, domains: [], writes: true },
      ])
      assert.notStrictEqual(data[0]?.last_used_at, "")
      const path = `/v1/admin/assistants/${data[0]?.id}`
      assert.strictEqual((yield* server.ask("DELETE", path, { key: server.read.key })).status, 403)
      assert.strictEqual((yield* server.command("DELETE", path)).status, 204)
      assert.strictEqual((yield* server.command("DELETE", path)).status, 404)
      assert.strictEqual((yield* listTools(server, writing.tokens.access_token)).status, 401)
      assert.strictEqual((yield* listTools(server, reading.tokens.access_token)).status, 200)
    }),
  )

  it.effect("cannot write if the server does not allow it", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sessions })
      const { tokens } = yield* connect(server, { ...everything, write: "on" })
      assert.strictEqual(tokens.scope, "read")
    }),
  )
})
