import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { TestClock } from "effect/testing"
import type { SessionSeal } from "../../src/middleware/access/session.ts"
import { ask, jsonOf } from "../ask.ts"
import { assertFailure } from "../replies.ts"
import { startServer, type TestServer } from "../testServer.ts"

const sessions: SessionSeal = {
  seal: (text) => Effect.succeed(Buffer.from(text).toString("base64url")),
  open: (sealed) => Effect.succeed(Option.some(Buffer.from(sealed, "base64url").toString())),
}

const makeLink = (server: TestServer) =>
  Effect.map(server.command("POST", "/v1/admin/sign-in-links"), (reply) => {
    assert.strictEqual(reply.status, 201, reply.text)
    const { expires_at: expiresAt, url } = jsonOf(reply) as {
      readonly url: string
      readonly expires_at: string
    }
    const { hash, origin, pathname } = new URL(url)
    assert.strictEqual(origin, server.address)
    assert.strictEqual(pathname, "/open")
    assert.match(hash, /^#[0-9a-f]{32}$/)
    return { expiresAt, token: hash.slice(1) }
  })

const spend = (server: TestServer, token: unknown, method = "POST") =>
  ask(server.address, method, "/session/link", { body: { token } })

describe("a sign-in link", () => {
  it.effect("signs one browser in, once, with its own key that ends with its session", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sessions })
      const { token } = yield* makeLink(server)
      const begun = yield* spend(server, token)
      assert.strictEqual(begun.status, 200, begun.text)
      const session = jsonOf(begun) as { readonly scope: string; readonly name: string }
      assert.strictEqual(session.scope, "admin")
      assert.strictEqual(session.name, "a browser, signed in by link")
      assertFailure(yield* spend(server, token), 401)

      const cookie = begun.headers["set-cookie"]?.[0]?.split(";")[0] ?? ""
      const own = { headers: { cookie, "sec-fetch-site": "same-origin" } }
      assert.strictEqual((yield* ask(server.address, "GET", "/v1/admin/keys", own)).status, 200)
      assert.strictEqual((yield* ask(server.address, "DELETE", "/session", own)).status, 204)
      assertFailure(yield* ask(server.address, "GET", "/v1/admin/keys", own), 401)
    }),
  )

  it.effect("is not spent by what only fetches it, and not good for anything else", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sessions })
      const { token } = yield* makeLink(server)
      for (const method of ["GET", "HEAD"]) {
        const reply = yield* ask(server.address, method, "/session/link", {})
        assert.isAtLeast(reply.status, 400)
      }
      for (const wrong of ["", "0".repeat(32), token.slice(1), `${token}0`])
        assertFailure(yield* spend(server, wrong), 401)
      assertFailure(yield* spend(server, 12), 400)
      assertFailure(yield* ask(server.address, "GET", "/v1/feed", { key: token }), 401)
      assert.strictEqual((yield* spend(server, token)).status, 200)
    }),
  )

  it.effect("is refused after 15 minutes", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sessions })
      const { expiresAt, token } = yield* makeLink(server)
      const [other] = [yield* makeLink(server)]
      yield* TestClock.setTime(Date.parse(expiresAt) - 1)
      assert.strictEqual((yield* spend(server, other.token)).status, 200)
      yield* TestClock.setTime(Date.parse(expiresAt))
      assertFailure(yield* spend(server, token), 401)
    }),
  )

  it.effect("is made only with an admin key", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sessions })
      const lent = yield* server.makeKey("read")
      assertFailure(yield* ask(server.address, "POST", "/v1/admin/sign-in-links", { key: lent.key }), 403)
      assertFailure(yield* ask(server.address, "POST", "/v1/admin/sign-in-links", {}), 401)
    }),
  )
})
