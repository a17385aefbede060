import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { assertFailure } from "../replies.ts"
import { start, startServer } from "../testServer.ts"

describe("authorization", () => {
  it.effect("takes Bearer in any case", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const scheme of ["Bearer", "bearer", "BEARER", "bEaReR"]) {
        const headers = { authorization: `${scheme} ${server.read.key}` }
        assert.strictEqual((yield* server.ask("GET", "/v1/listening/top/albums", { headers })).status, 200)
      }
    }),
  )

  it.effect("goes by a key's record and not by its text", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const setConfigured = (setting: string, scope: "read" | "admin", key: string) =>
        server.keys.setConfigured({ setting, scope, key: Redacted.make(key) })
      const readKey = `dbk_admin_${"a".repeat(64)}`
      const adminKey = `dbk_live_${"b".repeat(64)}`
      yield* setConfigured("READ_KEY", "read", readKey)
      yield* setConfigured("ADMIN_KEY", "admin", adminKey)
      assertFailure(yield* server.ask("GET", "/v1/admin/keys", { key: readKey }), 403)
      assert.strictEqual((yield* server.ask("GET", "/v1/listening/top/albums", { key: readKey })).status, 200)
      assert.strictEqual((yield* server.ask("GET", "/v1/admin/keys", { key: adminKey })).status, 200)
    }),
  )

  it.effect("refuses a key at once after it was revoked, and from the instant of its expiry on", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const path = "/v1/listening/top/albums"
      const revoked = yield* server.makeKey("read")
      const expiring = yield* server.makeKey("read", { expiresAt: start + 10_000 })
      assert.strictEqual((yield* server.ask("GET", path, { key: revoked.key })).status, 200)
      yield* server.command("DELETE", `/v1/admin/keys/${revoked.id}`)
      assertFailure(yield* server.ask("GET", path, { key: revoked.key }), 401)
      yield* TestClock.adjust(9_999)
      assert.strictEqual((yield* server.ask("GET", path, { key: expiring.key })).status, 200)
      yield* TestClock.adjust(1)
      assertFailure(yield* server.ask("GET", path, { key: expiring.key }), 401)
    }),
  )

  it.effect("refuses a key at once after another server revoked it, outside the headers too", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const get = (path: string) => (key: string) => server.ask("GET", `/apis/${path}${key}`)
      const post = (path: string, bodyOf: (key: string) => object) => (key: string) =>
        server.ask("POST", `/apis/${path}`, {
          headers: { "content-type": "application/json" },
          body: bodyOf(key),
        })
      const ways = [
        [/"valid":true/, get("listenbrainz/1/validate-token?token=")],
        [/"recenttracks"/, get("lastfm/2.0?method=user.getRecentTracks&format=json&api_key=")],
        [/^OK/, get("audioscrobbler/?hs=true&p=1.2.1&u=")],
        [/"username"/, post("kosync/users/create", (username) => ({ username }))],
        [
          /"access_token"/,
          post("wallabag/oauth/v2/token", (password) => ({ grant_type: "password", password })),
        ],
      ] as const
      for (const [accepted, show] of ways) {
        const { id, key } = yield* server.makeKey("admin")
        assert.match((yield* show(key)).text, accepted)
        yield* server.keys.revoke(id)
        assert.notMatch((yield* show(key)).text, accepted)
      }
    }),
  )

  it.effect("keeps admin paths from read keys however the path is spelled", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [path, status] of [
        ["/v1/admin/keys", 403],
        ["/v1/%61dmin/keys", 404],
        ["/v1/admin%2Fkeys", 404],
        ["/v1//admin/keys", 404],
        ["/v1/admin/keys/", 404],
        ["/v1/ADMIN/keys", 404],
        ["/v1/admin/keys;x=1", 404],
        ["/v1/x/../admin/keys", 404],
        ["/v1/admin/keys#top", 400],
        [`${server.address}/v1/admin/keys`, 403],
      ] as const) {
        assertFailure(yield* server.ask("GET", path, { key: server.read.key }), status)
        assertFailure(yield* server.ask("GET", path), status === 403 ? 401 : status)
      }
    }),
  )

  it.effect("takes no key from the query", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const name of ["key", "api_key", "access_token", "authorization"]) {
        assertFailure(yield* server.ask("GET", `/v1/listening/now-playing?${name}=${server.admin.key}`), 401)
      }
    }),
  )
})
