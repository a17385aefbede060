import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { TestClock } from "effect/testing"
import { brotliDecompressSync, brotliCompressSync } from "node:zlib"
import type { PageFile, PageFiles } from "../../src/page/files.ts"
import { keyOfSession, sealSession, sessionMillis } from "../../src/middleware/access/session.ts"
import { ask, jsonOf, type Question } from "../ask.ts"
import { sessions } from "../oauth/owner.ts"
import { assertFailure, standing } from "../replies.ts"
import { startServer, type TestServer } from "../testServer.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

const textsIn = (language: string): readonly [string, PageFile] => [
  `/assets/${language}-1.js`,
  { contentType: "text/javascript", immutable: true, content: { identity: bytes(language) } },
]

const page: PageFiles = {
  index:
    '<title>Daybook</title><base href="/" /><meta name="daybook-domains" content="" /><meta name="daybook-tiles" content="" />',
  files: new Map<string, PageFile>([
    [
      "/assets/index-1.js",
      {
        contentType: "text/javascript; charset=utf-8",
        immutable: true,
        content: { identity: bytes("let x"), br: brotliCompressSync(bytes("let x")) },
      },
    ],
    textsIn("de"),
    textsIn("en"),
    ["/sw.js", { contentType: "text/javascript", immutable: false, content: { identity: bytes("sw") } }],
  ]),
}

/** A request past the check against the definition, in which the page and its sessions are not. */
const askOf =
  ({ address }: TestServer) =>
  (method: string, path: string, question: Question = {}) =>
    Effect.tap(ask(address, method, path, question), ({ headers }) =>
      Effect.sync(() => assert.strictEqual(headers["x-content-type-options"], "nosniff", path)),
    )

const cookieOf = (header: ReadonlyArray<string> | undefined) => header?.[0]?.split(";")[0] ?? ""

const signIn = Effect.fnUntraced(function* (server: TestServer, key: string) {
  const reply = yield* askOf(server)("POST", "/session", { key })
  assert.strictEqual(reply.status, 200, reply.text)
  return cookieOf(reply.headers["set-cookie"])
})

describe("the page", () => {
  it.effect("is one document for every view, and the files that it loads", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ page, publicUrl: "https://example.org/daybook" })
      const get = askOf(server)
      for (const path of [
        "/",
        "/open",
        "/listening",
        "/listening/",
        "/listening/artists/12",
        "/years/2025",
        "/search?q=a",
      ]) {
        const { headers, status, text } = yield* get("GET", path)
        assert.strictEqual(status, 200, path)
        assert.match(String(headers["content-type"]), /^text\/html/)
        assert.strictEqual(headers["cache-control"], "no-cache")
        assert.notMatch(String(headers["content-security-policy"]), /unsafe|\*|http/)
        assert.include(text, '<base href="/daybook/"')
        assert.include(text, 'name="daybook-domains" content="listening ')
      }
      // The first view's data is requested for who is signed in: another's requests would be refused.
      for (const [cookie, count] of [
        ["", 0],
        ["daybook_session=sealed", 2],
      ] as const) {
        const { text } = yield* get("GET", "/", { headers: { cookie } })
        assert.strictEqual(text.split('rel="preload" as="fetch"').length - 1, count)
      }
      const textsOf = (language: string) =>
        Effect.map(get("GET", "/years/2025", { headers: { "accept-language": language } }), ({ headers }) => [
          headers["link"],
          headers["vary"],
        ])
      const varied = "Accept-Encoding, Accept-Language, Cookie"
      for (const [wanted, language] of [
        ["de-CH,de;q=0.9,en;q=0.8", "de"],
        ["tlh", "en"],
      ] as const) {
        const link = `</daybook/assets/${language}-1.js>; rel=modulepreload`
        assert.deepStrictEqual(yield* textsOf(wanted), [link, varied])
      }
      const file = yield* get("GET", "/assets/index-1.js", { headers: { "accept-encoding": "br, gzip" } })
      assert.strictEqual(file.headers["cache-control"], "public, max-age=31536000, immutable")
      assert.strictEqual(file.headers["content-encoding"], "br")
      assert.strictEqual(brotliDecompressSync(file.bytes).toString(), "let x")
      const again = yield* get("GET", "/assets/index-1.js", {
        headers: { "accept-encoding": "br", "if-none-match": String(file.headers.etag) },
      })
      assert.strictEqual(again.status, 304)
      assert.strictEqual((yield* get("GET", "/assets/index-1.js")).text, "let x")
      assert.strictEqual((yield* get("GET", "/sw.js")).headers["cache-control"], "no-cache")
      assertFailure(yield* get("GET", "/assets/index-2.js"), 404)
      assertFailure(yield* get("GET", "/nothing"), 404)
      assertFailure(yield* get("POST", "/listening"), 405)
      assert.strictEqual((yield* get("HEAD", "/listening")).status, 200)
    }),
  )
})

describe("the tiles of maps", () => {
  it.effect("are from where the server is reported, and from nowhere else", () =>
    Effect.gen(function* () {
      const url = "https://tile.example.org:8443/{z}/{x}/{y}.png?key=$&"
      const server = yield* startServer({ page, tiles: { url, credit: '© "Mappers" & others' } })
      const { headers, text } = yield* askOf(server)("GET", "/places")
      assert.include(
        String(headers["content-security-policy"]),
        "img-src 'self' data: https://tile.example.org:8443;",
      )
      const [, told = ""] = /name="daybook-tiles" content="([^"]*)"/.exec(text) ?? []
      assert.deepStrictEqual(JSON.parse(told.replaceAll("&quot;", '"').replaceAll("&amp;", "&")), {
        url,
        credit: '© "Mappers" & others',
      })
    }),
  )
})

describe("a session", () => {
  it.effect("is its key: its scope, and its end", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sessions })
      const get = askOf(server)
      const lent = yield* server.makeKey("read")
      const begun = yield* get("POST", "/session", { key: lent.key })
      assert.deepStrictEqual(jsonOf(begun), {
        name: "a read key",
        scope: "read",
        expires_at: "",
        time_zone: "UTC",
        preferences: {
          day_begins_at: "00:00",
          week_begins_on: "monday",
          units: "auto",
          language: "auto",
          theme: "system",
        },
      })
      assert.match(
        String(begun.headers["set-cookie"]?.[0]),
        /^daybook_session=[^;]+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/,
      )
      assert.notInclude(begun.text, lent.key)

      const cookie = cookieOf(begun.headers["set-cookie"])
      assert.strictEqual((yield* get("GET", "/v1/feed", { headers: { cookie } })).status, 200)
      const own = { cookie, "sec-fetch-site": "same-origin" }
      assertFailure(yield* get("POST", "/v1/admin/keys", { headers: own }), 403)
      // Each visit begins its time again.
      const again = yield* get("GET", "/session", { headers: own })
      assert.match(String(again.headers["set-cookie"]?.[0]), /; Max-Age=7776000;/)
      // A shown key decides, and so does a wrong one.
      assertFailure(yield* get("GET", "/v1/feed", { headers: { cookie }, key: "wrong" }), 401)
      // Routes whose clients show keys themselves look at no cookie.
      assert.strictEqual((yield* get("DELETE", "/mcp", { headers: own })).status, 401)

      const ended = yield* get("DELETE", "/session", { headers: own })
      assert.strictEqual(ended.status, 204)
      assert.match(String(ended.headers["set-cookie"]?.[0]), /^daybook_session=; Max-Age=0; Path=\//)

      yield* server.command("DELETE", `/v1/admin/keys/${lent.id}`)
      assertFailure(yield* get("GET", "/v1/feed", { headers: { cookie } }), 401)
      // The page checks who is signed in without an error, which a browser would write to its console.
      assert.strictEqual((yield* get("GET", "/session", { headers: own })).status, 204)
    }),
  )

  it.effect("is for keys that may read", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sessions })
      const get = askOf(server)
      assertFailure(yield* get("POST", "/session"), 401)
      // A browser that no one has signed in yet checks without an error in its console.
      assert.strictEqual((yield* get("GET", "/session")).status, 204)
      assertFailure(yield* get("POST", "/session", { key: "wrong" }), 401)
      assertFailure(yield* get("POST", "/session", { key: (yield* server.makeKey("submit")).key }), 403)
      const forged = { cookie: "daybook_session=forged" }
      assert.strictEqual((yield* get("GET", "/session", { headers: forged })).status, 204)
    }),
  )

  it.effect("has 1,200 requests in 60 seconds, separate from the requests of its key", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sessions })
      const { key } = yield* server.makeKey("read", { rateLimit: 2 })
      const get = askOf(server)
      const cookie = yield* signIn(server, key)
      const clicks = (count: number, path = "/v1/years") =>
        Effect.forEach(Array.from({ length: count }), () => get("GET", path, { headers: { cookie } }), {
          concurrency: 20,
        })
      const [first] = yield* clicks(1)
      assert.deepInclude(standing(first!), { limit: 1_200, remaining: 1_198 })
      // The key itself keeps its limit, however often the page sends requests.
      assert.deepInclude(standing(yield* server.ask("GET", "/v1/years", { key })), { limit: 2, remaining: 1 })
      assert.strictEqual((yield* server.ask("GET", "/v1/years", { key })).status, 200)
      assertFailure(yield* server.ask("GET", "/v1/years", { key }), 429)
      // Its programs cannot lock its owner out: signing in is counted with the sessions.
      const second = yield* signIn(server, key)
      assert.notStrictEqual(second, "")
      assert.isTrue((yield* clicks(1_197)).every(({ status }) => status === 200))

      const [refused] = yield* clicks(1)
      assertFailure(refused!, 429)
      assert.deepInclude(standing(refused!), { limit: 1_200, remaining: 0 })
      assert.strictEqual(refused!.headers["retry-after"], "60")
      const [asked] = yield* clicks(1, "/session")
      assertFailure(asked!, 429)
      assertFailure(yield* get("POST", "/session", { key }), 429)
      // Another key's sessions have their own.
      const other = yield* signIn(server, server.read.key)
      assert.strictEqual((yield* get("GET", "/v1/years", { headers: { cookie: other } })).status, 200)
      yield* TestClock.adjust(60_000)
      assert.strictEqual((yield* clicks(1))[0]?.status, 200)
    }),
  )

  it.effect("expires after 90 days without a visit, and is invalid if it was not sealed here", () =>
    Effect.gen(function* () {
      const sealed = yield* sealSession(sessions, "a key", 5)
      assert.deepStrictEqual(yield* keyOfSession(sessions, "forged"), Option.none())
      yield* TestClock.setTime(sessionMillis + 4)
      assert.deepStrictEqual(yield* keyOfSession(sessions, sealed), Option.some("a key"))
      yield* TestClock.setTime(sessionMillis + 5)
      assert.deepStrictEqual(yield* keyOfSession(sessions, sealed), Option.none())
    }),
  )

  it.effect("is valid only for requests of its own page", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sessions })
      const get = askOf(server)
      const { host } = new URL(server.address)
      const cookie = yield* signIn(server, server.admin.key)
      const rows: ReadonlyArray<readonly [headers: Record<string, string>, read: number, write: number]> = [
        [{ "sec-fetch-site": "same-origin" }, 200, 400],
        [{ "sec-fetch-site": "same-origin", origin: `http://${host}` }, 200, 400],
        [{ "sec-fetch-site": "none" }, 200, 401],
        [{ "sec-fetch-site": "same-site", origin: "http://other.example.org" }, 401, 401],
        [{ "sec-fetch-site": "cross-site", origin: "https://elsewhere.example" }, 401, 401],
        // Over plain HTTP browsers report the origin of a write, and nothing of a read.
        [{}, 200, 401],
        [{ origin: `http://${host}` }, 200, 400],
        [{ origin: "http://127.0.0.1:1" }, 401, 401],
        [{ origin: "null" }, 401, 401],
      ]
      for (const [headers, read, write] of rows) {
        const said = JSON.stringify(headers)
        const all = { cookie, ...headers }
        assert.strictEqual((yield* get("GET", "/v1/feed", { headers: all })).status, read, said)
        // An empty body is refused as input, once it is let in.
        assert.strictEqual((yield* get("POST", "/v1/admin/keys", { headers: all })).status, write, said)
      }
    }),
  )

  it.effect("is sent back to where the server is reached", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sessions, publicUrl: "https://example.org/daybook" })
      const begun = yield* askOf(server)("POST", "/session", { key: server.read.key })
      assert.match(
        String(begun.headers["set-cookie"]?.[0]),
        /; Path=\/daybook; HttpOnly; Secure; SameSite=Strict$/,
      )
      const cookie = cookieOf(begun.headers["set-cookie"])
      const write = (origin: string) =>
        askOf(server)("POST", "/v1/admin/keys", { headers: { cookie, origin } })
      assertFailure(yield* write("https://example.org"), 403)
      assertFailure(yield* write(server.address), 401)
    }),
  )

  it.effect("is nothing if a host has none", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      assertFailure(yield* askOf(server)("POST", "/session", { key: server.read.key }), 404)
      assertFailure(yield* askOf(server)("GET", "/"), 404)
    }),
  )
})
