import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Reply } from "../ask.ts"
import { assertFailure } from "../replies.ts"
import { startServer } from "../testServer.ts"

const albums = "/v1/listening/top/albums"
const own = "https://music.example"
const headers = { origin: own }
const allowedOrigins = [own, "http://localhost:5173"]

const asks = (origin: string, method: string) => ({
  headers: {
    origin,
    "access-control-request-method": method,
    "access-control-request-headers": "authorization",
  },
})

const list = (reply: Reply, name: string) =>
  String(reply.headers[name] ?? "")
    .toLowerCase()
    .split(/ *, */)

const assertAllowed = (reply: Reply) => {
  assert.strictEqual(reply.headers["access-control-allow-origin"], own)
  assert.includeMembers(list(reply, "vary"), ["origin", "authorization"])
  assert.includeMembers(list(reply, "access-control-expose-headers"), [
    "etag",
    "retry-after",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
  ])
  assert.isUndefined(reply.headers["access-control-allow-credentials"])
}

describe("browsers of other origins", () => {
  it.effect("may read every response when their origin is allowed, errors and 304 too", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ allowedOrigins })
      const spent = yield* server.makeKey("read", { rateLimit: 1 })
      yield* server.ask("GET", albums, { key: spent.key })
      const replies: ReadonlyArray<readonly [number, Reply]> = [
        [200, yield* server.get(albums, { headers })],
        [200, yield* server.ask("HEAD", albums, { key: server.read.key, headers })],
        [304, yield* server.get(albums, { headers: { ...headers, "if-none-match": "*" } })],
        [400, yield* server.get(`${albums}?limit=0`, { headers })],
        [401, yield* server.ask("GET", albums, { headers })],
        [403, yield* server.get("/v1/admin/keys", { headers })],
        [404, yield* server.get("/v1/nothing", { headers })],
        [405, yield* server.ask("PUT", albums, { headers })],
        [429, yield* server.ask("GET", albums, { key: spent.key, headers })],
        [200, yield* server.ask("GET", "/v1/health", { headers })],
      ]
      for (const [status, reply] of replies) {
        assert.strictEqual(reply.status, status)
        assertAllowed(reply)
      }
    }),
  )

  it.effect("get no permission when their origin is not allowed", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ allowedOrigins })
      for (const origin of [
        "https://evil.example",
        "null",
        `${own}.evil.example`,
        "http://music.example",
        `${own}:8443`,
        "*",
      ]) {
        for (const reply of [
          yield* server.get(albums, { headers: { origin } }),
          yield* server.ask("OPTIONS", albums, asks(origin, "GET")),
        ]) {
          assert.isUndefined(reply.headers["access-control-allow-origin"], origin)
          assert.include(list(reply, "vary"), "origin")
        }
      }
    }),
  )

  it.effect("get no permission by default", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const reply of [
        yield* server.get(albums, { headers }),
        yield* server.ask("OPTIONS", albums, asks(own, "GET")),
        yield* server.get("/v1/nothing", { headers }),
      ]) {
        assert.isUndefined(reply.headers["access-control-allow-origin"])
      }
    }),
  )

  it.effect("may ask in advance without a key, for every route", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ allowedOrigins })
      for (const [path, method] of [
        [albums, "GET"],
        ["/v1/admin/keys", "POST"],
        ["/v1/admin/keys/1", "DELETE"],
        ["/v1/admin/sync/listening", "POST"],
        ["/v1/health", "GET"],
      ] as const) {
        const reply = yield* server.ask("OPTIONS", path, asks(own, method))
        assert.strictEqual(reply.status, 204)
        assert.strictEqual(reply.text, "")
        assert.strictEqual(reply.headers["access-control-allow-origin"], own)
        assert.include(list(reply, "access-control-allow-methods"), method.toLowerCase())
        assert.includeMembers(list(reply, "access-control-allow-headers"), [
          "authorization",
          "content-type",
          "if-none-match",
        ])
        assert.include(list(reply, "vary"), "origin")
        assert.match(String(reply.headers["access-control-max-age"]), /^\d+$/)
        assert.match(String(reply.headers["x-ratelimit-limit"]), /^\d+$/)
      }
    }),
  )

  it.effect("are not treated as preflight requests if OPTIONS is only a method", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ allowedOrigins })
      assertFailure(yield* server.ask("OPTIONS", albums, { headers }), 405)
      assertFailure(yield* server.ask("OPTIONS", albums), 405)
    }),
  )

  it.effect("are not given what a cache keeps of a response to somebody else", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ allowedOrigins })
      const paths = [albums, "/v1/nothing", "/v1/health", "/docs", "/v1/images/x/large"]
      for (const path of paths) {
        for (const known of [{}, { "if-none-match": "*" }]) {
          const { headers } = yield* server.get(path, { headers: known })
          assert.match(String(headers.vary), /\bOrigin\b/, path)
        }
      }
      const alone = yield* startServer()
      for (const path of paths) assert.notMatch(String((yield* alone.get(path)).headers.vary), /Origin/)
    }),
  )

  it.effect("leave the response to everybody else as it was", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ allowedOrigins })
      const reply = yield* server.get(albums)
      assert.isUndefined(reply.headers["access-control-allow-origin"])
      assert.include(list(reply, "vary"), "authorization")
    }),
  )
})
