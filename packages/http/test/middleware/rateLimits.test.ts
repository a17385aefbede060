import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as IpNetwork from "effect/net/IpNetwork"
import { TestClock } from "effect/testing"
import { assertFailure, standing } from "../replies.ts"
import { play } from "../scriptedSource.ts"
import { start, startServer, type TestServer } from "../testServer.ts"

const albums = "/v1/listening/top/albums"
const preflight = { headers: { origin: "https://a.example", "access-control-request-method": "GET" } }
const second = (millis: number) => Math.ceil((start + millis) / 1_000)

const useUpAddress = (server: TestServer) =>
  Effect.forEach(Array.from({ length: 300 }), () => server.ask("GET", "/v1/nothing"), { concurrency: 20 })

describe("rate limits", () => {
  it.effect("count down, refuse, and let a request back in when the oldest leaves the window", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("read", { rateLimit: 3 })
      const get = server.ask("GET", albums, { key })
      assert.deepStrictEqual(standing(yield* get), { limit: 3, remaining: 2, reset: second(60_000) })
      yield* TestClock.adjust(10_000)
      assert.deepStrictEqual(standing(yield* get), { limit: 3, remaining: 1, reset: second(60_000) })
      yield* TestClock.adjust(20_500)
      assert.deepStrictEqual(standing(yield* get), { limit: 3, remaining: 0, reset: second(60_000) })
      const refused = yield* get
      assertFailure(refused, 429)
      assert.deepStrictEqual(standing(refused), { limit: 3, remaining: 0, reset: second(60_000) })
      // Half a second is a second: who comes back then is let in.
      assert.strictEqual(refused.headers["retry-after"], "30")
      yield* TestClock.adjust(29_499)
      const still = yield* get
      assertFailure(still, 429)
      assert.strictEqual(still.headers["retry-after"], "1")
      yield* TestClock.adjust(1)
      const again = yield* get
      assert.strictEqual(again.status, 200)
      assert.deepStrictEqual(standing(again), { limit: 3, remaining: 0, reset: second(70_000) })
      assertFailure(yield* get, 429)
    }),
  )

  it.effect("do not count what they refuse", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("read", { rateLimit: 2 })
      const get = server.ask("GET", albums, { key })
      for (let request = 0; request < 2; request++) assert.strictEqual((yield* get).status, 200)
      for (let request = 0; request < 20; request++) assertFailure(yield* get, 429)
      yield* TestClock.adjust(60_000)
      assert.deepStrictEqual(standing(yield* get), { limit: 2, remaining: 1, reset: second(120_000) })
    }),
  )

  it.effect("are exact when many ask at once", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("read", { rateLimit: 7 })
      const replies = yield* Effect.all(
        Array.from({ length: 30 }, () => server.ask("GET", albums, { key })),
        { concurrency: 30 },
      )
      assert.lengthOf(
        replies.filter((reply) => reply.status === 200),
        7,
      )
      const remaining = replies
        .filter((reply) => reply.status === 200)
        .map((reply) => standing(reply).remaining)
      assert.sameMembers(remaining, [6, 5, 4, 3, 2, 1, 0])
    }),
  )

  it.effect("are the server's default for a key without a limit, and separate for each key", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ rateLimit: 2 })
      const generous = yield* server.makeKey("read", { rateLimit: 50 })
      yield* server.get(albums)
      assert.deepStrictEqual(standing(yield* server.get(albums)).remaining, 0)
      assertFailure(yield* server.get(albums), 429)
      assert.strictEqual(standing(yield* server.ask("GET", albums, { key: generous.key })).remaining, 49)
      assert.strictEqual(standing(yield* server.command("GET", albums)).remaining, 1)
    }),
  )

  it.effect(
    "count every response of a key, whatever its status, and show the caller's own numbers on each",
    () =>
      Effect.gen(function* () {
        const server = yield* startServer({ rateLimit: 10 })
        const { key } = server.read
        const replies = [
          yield* server.ask("GET", "/v1/nothing", { key }),
          yield* server.ask("PUT", albums, { key }),
          yield* server.ask("GET", "/v1/admin/keys", { key }),
          yield* server.ask("GET", `${albums}?limit=0`, { key }),
          yield* server.ask("HEAD", albums, { key }),
          yield* server.ask("GET", albums, { key, headers: { "if-none-match": "*" } }),
          yield* server.ask("GET", "/v1/openapi.json", { key }),
        ]
        assert.deepStrictEqual(
          replies.map((reply) => reply.status),
          [404, 405, 403, 400, 200, 304, 200],
        )
        assert.deepStrictEqual(
          replies.map((reply) => standing(reply)),
          [9, 8, 7, 6, 5, 4, 3].map((remaining) => ({ limit: 10, remaining, reset: second(60_000) })),
        )
      }),
  )

  it.effect("show a key that is used up its own numbers on a 404 too", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ rateLimit: 1 })
      yield* server.get(albums)
      const reply = yield* server.get("/v1/nothing")
      assertFailure(reply, 404)
      assert.deepStrictEqual(standing(reply), { limit: 1, remaining: 0, reset: second(60_000) })
    }),
  )

  it.effect("count anyone who has no valid key by address, 300 in all, apart from keys", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      assert.deepStrictEqual(standing(yield* server.ask("GET", albums)), {
        limit: 300,
        remaining: 299,
        reset: second(60_000),
      })
      assert.strictEqual(standing(yield* server.ask("GET", albums, { key: "unknown" })).remaining, 298)
      assert.strictEqual(standing(yield* server.ask("GET", "/v1/openapi.json")).remaining, 297)
      assert.strictEqual(standing(yield* server.get(albums)).remaining, 999)
      assert.strictEqual(standing(yield* server.ask("GET", "/v1/nothing")).remaining, 296)
    }),
  )

  it.effect(
    "refuse an address that has used its limit up, but neither its valid keys nor its health checks",
    () =>
      Effect.gen(function* () {
        const server = yield* startServer({ allowedOrigins: ["https://a.example"] })
        yield* useUpAddress(server)
        for (const path of [albums, "/docs", "/docs?x=1", "/v1/openapi.json", "/v1/admin/keys"]) {
          const reply = yield* server.ask("GET", path, { key: "unknown" })
          assertFailure(reply, 429)
          assert.strictEqual(reply.headers["retry-after"], "60")
        }
        assertFailure(yield* server.ask("GET", "/v1/nothing"), 404)
        assert.strictEqual((yield* server.get(albums)).status, 200)
        assert.strictEqual((yield* server.get("/docs")).status, 200)
        for (const path of ["/v1/health", "/v1/health?x=1", "/v1/health/ready"]) {
          assert.strictEqual((yield* server.ask("GET", path)).status, 200, path)
        }
        assert.strictEqual((yield* server.ask("OPTIONS", albums, preflight)).status, 204)
      }),
  )

  it.effect("never count health, readiness and preflights, for a key or for an address", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ rateLimit: 5, allowedOrigins: ["https://a.example"] })
      for (let time = 0; time < 10; time++) {
        for (const path of ["/v1/health", "/v1/health/ready", "/v1/health?x=1"]) {
          assert.strictEqual(standing(yield* server.ask("GET", path)).remaining, 300)
          assert.strictEqual((yield* server.get(path)).status, 200)
          assert.strictEqual((yield* server.ask("HEAD", path)).status, 200)
        }
        assert.strictEqual(standing(yield* server.ask("OPTIONS", albums, preflight)).remaining, 300)
      }
      assert.strictEqual(standing(yield* server.ask("GET", albums)).remaining, 299)
      assert.strictEqual(standing(yield* server.get(albums)).remaining, 4)
    }),
  )

  it.effect("believe X-Forwarded-For only from a trusted proxy", () =>
    Effect.gen(function* () {
      const ask = (server: TestServer, from: string, path = albums) =>
        Effect.map(server.ask("GET", path, { headers: { "x-forwarded-for": from } }), standing)
      const plain = yield* startServer()
      assert.strictEqual((yield* ask(plain, "203.0.113.1")).remaining, 299)
      assert.strictEqual((yield* ask(plain, "203.0.113.2")).remaining, 298)
      const loopback = Result.getOrThrow(IpNetwork.fromString("127.0.0.0/8"))
      const proxied = yield* startServer({ trustedProxies: [loopback] })
      assert.strictEqual((yield* ask(proxied, "203.0.113.1")).remaining, 299)
      assert.strictEqual((yield* ask(proxied, "203.0.113.2")).remaining, 299)
      // Addresses that a client writes itself are left of the one that the proxy has seen.
      assert.strictEqual((yield* ask(proxied, "198.51.100.7, 203.0.113.2")).remaining, 298)
      assert.strictEqual((yield* ask(proxied, "203.0.113.2", "/v1/health")).remaining, 298)
    }),
  )

  it.effect("count once a request whose cached response holds good no longer", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ rateLimit: 5 })
      const remaining = Effect.map(server.get(albums), (reply) => standing(reply).remaining)
      assert.strictEqual(yield* remaining, 4)
      assert.strictEqual(yield* remaining, 3)
      yield* server.store.storeScrobbles([play("Low", "Hey What", start)])
      assert.strictEqual(yield* remaining, 2)
    }),
  )

  it.effect("apply at once when a key's limit changes", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const reply = yield* server.command("POST", "/v1/admin/keys", {
        body: { name: "slow", scope: "read", rate_limit: 1 },
      })
      const key = /"key":"([^"]+)"/.exec(reply.text)?.[1] ?? ""
      assert.deepStrictEqual(standing(yield* server.ask("GET", albums, { key })).limit, 1)
      assertFailure(yield* server.ask("GET", albums, { key }), 429)
    }),
  )
})
