import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { connect } from "node:net"
import { askRaw } from "../ask.ts"
import { startNotify } from "./server.ts"
import { idOf, refused } from "./replies.ts"

describe("bodies that are on their way", () => {
  /** Opens a request whose body does not arrive, and returns the status line of the server's response. */
  const beginBody = (address: string, head: string) =>
    Effect.callback<string>((resume) => {
      const { hostname, port } = new URL(address)
      const socket = connect(Number(port), hostname)
      socket.once("data", (chunk) => resume(Effect.succeed(chunk.toString().split("\r\n", 1)[0] ?? "")))
      // The server closes it at the test's end.
      socket.on("error", () => {})
      socket.write(head)
    })

  it.live.each(["Transfer-Encoding: chunked", "Content-Length: 4194304"])(
    "turn no one away before they have come (%s)",
    (length) =>
      Effect.gen(function* () {
        const server = yield* startNotify()
        const head =
          `POST ${server.setOncePath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.home.key}\r\n` +
          `Expect: 100-continue\r\n${length}\r\n\r\n`
        for (let body = 0; body < 100; body++) {
          assert.strictEqual(yield* beginBody(server.address, head), "HTTP/1.1 100 Continue")
        }
        idOf(yield* server.setOnce({ distinct_id: "ann", $once: { plan: "pro" } }))
      }),
  )

  it.live("turn others away once 256 MiB of them have come", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const request = (text: string) =>
        `POST ${server.setOncePath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.home.key}\r\n${text}`
      // All but the last byte of each body.
      const most = `${request("Content-Length: 4194304\r\n\r\n")}${" ".repeat(4_194_303)}`
      yield* Effect.forEach(
        Array.from({ length: 80 }, () => most),
        (text) => Effect.forkScoped(askRaw(server.address, [text])),
      )
      const body = JSON.stringify({ distinct_id: "a", $once: { text: "x".repeat(255) } }).padEnd(100_000)
      let reply = yield* server.setOnce(body)
      while (reply.status === 202) reply = yield* server.setOnce(body)
      refused(reply, 503)
      assert.strictEqual(reply.headers["retry-after"], "1")
    }),
  )
})

describe("who may ask", () => {
  it.live("is reported by the key and the workspace, before anything else of the request", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const other = yield* server.makeWorkspace("other")
      const paths = (workspace: string, version: string): ReadonlyArray<readonly [string, string]> => [
        ["POST", `/v1/${workspace}/${version}/profiles/properties/set-once`],
        ["POST", `/v1/${workspace}/${version}/profiles/properties/set`],
        ["POST", `/v1/${workspace}/${version}/profiles/properties/batch`],
        ["GET", `/v1/${workspace}/${version}/profiles/ann`],
        ["GET", `/v1/${workspace}/${version}/profiles?filter=x`],
        ["GET", `/v1/${workspace}/${version}/profiles/count`],
        ["DELETE", `/v1/${workspace}/${version}/profiles/ann`],
        ["PATCH", `/v1/${workspace}/${version}/profiles/ann/merge/bob`],
        ["GET", `/v1/${workspace}/${version}/requests/1`],
        ["GET", `/v1/${workspace}/${version}/requests?limit=x`],
        ["GET", `/v1/${workspace}/${version}/usage`],
      ]
      for (const [method, path] of [...paths("nowhere", "live"), ...paths(other.id, "dev")]) {
        const reply = yield* server.ask(method, path, { body: "{" })
        refused(reply, 401)
        assert.strictEqual(reply.headers["www-authenticate"], "Bearer")
      }
      for (const [method, path] of paths(server.home.id, "dev")) {
        refused(yield* server.ask(method, path, { body: "{" }), 400, /version/)
        refused(yield* server.ask(method, path, { body: "{", key: "x" }), 401)
        refused(yield* server.ask(method, path, { headers: { authorization: "Basic eDp5" } }), 401)
      }
      assert.strictEqual(
        (yield* server.ask("GET", server.profilePath("ann"), {
          headers: { authorization: `bEARER ${server.home.key}` },
        })).status,
        404,
      )
    }),
  )

  it.live("a key that is revoked is refused soon", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      refused(yield* server.ask("GET", server.profilePath("ann")), 404)
      const [record] = yield* server.workspaces.keys(server.home.id)
      assert.isTrue(yield* server.workspaces.revokeKey(server.home.id, record?.id ?? assert.fail()))
      // That it takes a second at the most is for the tests of workspaces to say.
      while ((yield* server.ask("GET", server.profilePath("ann"))).status !== 401);
    }),
  )

  it.live("unknown paths and methods are errors of the same form", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      refused(yield* server.ask("GET", "/v1/nothing"), 404)
      refused(yield* server.ask("GET", "/v1/listening/top/albums"), 404)
      for (const distinctId of ["ann", "🎈".repeat(255)]) {
        const reply = yield* server.ask("PUT", server.profilePath(distinctId))
        refused(reply, 405, /PUT/)
        assert.strictEqual(reply.headers["allow"], "GET, HEAD, DELETE")
      }
      assert.strictEqual((yield* server.ask("GET", "/v1/health")).status, 200)
    }),
  )
})

describe("a server that cannot keep up", () => {
  it.effect("since it is being stopped says so, and when to come back", () =>
    Effect.gen(function* () {
      const server = yield* startNotify({ store: (store) => ({ ...store, profile: () => Effect.interrupt }) })
      const reply = yield* server.ask("GET", server.profilePath("ann"))
      refused(reply, 503, /shutting down/)
      assert.match(reply.headers["retry-after"] ?? "", /^[1-9]\d*$/)
    }),
  )

  it.live("turns away what is too much with Retry-After, and responses all that waited", () =>
    Effect.gen(function* () {
      const entered = yield* Deferred.make<void>()
      const open = yield* Deferred.make<void>()
      const server = yield* startNotify({
        maxWaiting: 5,
        store: (store) => ({
          ...store,
          accept: (requests, now) =>
            Deferred.succeed(entered, undefined).pipe(
              Effect.andThen(Deferred.await(open)),
              Effect.andThen(store.accept(requests, now)),
            ),
        }),
      })
      const send = (id: number) => server.setOnce({ distinct_id: `p${id}`, $once: { x: id } })
      const first = yield* Effect.forkChild(send(0))
      yield* Deferred.await(entered)
      // While the first is being written five wait; later ones are refused at once.
      let turnedAway = 0
      const replies = yield* Effect.all(
        [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) =>
          Effect.tap(send(id), ({ status }) => {
            if (status === 503) turnedAway += 1
            return turnedAway === 4 ? Deferred.succeed(open, undefined) : Effect.void
          }),
        ),
        { concurrency: 9 },
      )
      idOf(yield* Fiber.join(first))
      for (const reply of replies) {
        if (reply.status === 202) continue
        refused(reply, 503)
        assert.match(reply.headers["retry-after"] ?? "", /^[1-9]\d*$/)
      }
      assert.strictEqual(replies.filter(({ status }) => status === 202).length, 5)
    }),
  )

  it.live("reports only where an error is logged", () =>
    Effect.gen(function* () {
      const server = yield* startNotify({
        store: (store) => ({
          ...store,
          accept: () => Effect.die("secret sql"),
          profile: () => Effect.die("secret"),
        }),
      })
      for (const reply of [
        yield* server.setOnce({ distinct_id: "ann", $once: { x: 1 } }),
        yield* server.ask("GET", server.profilePath("ann")),
      ]) {
        const message = refused(reply, 500)
        assert.notInclude(reply.text, "secret")
        const id = /[0-9a-f-]{36}/.exec(message)?.[0] ?? assert.fail()
        assert.isTrue(server.logs.some((line) => line.includes(id) && line.includes("secret")))
      }
    }),
  )
})
