import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { assertFailure } from "../replies.ts"
import { play, scriptedSource } from "../scriptedSource.ts"
import { start, startServer } from "../testServer.ts"

const albums = "/v1/listening/top/albums"

/** The GETs of stored data, and of what describes the API. */
const paths = [
  albums,
  "/v1/listening/now-playing",
  "/v1/admin/keys",
  "/v1/admin/sync",
  "/v1/openapi.json",
  "/docs",
]

/** The documents that describe the API are the same for everybody. */
const variesOf = (path: string) => (/docs|openapi/.test(path) ? "Accept-Encoding" : "Authorization")

describe("caching", () => {
  it.effect("is private, calls again each time, and has a strong validator", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const path of paths) {
        const { headers, status } = yield* server.command("GET", path)
        assert.strictEqual(status, 200)
        assert.strictEqual(headers["cache-control"], "private, no-cache")
        assert.strictEqual(headers.vary, variesOf(path))
        assert.match(String(headers.etag), /^"[^"]+"$/)
      }
    }),
  )

  it.effect("returns the same bytes and the same validator while nothing has changed", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles([play("Low", "Double Negative", start)])
      for (const path of [albums, `${albums}?period=overall&include_sparklines=true`, "/v1/admin/sync"]) {
        const [first, second] = [yield* server.command("GET", path), yield* server.command("GET", path)]
        assert.strictEqual(second.text, first.text)
        assert.strictEqual(second.headers.etag, first.headers.etag)
      }
    }),
  )

  it.effect("makes the validator only from the response, so that it holds on every server", () =>
    Effect.gen(function* () {
      const etags = new Set<unknown>()
      for (let copy = 0; copy < 2; copy++) {
        const server = yield* startServer()
        yield* server.store.storeScrobbles([play("Low", "Double Negative", start)])
        etags.add((yield* server.get(albums)).headers.etag)
      }
      assert.strictEqual(etags.size, 1)
    }),
  )

  it.effect("returns 304 without a body to who has the response already", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const path of paths.filter((path) => path !== "/v1/admin/keys")) {
        const first = yield* server.command("GET", path)
        const etag = String(first.headers.etag)
        for (const known of [etag, `W/${etag}`, `"other", ${etag}`, `${etag},"other"`, "*", ` ${etag} `]) {
          for (const method of ["GET", "HEAD"]) {
            const reply = yield* server.command(method, path, { headers: { "if-none-match": known } })
            assert.strictEqual(reply.status, 304, `${method} ${path} ${known}`)
            assert.strictEqual(reply.text, "")
            assert.strictEqual(reply.headers.etag, etag)
            assert.strictEqual(reply.headers["cache-control"], "private, no-cache")
            assert.strictEqual(reply.headers.vary, variesOf(path))
            assert.match(String(reply.headers["x-ratelimit-remaining"]), /^\d+$/)
          }
        }
        for (const unknown of ['"other"', etag.slice(1, -1), "", `"${etag}"`, 'W/"other"']) {
          const reply = yield* server.command("GET", path, { headers: { "if-none-match": unknown } })
          assert.strictEqual(reply.status, 200, `${path} ${unknown}`)
        }
      }
    }),
  )

  it.effect("reveals nothing of a response to a caller without access", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const headers = { "if-none-match": "*" }
      assertFailure(yield* server.ask("GET", albums, { headers }), 401)
      assertFailure(yield* server.get("/v1/admin/keys", { headers }), 403)
      assertFailure(yield* server.get(`${albums}?limit=0`, { headers }), 400)
      assertFailure(yield* server.get("/v1/nothing", { headers }), 404)
      const made = yield* server.command("POST", "/v1/admin/keys", {
        headers,
        body: { name: "a", scope: "read" },
      })
      assert.strictEqual(made.status, 201)
      assert.isUndefined(made.headers.etag)
    }),
  )

  it.effect("returns the new answer at once after a write", () =>
    Effect.gen(function* () {
      const source = scriptedSource("scripted")
      const server = yield* startServer({ sources: [source] })
      const before = yield* server.get(albums)
      assert.include(before.text, `"data":[]`)
      yield* server.store.storeScrobbles([play("Low", "Hey What", start)])
      const headers = { "if-none-match": String(before.headers.etag) }
      const after = yield* server.get(albums, { headers })
      assert.strictEqual(after.status, 200)
      assert.include(after.text, "Hey What")
      assert.notStrictEqual(after.headers.etag, before.headers.etag)
    }),
  )

  it.effect("returns the new answer when the owner's day turns", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ timeZone: "Pacific/Auckland" })
      // The play is on 2026-07-10 in Auckland; there it is midnight at 12:00 UTC.
      yield* server.store.storeScrobbles([play("Low", "Hey What", Date.UTC(2026, 6, 9, 12))])
      yield* TestClock.setTime(Date.UTC(2026, 6, 16, 11, 59, 59, 999))
      assert.include((yield* server.get(albums)).text, "Hey What")
      yield* TestClock.adjust(1)
      assert.include((yield* server.get(albums)).text, `"data":[]`)
      // Setting the clock back returns to the day before.
      yield* TestClock.setTime(Date.UTC(2026, 6, 16, 11))
      assert.include((yield* server.get(albums)).text, "Hey What")
    }),
  )

  it.effect("returns 401 for a cached response at once after the key was revoked", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { id, key } = yield* server.makeKey("read")
      const first = yield* server.ask("GET", albums, { key })
      yield* server.command("DELETE", `/v1/admin/keys/${id}`)
      const headers = { "if-none-match": String(first.headers.etag) }
      assertFailure(yield* server.ask("GET", albums, { key, headers }), 401)
      assert.strictEqual((yield* server.get(albums)).status, 200)
    }),
  )

  it.effect("keeps questions apart that differ in their query", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles([play("Low", "A", start), play("Low", "B", start - 60_000)])
      const texts = new Set<string>()
      for (const query of [
        "",
        "?limit=1",
        "?limit=1&page=2",
        "?period=1month",
        "?period=1month&include_sparklines=true",
      ]) {
        texts.add((yield* server.get(`${albums}${query}`)).text)
      }
      assert.strictEqual(texts.size, 5)
    }),
  )

  it.effect("responds to HEAD with the headers of the GET", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const path of [...paths, "/v1/health", "/v1/health/ready"]) {
        const get = yield* server.command("GET", path)
        const head = yield* server.command("HEAD", path)
        assert.strictEqual(head.status, 200)
        assert.strictEqual(head.text, "")
        for (const name of ["content-type", "content-length", "etag", "cache-control", "vary"]) {
          assert.isDefined(get.headers[name], `${name} of ${path}`)
          assert.strictEqual(head.headers[name], get.headers[name], `${name} of ${path}`)
        }
      }
    }),
  )
})
