import { ListeningStore } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { assertFailure } from "./replies.ts"
import { type Ports, startServer, type TestServer } from "./testServer.ts"

const albums = "/v1/listening/top/albums"
const broken = (ports: Ports) =>
  Context.add(ports, ListeningStore, {
    ...Context.get(ports, ListeningStore),
    lists: { ...Context.get(ports, ListeningStore).lists, played: () => Effect.die("the table is gone") },
  })

/** A key of each scope whose limit is used up. */
const spent = Effect.fnUntraced(function* (server: TestServer) {
  const admin = yield* server.makeKey("admin", { rateLimit: 1 })
  const read = yield* server.makeKey("read", { rateLimit: 1 })
  yield* server.ask("GET", albums, { key: admin.key })
  yield* server.ask("GET", albums, { key: read.key })
  return { admin: admin.key, read: read.key }
})

const largeBody = JSON.stringify({ name: "x".repeat(2 * 1024 * 1024), scope: "read" })

describe("a request that is guilty of two things is notified of the first: route, key, scope, rate, input, existence, work", () => {
  it.effect("a wrong route before everything else", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ storage: broken })
      const keys = yield* spent(server)
      assertFailure(yield* server.ask("GET", "/v1/admin/nothing"), 404)
      assertFailure(yield* server.ask("GET", "/v1/admin/nothing", { key: "unknown" }), 404)
      assertFailure(yield* server.get("/v1/admin/nothing"), 404)
      assertFailure(yield* server.ask("POST", "/v1/admin/nothing", { key: keys.read, body: "{" }), 404)
      assertFailure(
        yield* server.ask("POST", "/v1/nothing?limit=0", { key: keys.admin, body: largeBody }),
        404,
      )
    }),
  )

  it.effect("a wrong method before everything but the route", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ storage: broken })
      const keys = yield* spent(server)
      assertFailure(yield* server.ask("PUT", albums), 405)
      assertFailure(yield* server.ask("PUT", albums, { key: "unknown" }), 405)
      assertFailure(yield* server.ask("PATCH", "/v1/admin/keys", { key: server.read.key }), 405)
      assertFailure(yield* server.ask("PATCH", "/v1/admin/keys", { key: keys.read }), 405)
      assertFailure(yield* server.ask("DELETE", `${albums}?limit=0`, { key: keys.read }), 405)
      assertFailure(yield* server.command("GET", "/v1/admin/keys/abc"), 405)
      assertFailure(yield* server.command("PUT", "/v1/admin/keys", { body: largeBody }), 405)
    }),
  )

  it.effect("a missing key before scope, input, existence and work", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ storage: broken })
      for (const question of [{}, { key: "unknown" }]) {
        assertFailure(yield* server.ask("GET", "/v1/admin/keys", question), 401)
        assertFailure(yield* server.ask("GET", `${albums}?limit=0`, question), 401)
        assertFailure(yield* server.ask("POST", "/v1/admin/keys", { ...question, body: "{" }), 401)
        assertFailure(yield* server.ask("DELETE", "/v1/admin/keys/abc", question), 401)
        assertFailure(yield* server.ask("DELETE", "/v1/admin/keys/999", question), 401)
        assertFailure(yield* server.ask("POST", "/v1/admin/sync/listening", question), 401)
        assertFailure(yield* server.ask("GET", albums, question), 401)
      }
    }),
  )

  it.effect("a scope that is too small before rate, input, existence and work", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const keys = yield* spent(server)
      for (const key of [server.read.key, keys.read]) {
        assertFailure(yield* server.ask("GET", "/v1/admin/sync", { key }), 403)
        assertFailure(yield* server.ask("GET", "/v1/admin/keys?limit=0", { key }), 403)
        assertFailure(yield* server.ask("POST", "/v1/admin/keys", { key, body: "{" }), 403)
        assertFailure(yield* server.ask("DELETE", "/v1/admin/keys/abc", { key }), 403)
        assertFailure(yield* server.ask("DELETE", "/v1/admin/keys/999", { key }), 403)
        assertFailure(yield* server.ask("POST", "/v1/admin/sync/listening", { key }), 403)
      }
    }),
  )

  it.effect("a limit that is used up before input, existence and work", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ storage: broken })
      const keys = yield* spent(server)
      assertFailure(yield* server.ask("GET", `${albums}?limit=0`, { key: keys.read }), 429)
      assertFailure(yield* server.ask("GET", albums, { key: keys.read }), 429)
      assertFailure(yield* server.ask("POST", "/v1/admin/keys", { key: keys.admin, body: "{" }), 429)
      assertFailure(yield* server.ask("DELETE", "/v1/admin/keys/abc", { key: keys.admin }), 429)
      assertFailure(yield* server.ask("DELETE", "/v1/admin/keys/999", { key: keys.admin }), 429)
      assertFailure(yield* server.ask("POST", "/v1/admin/sync/listening", { key: keys.admin }), 429)
    }),
  )

  it.effect("input that is unfit before existence and work", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ storage: broken })
      assertFailure(yield* server.command("DELETE", "/v1/admin/keys/abc"), 400)
      assertFailure(yield* server.get(`${albums}?limit=0`), 400)
      assertFailure(yield* server.get(`${albums}?date=2024-02-30`), 400)
      assertFailure(yield* server.get(albums), 500)
    }),
  )

  it.effect("nothing else is notified of a body before the caller is known", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      assertFailure(yield* server.ask("POST", "/v1/admin/keys", { body: largeBody }), 401)
      assertFailure(
        yield* server.ask("POST", "/v1/admin/keys", { key: server.read.key, body: largeBody }),
        403,
      )
      const made = yield* server.command("GET", "/v1/admin/keys")
      assert.notInclude(made.text, "xxxx")
    }),
  )
})
