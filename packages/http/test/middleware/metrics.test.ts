import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { assertFailure } from "../replies.ts"
import { startServer, type ServerOptions, type TestServer } from "../testServer.ts"

/** A server that counts only for itself. */
const startCounting = (options: ServerOptions = {}) =>
  startServer({ metrics: true, ...options }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))

const linesOf = Effect.fnUntraced(function* (server: TestServer) {
  const { status, text } = yield* server.command("GET", "/metrics")
  assert.strictEqual(status, 200, text)
  return text.split("\n")
})

const requests = (labels: string, count: number) => `daybook_http_requests_total{${labels}} ${count}`

describe("GET /metrics", () => {
  it.effect("is Prometheus' text, only for an admin key", () =>
    Effect.gen(function* () {
      const server = yield* startCounting()
      const reply = yield* server.command("GET", "/metrics")
      assert.strictEqual(reply.status, 200)
      assert.match(String(reply.headers["content-type"]), /^text\/plain; version=0\.0\.4(;|$)/)
      assertFailure(yield* server.ask("GET", "/metrics"), 401)
      assertFailure(yield* server.get("/metrics"), 403)
      assertFailure(yield* server.ask("GET", "/metrics", { key: "unknown" }), 401)
      assertFailure(yield* server.command("POST", "/metrics"), 405)
      // Each line is a comment or a series with its value.
      for (const line of yield* linesOf(server)) {
        assert.match(line, /^(|# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? [-+\d.eInf]+)$/)
      }
    }),
  )

  it.effect("is a path like any other that is not there, unless it is switched on", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const key of [server.admin.key, server.read.key]) {
        assertFailure(yield* server.ask("GET", "/metrics", { key }), 404)
      }
      assertFailure(yield* server.ask("GET", "/metrics"), 404)
    }),
  )

  it.effect("counts against its key's limit", () =>
    Effect.gen(function* () {
      const server = yield* startCounting()
      const { key } = yield* server.makeKey("admin", { rateLimit: 2 })
      const statuses: Array<number> = []
      for (let call = 0; call < 3; call++)
        statuses.push((yield* server.ask("GET", "/metrics", { key })).status)
      assert.deepStrictEqual(statuses, [200, 200, 429])
    }),
  )

  it.effect("counts requests by the route's pattern, and everything that has none as one", () =>
    Effect.gen(function* () {
      const server = yield* startCounting()
      yield* server.get("/v1/listening/top/albums?page=1")
      yield* server.get("/v1/listening/top/albums?page=2")
      const { headers } = yield* server.get("/v1/listening/top/albums")
      yield* server.get("/v1/listening/top/albums", { headers: { "if-none-match": String(headers["etag"]) } })
      yield* server.get("/v1/listening/top/albums?page=0")
      for (const id of ["1001", "1002", "1003"]) yield* server.command("DELETE", `/v1/admin/keys/${id}`)
      for (const path of ["/a", "/b?secret=c", "/v1/admin/keys/1/2"]) yield* server.ask("GET", path)
      yield* server.ask("PROPFIND", "/a")
      yield* server.ask("MKCOL", "/a")
      const lines = yield* linesOf(server)
      const route = "/v1/listening/top/albums"
      assert.includeMembers(lines, [
        requests(`method="GET",route="${route}",status="200"`, 3),
        requests(`method="GET",route="${route}",status="304"`, 1),
        requests(`method="GET",route="${route}",status="400"`, 1),
        requests(`method="DELETE",route="/v1/admin/keys/:id",status="404"`, 3),
        requests(`method="GET",route="none",status="404"`, 3),
        requests(`method="other",route="none",status="404"`, 2),
        `daybook_http_request_duration_seconds_count{method="GET",route="${route}"} 5`,
      ])
    }),
  )

  it.effect("counts requests without a response as well", () =>
    Effect.gen(function* () {
      const server = yield* startCounting()
      const made = yield* server.makeKey("read", { rateLimit: 1 })
      for (let call = 0; call < 3; call++)
        yield* server.ask("GET", "/v1/listening/now-playing", { key: made.key })
      yield* server.ask("GET", "/v1/listening/now-playing")
      const lines = yield* linesOf(server)
      const route = `method="GET",route="/v1/listening/now-playing"`
      assert.includeMembers(lines, [
        requests(`${route},status="200"`, 1),
        requests(`${route},status="429"`, 2),
        requests(`${route},status="401"`, 1),
      ])
    }),
  )
})
