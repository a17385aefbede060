import { KeyStore, RateLimiter } from "@daybook/access"
import { DataVersions, SyncRuns } from "@daybook/kernel"
import { ListeningStore } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { askRaw, parseRaw } from "../ask.ts"
import { assertFailure, standing } from "../replies.ts"
import { type Ports, startServer } from "../testServer.ts"

const albums = "/v1/listening/top/albums"
const secret = "postgres://daybook:hunter2@db/daybook"
const away = Effect.die(new Error(`select * from plays: ${secret}`))

describe("errors", () => {
  it.effect("report an unknown route to every caller", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const path of [
        "/",
        "/v1",
        "/v1/",
        "/v2/health",
        "/v1/healthy",
        "/v1/listening",
        "/favicon.ico",
        "//",
      ]) {
        for (const key of [undefined, "unknown", server.read.key, server.admin.key]) {
          assertFailure(yield* server.ask("GET", path, key === undefined ? {} : { key }), 404)
        }
      }
    }),
  )

  it.effect("answer any method of an unknown route with 404", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"]) {
        assertFailure(yield* server.ask(method, "/v1/nothing"), 404)
      }
      assert.strictEqual((yield* server.ask("HEAD", "/v1/nothing")).status, 404)
    }),
  )

  it.effect("name the methods of a path that was requested with another one", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [path, allow] of [
        ["/v1/health", "GET, HEAD"],
        ["/v1/health/ready", "GET, HEAD"],
        ["/v1/openapi.json", "GET, HEAD"],
        ["/docs", "GET, HEAD"],
        [albums, "GET, HEAD"],
        [`${albums}?limit=5`, "GET, HEAD"],
        ["/v1/listening/now-playing", "GET, HEAD"],
        ["/v1/admin/keys", "GET, HEAD, POST"],
        ["/v1/admin/keys/1", "DELETE"],
        ["/v1/admin/sync", "GET, HEAD"],
        ["/v1/admin/sync/listening", "POST"],
        ["/v1/webhooks/media-server", "POST"],
      ] as const) {
        for (const method of [
          "GET",
          "HEAD",
          "POST",
          "PUT",
          "PATCH",
          "DELETE",
          "OPTIONS",
          "TRACE",
          "PROPFIND",
        ]) {
          if (allow.split(", ").includes(method)) continue
          const reply = yield* server.ask(method, path, { key: server.read.key })
          assert.strictEqual(reply.status, 405, `${method} ${path}`)
          assert.strictEqual(reply.headers.allow, allow)
          if (method !== "HEAD") assertFailure(reply, 405)
        }
      }
    }),
  )

  it.effect("are a 404 or a 400 for paths that no one writes", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const path of [
        "/v1/listening/top/albums%00",
        `/v1/${"x".repeat(10_000)}`,
        `/${"a/".repeat(3_000)}`,
      ]) {
        const says = assertFailure(yield* server.get(path), 404)
        assert.isBelow(says.length, 400)
      }
      for (const id of ["%", "%zz", "%E0%A4%A", "%00", "9".repeat(500), "9".repeat(5_000), "1%2F2"]) {
        const reply = yield* server.command("DELETE", `/v1/admin/keys/${id}`)
        assert.include([400, 404], reply.status, id)
        assertFailure(reply, reply.status)
      }
    }),
  )

  it.effect("are a 400 for an unfit or undecodable parameter", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const query of [
        "limit=%zz",
        "limit=%",
        "period=%E0%A4%A",
        "date=%",
        "include_sparklines=%00",
        "limit=%31%",
      ]) {
        assertFailure(yield* server.get(`${albums}?${query}`), 400)
      }
      assertFailure(yield* server.get(`${albums}?date=${"9".repeat(8_000)}`), 400)
    }),
  )

  it.effect("state what is wrong, and not something else", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [path, says] of [
        [`${albums}?period=7day&period=1month`, /^period: must be sent once$/],
        [
          `${albums}?include_sparklines=true&include_sparklines=true`,
          /^include_sparklines: must be sent once$/,
        ],
        [`${albums}?period=week`, /^period: must be one of 7day, /],
        ["/v1/reading/articles/9999999999/related", /^id: must be a whole number of at most 9 digits$/],
      ] as const) {
        assertFailure(yield* server.get(path), 400, says)
      }
      const body = { event_ids: [2 ** 53] }
      const reply = yield* server.command("POST", "/v1/admin/attending/enrich-sports-ids", { body })
      assertFailure(reply, 400, /must be a whole number of at most 9 digits$/)
    }),
  )

  it.effect("report only the log id of a defect", () =>
    Effect.gen(function* () {
      const server = yield* startServer({
        storage: (ports) =>
          Context.add(ports, ListeningStore, {
            ...Context.get(ports, ListeningStore),
            lists: { ...Context.get(ports, ListeningStore).lists, played: () => away },
          }),
      })
      const reply = yield* server.get(albums)
      const says = assertFailure(reply, 500)
      assert.notInclude(reply.text + JSON.stringify(reply.headers), "hunter2")
      assert.notMatch(reply.text, /select|plays|Error:|\bat /)
      const id = /[0-9a-f-]{36}/.exec(says)?.[0]
      assert.strictEqual(reply.headers["x-request-id"], id)
      const logged = server.logs.filter((line) => line.includes(`${id}`))
      assert.lengthOf(logged, 1)
      assert.include(logged[0], "select * from plays")
      assert.notInclude(server.logs.join("\n"), server.read.key)
      assert.strictEqual(standing(reply).limit, 1_000)
    }),
  )

  it.effect("keep their form when any one part of storage is down", () =>
    Effect.gen(function* () {
      const parts: ReadonlyArray<readonly [what: string, (ports: Ports) => Ports]> = [
        [
          "versions",
          (ports) => Context.add(ports, DataVersions, { current: away, asked: away, probe: away }),
        ],
        [
          "keys",
          (ports) => Context.add(ports, KeyStore, { ...Context.get(ports, KeyStore), find: () => away }),
        ],
        [
          "limits",
          (ports) =>
            Context.add(ports, RateLimiter, { ...Context.get(ports, RateLimiter), take: () => away }),
        ],
        [
          "runs",
          (ports) => Context.add(ports, SyncRuns, { ...Context.get(ports, SyncRuns), list: () => away }),
        ],
      ]
      for (const [what, storage] of parts) {
        const server = yield* startServer({ storage })
        const reply = yield* server.command("GET", "/v1/admin/sync")
        assert.strictEqual(reply.status, 500, `${what}: ${reply.text}`)
        assert.notInclude(reply.text, "hunter2")
        assertFailure(reply, 500)
      }
    }),
  )

  it.effect("are the only answer to a HEAD, without a body", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [path, status] of [
        ["/v1/nothing", 404],
        [albums, 401],
        ["/v1/admin/keys/1", 405],
      ] as const) {
        const { text } = yield* askRaw(server.address, [
          `HEAD ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        ])
        const reply = parseRaw(text)
        assert.strictEqual(reply.status, status)
        assert.strictEqual(reply.body, "")
      }
    }),
  )
})
