import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { sharedAddress } from "../../src/middleware/access/sharedAddress.ts"
import { parseTarget } from "../../src/middleware/routing/target.ts"
import { jsonOf } from "../ask.ts"
import { assertFailure } from "../replies.ts"
import { startServer, type TestServer } from "../testServer.ts"

const Created = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  address: Schema.String,
  created_at: Schema.String,
  url: Schema.String,
})

const share = (server: TestServer, address: string, more: object = {}) =>
  Effect.map(server.command("POST", "/v1/admin/shares", { body: { address, ...more } }), (reply) => {
    assert.strictEqual(reply.status, 201, reply.text)
    const created = Schema.decodeUnknownSync(Created, { onExcessProperty: "error" })(jsonOf(reply))
    const { hash, pathname, search, searchParams } = new URL(created.url)
    assert.strictEqual(hash, "")
    return { ...created, path: pathname + search, token: searchParams.get("share") ?? "" }
  })

describe("the address of a share", () => {
  it("has one spelling", () => {
    for (const [text, address] of [
      ["/v1/feed", "/v1/feed"],
      ["/v1/feed?", "/v1/feed"],
      ["/v1/feed?share=x", "/v1/feed"],
      ["/v1/feed?to=2024-01-01&from=2023-01-01&share=x", "/v1/feed?from=2023-01-01&to=2024-01-01"],
      ["/v1/feed?q=a%20b", "/v1/feed?q=a+b"],
      ["/v1/feed?b=2&a=1&a=0&", "/v1/feed?a=1&a=0&b=2"],
      ["/v1/feed/../feed", "/v1/feed/../feed"],
      ["//elsewhere.example/v1/feed", "//elsewhere.example/v1/feed"],
      ["/v1/feed#top", undefined],
      ["/v1/feed?limit=1&#&page=2", undefined],
      ["v1/feed", undefined],
      ["https://elsewhere.example/v1/feed", undefined],
      ["", undefined],
    ] as const) {
      const target = parseTarget(text)
      assert.strictEqual(target && sharedAddress(target), address, text)
    }
  })
})

describe("shares", () => {
  it.effect("open their address and nothing else, until they are revoked", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { id, path, token, url } = yield* share(server, "/v1/feed?limit=5&domains=reading", {
        name: "Ada",
      })
      assert.match(
        url,
        /^http:\/\/127\.0\.0\.1:\d+\/v1\/feed\?domains=reading&limit=5&share=dbk_share_[0-9a-f]{64}$/,
      )

      const opened = yield* server.ask("GET", path)
      assert.strictEqual(opened.status, 200)
      assert.strictEqual(opened.text, (yield* server.get("/v1/feed?domains=reading&limit=5")).text)
      assert.strictEqual(
        (yield* server.ask("GET", `/v1/feed?share=${token}&limit=5&domains=reading`)).status,
        200,
      )
      assert.strictEqual((yield* server.ask("HEAD", path)).status, 200)
      const etag = String(opened.headers["etag"])
      assert.strictEqual((yield* server.ask("GET", path, { headers: { "if-none-match": etag } })).status, 304)

      for (const other of [
        `/v1/feed?share=${token}`,
        `/v1/feed?domains=reading&limit=6&share=${token}`,
        `/v1/feed?domains=reading&limit=5&page=2&share=${token}`,
        `/v1/feed?domains=reading&limit=5&share=${token}&share=${token}`,
        `/v1/feed?domains=reading&limit=5&share=${token.slice(0, -1)}`,
        `/v1/feed?domains=reading&limit=5&share=${token.toUpperCase()}`,
        `/v1/feed?domains=reading&limit=5&share=`,
        `/v1/years?share=${token}`,
        `/v1/admin/keys?share=${token}`,
      ]) {
        assertFailure(yield* server.ask("GET", other), 401)
      }
      // A shown key decides, right or wrong.
      assertFailure(yield* server.ask("GET", path, { key: "wrong" }), 401)
      assert.strictEqual((yield* server.get(`/v1/years?share=${token}`)).status, 200)

      yield* TestClock.adjust("1 minute")
      const list = yield* server.command("GET", "/v1/admin/shares")
      assert.deepStrictEqual(jsonOf(list), {
        data: [
          {
            id,
            name: "Ada",
            address: "/v1/feed?domains=reading&limit=5",
            hint: token.slice(-4),
            created_at: "2026-07-15T12:00:00.000Z",
            last_used_at: "2026-07-15T12:00:00.000Z",
          },
        ],
        pagination: { page: 1, limit: 20, total: 1, total_pages: 1 },
      })
      assert.strictEqual((yield* server.command("DELETE", `/v1/admin/shares/${id}`)).status, 204)
      assertFailure(yield* server.ask("GET", path), 401)
      assertFailure(yield* server.command("DELETE", `/v1/admin/shares/${id}`), 404)
      assert.notInclude(server.logs.join(), token)
    }),
  )

  it.effect("cover paths that a read key may GET, and have their own limit", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ rateLimit: 3 })
      const by = yield* server.makeKey("admin", { rateLimit: 1_000 })
      for (const [body, message] of [
        [{}, "address: is missing"],
        [{ address: "https://elsewhere.example/v1/feed" }, "must be a path"],
        [{ address: "/v1/admin/keys" }, "a read key can GET"],
        [{ address: "/v1/nothing" }, "a read key can GET"],
        [{ address: "/v1/health" }, "a read key can GET"],
        [{ address: "/V1/feed" }, "a read key can GET"],
        [{ address: "//v1/feed" }, "a read key can GET"],
        [{ address: "/v1/feed#top" }, "must be a path"],
        [{ address: "/v1/feed?domains=%zz" }, "must be a path"],
        [{ address: `/v1/feed?x=${"x".repeat(2_000)}` }, "at most 2000 characters"],
        [{ address: "/v1/feed", name: "x".repeat(101) }, "at most 100 characters"],
        [{ address: "/v1/feed", name: "\u0000" }, "name:"],
      ] as const) {
        const reply = yield* server.ask("POST", "/v1/admin/shares", { key: by.key, body })
        assertFailure(reply, 400)
        assert.include(reply.text, message)
      }
      const reply = yield* server.ask("POST", "/v1/admin/shares", {
        key: by.key,
        body: { address: "/v1/years" },
      })
      const { url } = jsonOf(reply) as { readonly url: string }
      const { pathname, search } = new URL(url)
      for (const status of [200, 200, 200, 429]) {
        assert.strictEqual((yield* server.ask("GET", pathname + search)).status, status)
      }
    }),
  )
})
