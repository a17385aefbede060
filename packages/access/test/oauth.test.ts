import { Digest } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { hash } from "node:crypto"
import {
  AssistantId,
  type ConnectedAssistant,
  isDocumentUrl,
  isRegistered,
  type NewTokens,
  OAuth,
  type OAuthError,
  OAuthStore,
} from "../src/index.ts"

const sha256 = (text: string) => hash("sha256", text)

describe("redirect URIs", () => {
  it("are the registered ones, character by character", () => {
    const registered = ["https://claude.ai/callback?a=b"]
    assert.isTrue(isRegistered("https://claude.ai/callback?a=b", registered))
    for (const other of [
      "https://claude.ai/callback",
      "https://claude.ai/callback?a=b&c=d",
      "https://claude.ai:443/callback?a=b",
      "https://claude.ai:8443/callback?a=b",
      "https://claude.ai/x/../callback?a=b",
      "http://claude.ai/callback?a=b",
      "https://claude.ai/callback?a=b#",
    ])
      assert.isFalse(isRegistered(other, registered), other)
  })

  it("at loopback have any port, and the same host and path", () => {
    const registered = [
      "http://127.0.0.1:1234/callback",
      "http://localhost/callback",
      "http://[::1]/callback",
    ]
    for (const one of [
      "http://127.0.0.1/callback",
      "http://127.0.0.1:65535/callback",
      "http://localhost:1/callback",
      "http://[::1]:1/callback",
    ])
      assert.isTrue(isRegistered(one, registered), one)
    for (const other of [
      "http://127.0.0.1:1234/other",
      "http://127.0.0.2:1234/callback",
      "https://127.0.0.1:1234/callback",
      "http://localhost.example:1/callback",
      "http://localhost:1@evil.example/callback",
      "http://evil.example/callback",
    ])
      assert.isFalse(isRegistered(other, registered), other)
    assert.isFalse(isRegistered("http://localhost:1/callback", ["http://127.0.0.1/callback"]))
  })

  it("may have the own scheme of a program, and no scheme that a browser acts on", () => {
    for (const one of ["cursor://anysphere.cursor-mcp/oauth/callback", "com.example.app:/callback"]) {
      assert.isTrue(isRegistered(one, [one]), one)
      assert.isFalse(isRegistered(`${one}/`, [one]), one)
    }
    for (const other of [
      "javascript://a.b/%0aalert(1)",
      "data:text/html,a",
      "file:///a",
      "ftp://a.b/",
      "app:/",
    ])
      assert.isFalse(isRegistered(other, [other]), other)
  })
})

describe("the URL of a metadata document", () => {
  it("is https, with a path, in its one spelling", () => {
    assert.isTrue(isDocumentUrl("https://claude.ai/oauth/mcp-oauth-client-metadata"))
    for (const other of [
      "http://claude.ai/oauth",
      "https://claude.ai",
      "https://claude.ai/",
      "https://claude.ai:443/oauth",
      "https://claude.ai/a/../oauth",
      "https://claude.ai/oauth#part",
      "https://user@claude.ai/oauth",
      "HTTPS://claude.ai/oauth",
      `https://claude.ai/${"a".repeat(500)}`,
      "dbk_client_0",
    ])
      assert.isFalse(isDocumentUrl(other), other)
  })
})

/** A store with one unused code, which notes the tokens that follow from it. */
const storeOf = (challenge: string, issued: Array<NewTokens>) => {
  const consent = { clientId: "a", name: "A", host: "a.example", domains: undefined, writes: false }
  const assistant: ConnectedAssistant = {
    ...consent,
    id: AssistantId.make(1),
    createdAt: 0,
    lastUsedAt: undefined,
  }
  const note = (tokens: NewTokens) =>
    Effect.sync(() => {
      issued.push(tokens)
      return Option.some(assistant)
    })
  const code = { ...consent, redirectUri: "", challenge, expiresAt: 1, assistantId: undefined }
  const refresh = { assistantId: assistant.id, clientId: "a", kind: "refresh", expiresAt: Infinity } as const
  return OAuthStore.of({
    saveClient: () => Effect.void,
    findClient: (id) =>
      Effect.succeedSome({ id, name: "A", redirectUris: [], createdAt: 0, consentedAt: undefined }),
    insertCode: () => Effect.void,
    findCode: () => Effect.succeedSome(code),
    useCode: (_hash, tokens) => note(tokens),
    findToken: () => Effect.succeedSome(refresh),
    rotate: (_hash, tokens) => note(tokens),
    find: () => Effect.succeedNone,
    removeToken: () => Effect.void,
    end: () => Effect.succeed(true),
    list: () => Effect.succeed({ items: [], total: 0 }),
    touch: () => Effect.void,
    sweep: () => Effect.void,
  })
}

// RFC 7636, appendix B.
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

describe("tokens", () => {
  it.effect("are stored as digests; access lasts an hour, refreshing 90 days from each issue", () => {
    const issued: Array<NewTokens> = []
    return Effect.gen(function* () {
      const oauth = yield* OAuth
      const code = { clientId: "a", code: "c", verifier, redirectUri: undefined }
      const first = yield* oauth.exchange(code)
      const day = 86_400_000
      yield* TestClock.setTime(day)
      const second = yield* oauth.refresh({ clientId: "a", refreshToken: "r" })
      assert.deepStrictEqual(
        issued,
        [first, second].map(({ access, refresh }, at) => ({
          accessHash: sha256(Redacted.value(access)),
          accessUntil: at * day + 3_600_000,
          refreshHash: sha256(Redacted.value(refresh)),
          refreshUntil: (at + 90) * day,
        })),
      )
    }).pipe(
      Effect.provide(
        OAuth.layer.pipe(
          Layer.provide([
            Layer.succeed(OAuthStore, storeOf(challenge, issued)),
            Layer.succeed(Digest, sha256),
          ]),
        ),
      ),
    )
  })

  it.effect("are not issued to a client with an id that no store accepts", () =>
    Effect.gen(function* () {
      const oauth = yield* OAuth
      for (const clientId of ["\0", "a\0", "\ud800"]) {
        const code = { clientId, code: "c", verifier, redirectUri: undefined }
        const refused: ReadonlyArray<Effect.Effect<unknown, OAuthError>> = [
          oauth.exchange(code),
          oauth.refresh({ clientId, refreshToken: "r" }),
          oauth.client(clientId),
        ]
        for (const one of refused) assert.strictEqual((yield* Effect.flip(one)).code, "invalid_client")
      }
    }).pipe(
      Effect.provide(
        OAuth.layer.pipe(
          Layer.provide([Layer.succeed(OAuthStore, storeOf(challenge, [])), Layer.succeed(Digest, sha256)]),
        ),
      ),
    ),
  )

  it.effect("are not issued for another verifier, or one that is too short", () =>
    Effect.gen(function* () {
      const oauth = yield* OAuth
      for (const wrong of [`${verifier}a`, verifier.slice(1), "a".repeat(43), challenge]) {
        const code = { clientId: "a", code: "c", verifier: wrong, redirectUri: undefined }
        const error = yield* Effect.flip(oauth.exchange(code))
        assert.strictEqual(error.code, "invalid_grant")
      }
    }).pipe(
      Effect.provide(
        OAuth.layer.pipe(
          Layer.provide([Layer.succeed(OAuthStore, storeOf(challenge, [])), Layer.succeed(Digest, sha256)]),
        ),
      ),
    ),
  )
})
