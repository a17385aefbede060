import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { createHash } from "node:crypto"
import { ask } from "../ask.ts"
import { startServer } from "../testServer.ts"
import {
  authorizeUrl,
  decide,
  everything,
  exchange,
  fromPage,
  openConsent,
  register,
  sealedIn,
  sessions,
  signIn,
  tokensOf,
} from "./owner.ts"

const start = startServer({ sessions, assistantsWrite: true })

describe("the consent page", () => {
  it.effect("is in no frame, has no script, and escapes what the client says", () =>
    Effect.gen(function* () {
      const server = yield* start
      const name = `<script>alert(1)</script>"' onload=x \u202eevil`
      const clientId = yield* register(server, { client_name: name })
      const { page } = yield* openConsent(server, authorizeUrl(server, clientId))
      assert.strictEqual(page.status, 200)
      const policy = String(page.headers["content-security-policy"])
      assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors 'none'; /)
      assert.match(policy, /form-action 'self' https:\/\/claude\.ai$/)
      const [, hash] = /'sha256-([^']+)'/.exec(policy) ?? []
      const [, style = ""] = /<style>([^]*?)<\/style>/.exec(page.text) ?? []
      assert.strictEqual(createHash("sha256").update(style).digest("base64"), hash)
      assert.strictEqual(page.headers["x-frame-options"], "DENY")
      assert.strictEqual(page.headers["cache-control"], "no-store")
      assert.notMatch(page.text, /<script|"'\s*onload=x/)
      assert.include(page.text, "&lt;script&gt;")
      assert.include(page.text, "claude.ai")
    }),
  )

  it.effect("lets a form lead to a program that registers its own scheme among its redirect URIs", () =>
    Effect.gen(function* () {
      const server = yield* start
      const uri = "cursor://anysphere.cursor-mcp/oauth/callback"
      const uris = [uri, "https://www.cursor.com/agents/mcp/oauth/callback", "http://localhost:8787/callback"]
      const clientId = yield* register(server, { client_name: "Cursor", redirect_uris: uris })
      const asked = authorizeUrl(server, clientId, { redirect_uri: uri })
      const { page } = yield* openConsent(server, asked)
      assert.match(String(page.headers["content-security-policy"]), /form-action 'self' cursor:$/)
      assert.include(page.text, "<dd>cursor://anysphere.cursor-mcp</dd>")
      assert.include(page.text, "a program on your own computer")
      const back = yield* decide(server, asked)
      assert.strictEqual(back.href.split("?")[0], uri)
      const code = back.searchParams.get("code") ?? ""
      tokensOf(yield* exchange(server, clientId, code, { redirect_uri: uri }))
    }),
  )

  it.effect("counts for the session that saw it, once it is sent from here", () =>
    Effect.gen(function* () {
      const server = yield* start
      const clientId = yield* register(server)
      const { cookie, page, path } = yield* openConsent(server, authorizeUrl(server, clientId))
      const body = new URLSearchParams({ ...everything, request: sealedIn(page) })
      const question = fromPage(cookie, server, body)
      const refused = [
        { ...question, headers: { ...question.headers, "sec-fetch-site": "cross-site" } },
        { ...question, headers: { ...question.headers, "sec-fetch-site": "same-site" } },
        { ...question, headers: { ...question.headers, "sec-fetch-site": "none" } },
        { ...question, headers: { ...question.headers, cookie: "" } },
        fromPage(cookie, server, new URLSearchParams({ ...everything, request: "" })),
        fromPage(cookie, server, new URLSearchParams({ ...everything, request: cookie.split("=")[1] ?? "" })),
        fromPage(yield* signIn(server, (yield* server.makeKey("admin")).key), server, body),
        fromPage(yield* signIn(server, server.read.key), server, body),
      ]
      for (const one of refused) {
        const reply = yield* ask(server.address, "POST", path, one)
        assert.strictEqual(reply.status, 400)
        assert.isUndefined(reply.headers.location)
      }
      const { "sec-fetch-site": _site, ...old } = question.headers ?? {}
      const foreign = { ...question, headers: { ...old, origin: "https://evil.example" } }
      assert.strictEqual((yield* ask(server.address, "POST", path, foreign)).status, 400)
      yield* TestClock.adjust("31 minutes")
      assert.strictEqual((yield* ask(server.address, "POST", path, question)).status, 400)
    }),
  )

  it.effect("is not for read keys, and strangers sign in first", () =>
    Effect.gen(function* () {
      const server = yield* start
      const url = new URL(authorizeUrl(server, yield* register(server)))
      const path = `${url.pathname}${url.search}`
      const reading = yield* ask(
        server.address,
        "GET",
        path,
        fromPage(yield* signIn(server, server.read.key), server),
      )
      assert.strictEqual(reading.status, 401)
      assert.include(reading.text, "Only an admin key")
      // From another site a browser keeps its cookie to itself: the page calls again from here.
      const arrived = yield* ask(server.address, "GET", path, { headers: { "sec-fetch-site": "cross-site" } })
      const [, next = ""] = /http-equiv="refresh" content="0; url=([^"]*)"/.exec(arrived.text) ?? []
      const again = next.replaceAll("&amp;", "&").slice(server.address.length)
      const asked = yield* ask(server.address, "GET", again, {})
      assert.include(asked.text, 'type="password"')
      const query = again.split("?")[1] ?? ""
      const submit = (key: string, site: string) =>
        ask(server.address, "POST", "/oauth/sign-in", {
          headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": site },
          body: String(new URLSearchParams({ key, query })),
        })
      for (const [key, site] of [
        ["wrong", "same-origin"],
        [server.read.key, "same-origin"],
        [server.admin.key, "cross-site"],
      ] as const) {
        const reply = yield* submit(key, site)
        assert.strictEqual(reply.status, 401)
        assert.isUndefined(reply.headers["set-cookie"])
      }
      const done = yield* submit(server.admin.key, "same-origin")
      assert.strictEqual(done.status, 303)
      const [cookie = ""] = done.headers["set-cookie"] ?? []
      assert.match(cookie, /HttpOnly; SameSite=Strict$/)
      const { page } = yield* openConsent(server, String(done.headers.location))
      assert.include(page.text, "Connect Claude?")
    }),
  )

  it.effect("is in the language of the browser that it knows best, else in English", () =>
    Effect.gen(function* () {
      const server = yield* start
      const url = new URL(authorizeUrl(server, yield* register(server)))
      const { headers } = fromPage(yield* signIn(server, server.admin.key), server)
      const shown = (languages: string) =>
        Effect.map(
          ask(server.address, "GET", `${url.pathname}${url.search}`, {
            headers: { ...headers, "accept-language": languages },
          }),
          ({ text }) => [/<html lang="(.*)">/.exec(text)?.[1], /<h1>(.*)<\/h1>/.exec(text)?.[1]],
        )
      assert.deepStrictEqual(yield* shown("nl, de-AT;q=0.8, en;q=0.5"), ["de", "Claude verbinden?"])
      assert.deepStrictEqual(yield* shown("ja"), ["ja", "Claudeを接続しますか？"])
      assert.deepStrictEqual(yield* shown("nl"), ["en", "Connect Claude?"])
    }),
  )
})
