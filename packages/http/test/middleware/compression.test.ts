import { Keys } from "@daybook/access"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { encodingFor } from "../../src/middleware/encoding.ts"
import { ActivityServer, everyDomain } from "../../src/index.ts"
import { ask, jsonOf, type Reply } from "../ask.ts"
import { startNotify } from "../notify/server.ts"
import { play } from "../scriptedSource.ts"
import { servicesOf, start, startServer, type TestServer } from "../testServer.ts"

const unpacked = ({ bytes, headers }: Reply): string => {
  switch (headers["content-encoding"]) {
    case "br":
      return brotliDecompressSync(bytes).toString()
    case "gzip":
      return gunzipSync(bytes).toString()
    default:
      return Buffer.from(bytes).toString()
  }
}

const albums = "/v1/listening/top/albums?period=12month&limit=50&include_sparklines=true"

const listen = ({ store }: TestServer) =>
  store.storeScrobbles(
    Array.from({ length: 60 }, (_, album) => play("Low", `Album ${album}`, start - album * 60_000)),
  )

describe("the encoding of a response", () => {
  it("is the one that its client likes best, else the smallest", () => {
    const rows = [
      [undefined, "identity"],
      ["", "identity"],
      ["identity", "identity"],
      ["gzip, deflate, br, zstd", "br"],
      ["gzip, deflate", "gzip"],
      ["br;q=0.5, gzip", "gzip"],
      ["br; q=0.5 ,gzip ; Q=0.50", "br"],
      ["identity, gzip;q=0.5", "identity"],
      ["identity;q=0", "identity"],
      ["*", "br"],
      ["br;q=0, *", "gzip"],
      ["*;q=0", "identity"],
      ["gzip;q=0, br;q=0.000", "identity"],
      ["gzip;q=often, br;q=-1", "identity"],
      ["deflate", "identity"],
    ] as const
    for (const [accepted, encoding] of rows) assert.strictEqual(encodingFor(accepted), encoding, accepted)
  })
})

const oneOf = <const A>(values: ReadonlyArray<A>) =>
  Arbitrary.map(
    Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1e6 }))),
    (number) => values[number % values.length] as A,
  )

const asked = Arbitrary.all({
  method: oneOf(["GET", "GET", "HEAD"]),
  path: oneOf([
    albums,
    "/v1/calendar?year=2026",
    "/v1/feed?limit=5",
    "/v1/feed.atom",
    "/v1/health",
    "/v1/health/ready",
    "/v1/listening/plays?limit=50",
    "/v1/admin/sources",
    "/v1/admin/keys",
    "/v1/openapi.json",
    "/docs",
    "/v1/nothing",
    "/v1/listening/top/albums?limit=0",
  ]),
  accepts: oneOf(["br", "gzip", "gzip, br", "br;q=0.1, gzip;q=0.2", "*", "identity", "deflate"]),
})

/** The headers that describe the body, and the client's own rate limit. */
const ofTheBody = [
  "content-encoding",
  "content-length",
  "etag",
  "date",
  "x-request-id",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-ratelimit-reset-in",
]
const others = ({ headers }: Reply) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheBody.includes(name)))

describe("a packed answer", () => {
  it.effect.prop(
    "is the plain one, to the byte and the header, whatever is requested",
    [Arbitrary.array(asked, { minLength: 60, maxLength: 60 })],
    Effect.fnUntraced(function* ([questions]) {
      const server = yield* startServer({ rateLimit: 100_000 })
      yield* listen(server)
      const key = server.admin.key
      let count = 0
      for (const { accepts, method, path } of questions) {
        const said = `${method} ${path} ${accepts}`
        const plain = yield* ask(server.address, "GET", path, { key })
        const reply = yield* ask(server.address, method, path, {
          key,
          headers: { "accept-encoding": accepts },
        })
        assert.strictEqual(reply.status, plain.status, said)
        assert.deepStrictEqual(others(reply), others(plain), said)
        const encoding = reply.headers["content-encoding"]
        if (method === "GET" && reply.status === 200) assert.strictEqual(unpacked(reply), plain.text, said)
        if (encoding === undefined) assert.strictEqual(reply.headers.etag, plain.headers.etag, said)
        else {
          count++
          assert.isBelow(Number(reply.headers["content-length"]), plain.bytes.length, said)
          assert.include(String(reply.headers.vary), "Accept-Encoding", said)
          assert.strictEqual(reply.headers.etag, String(plain.headers.etag).replace(/"$/, `-${encoding}"`))
        }
        if (plain.bytes.length < 1_024 && path !== "/docs") assert.isUndefined(encoding, said)
      }
      assert.isAbove(count, 5)
    }, Effect.scoped),
    { arbitrary: { runs: 1, maxShrinks: 0 }, timeout: 120_000 },
  )

  it.effect("has its own validator, and each of them is known", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* listen(server)
      const get = (headers: Record<string, string>) =>
        ask(server.address, "GET", albums, { key: server.read.key, headers })
      const plain = yield* get({})
      const etag = String(plain.headers.etag)
      assert.strictEqual(plain.headers.vary, "Authorization, Accept-Encoding")
      const tags = [etag, etag.replace(/"$/, '-br"'), etag.replace(/"$/, '-gzip"')]
      for (const accepts of ["identity", "br", "gzip"]) {
        for (const tag of tags) {
          for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
            const reply = yield* get({ "accept-encoding": accepts, "if-none-match": known })
            assert.strictEqual(reply.status, 304, `${accepts} ${known}`)
            assert.strictEqual(reply.headers.etag, tag)
            assert.strictEqual(reply.headers.vary, plain.headers.vary)
            assert.isUndefined(reply.headers["content-encoding"])
          }
        }
        const other = yield* get({ "accept-encoding": accepts, "if-none-match": `"other-${accepts}"` })
        assert.strictEqual(other.status, 200)
        assert.strictEqual(unpacked(other), plain.text)
      }
    }),
  )

  it.effect("never contains a secret, or has a length that depends on one", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const made = yield* ask(server.address, "POST", "/v1/admin/keys", {
        key: server.admin.key,
        headers: { "accept-encoding": "br, gzip" },
        body: { name: "long ".repeat(19), scope: "read" },
      })
      assert.strictEqual(made.status, 201)
      assert.isUndefined(made.headers["content-encoding"])
    }),
  )

  it.effect("comes from an API that is mounted in a host, too", () =>
    Effect.gen(function* () {
      const key = "a-key-of-the-tests-of-packed-answers"
      const { dispose, handler } = ActivityServer.toWebHandler(
        everyDomain,
        ActivityServer.defaultSettings,
        Layer.provideMerge(
          Layer.effectDiscard(
            Effect.flatMap(Keys, (keys) =>
              keys.setConfigured({ setting: "READ_KEY", scope: "read", key: Redacted.make(key) }),
            ),
          ),
          servicesOf({}),
        ),
      )
      const get = (accepts: Record<string, string>) =>
        Effect.promise(() =>
          handler(
            new Request("https://site.example/v1/calendar?year=2026", {
              headers: { authorization: `Bearer ${key}`, ...accepts },
            }),
          ),
        )
      const [plain, packed] = [yield* get({}), yield* get({ "accept-encoding": "br" })]
      assert.strictEqual(plain.headers.get("content-encoding"), null)
      assert.strictEqual(packed.headers.get("content-encoding"), "br")
      const bytes = yield* Effect.promise(() => packed.arrayBuffer())
      const text = yield* Effect.promise(() => plain.text())
      assert.strictEqual(brotliDecompressSync(new Uint8Array(bytes)).toString(), text)
      assert.isBelow(bytes.byteLength, text.length / 5)
      yield* Effect.promise(dispose)
    }),
  )

  it.live("comes from the profile API as well", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const $once = Object.fromEntries(
        Array.from({ length: 60 }, (_, number) => [`property_${number}`, `a value of some length ${number}`]),
      )
      const accepted = yield* server.setOnce({ distinct_id: "ann", $once })
      yield* server.outcome((jsonOf(accepted) as { readonly request_id: string }).request_id)
      const path = server.profilePath("ann")
      const plain = yield* server.ask("GET", path)
      const reply = yield* ask(server.address, "GET", path, {
        key: server.home.key,
        headers: { "accept-encoding": "gzip" },
      })
      assert.strictEqual(reply.headers["content-encoding"], "gzip")
      assert.strictEqual(unpacked(reply), plain.text)
      for (const { headers } of [plain, reply]) assert.include(String(headers.vary), "Accept-Encoding")
    }),
  )
})
