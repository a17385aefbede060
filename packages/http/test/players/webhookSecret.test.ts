import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { askRaw, parseRaw } from "../ask.ts"
import { multipartBody } from "../middleware/multipartBody.ts"
import { assertFailure, standing } from "../replies.ts"
import { startServer } from "../testServer.ts"
import { film } from "./webhook.samples.ts"
import {
  boundary,
  open,
  path,
  payloadOf,
  plexType,
  post,
  postParts,
  secret,
  storing,
} from "./webhookRequests.ts"

describe("the webhook's secret", () => {
  it.effect("opens it, in the query or in a header", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ webhookSecret: "a b&c/é" })
      const body = multipartBody(boundary, [payloadOf(film)])
      const ask = (query: string, headers: Readonly<Record<string, string>> = {}) =>
        server.ask("POST", path + query, { body, headers: { "content-type": plexType, ...headers } })
      const right = `secret=${encodeURIComponent("a b&c/é")}`
      for (const query of [
        `?${right}`,
        `?x=1&${right}`,
        "?secret=a+b%26c/%C3%A9",
        `?secret=wrong&${right}`,
      ]) {
        assert.strictEqual((yield* ask(query)).status, 200, query)
      }
      const plain = yield* startServer(open)
      const reply = yield* plain.ask("POST", path, {
        body,
        headers: { "content-type": plexType, "x-webhook-secret": secret },
      })
      assert.strictEqual(reply.status, 200)
    }),
  )

  it.effect("is 403 if it is wrong or missing, even with a valid key", () =>
    Effect.gen(function* () {
      const server = yield* startServer(open)
      for (const query of [
        "",
        "?secret=",
        "?secret",
        "?secret=wrong",
        `?secret=${secret.slice(0, -1)}`,
        `?secret=${secret}x`,
        `?secret=${secret.toUpperCase()}`,
        `?secret=${secret}%20`,
        `?Secret=${secret}`,
        `?token=${secret}`,
      ]) {
        assertFailure(yield* server.ask("POST", path + query, { body: "{}" }), 403)
        assertFailure(yield* server.command("POST", path + query, { body: "{}" }), 403)
      }
      for (const query of [`#secret=${secret}`, `?secret=${secret}#`, `?secret=${secret}&%zz`]) {
        assertFailure(yield* server.ask("POST", path + query, { body: "{}" }), 400)
      }
      assertFailure(yield* server.ask("POST", path, { key: secret, body: "{}" }), 403)
      assertFailure(yield* server.ask("POST", path, { headers: { "x-webhook-secret": "wrong" } }), 403)
    }),
  )

  it.effect("is looked at before the body is read", () =>
    Effect.gen(function* () {
      for (const [options, query, status] of [
        [{}, `?secret=${secret}`, 503],
        [open, "?secret=wrong", 403],
        [open, `?secret=${secret}`, 413],
      ] as const) {
        const server = yield* startServer(options)
        const { text } = yield* askRaw(server.address, [
          `POST ${path}${query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 99999999999\r\n` +
            `Content-Type: ${plexType}\r\n\r\n`,
        ])
        assert.strictEqual(parseRaw(text).status, status)
      }
    }),
  )

  it.effect("is of no use if none is set, and of none for another method or path", () =>
    Effect.gen(function* () {
      const closed = yield* startServer()
      for (const query of ["", "?secret=", `?secret=${secret}`]) {
        const says = assertFailure(yield* closed.ask("POST", path + query, { body: "{}" }), 503)
        assert.match(says, /MEDIA_SERVER_WEBHOOK_SECRET/)
      }
      const server = yield* startServer(open)
      const reply = yield* server.ask("GET", `${path}?secret=${secret}`)
      assertFailure(reply, 405)
      assert.strictEqual(reply.headers.allow, "POST")
      assertFailure(yield* server.ask("POST", `${path}/x?secret=${secret}`), 404)
      assertFailure(yield* server.ask("POST", `/v1/admin/sync/listening?secret=${secret}`), 401)
    }),
  )

  it.effect(
    "keeps its deliveries from being counted or refused; without it they count for their address",
    () =>
      Effect.gen(function* () {
        const server = yield* startServer(open)
        const wrong = server.ask("POST", `${path}?secret=wrong`)
        assert.strictEqual(standing(yield* post(server, plexType, "")).remaining, 300)
        assert.strictEqual(standing(yield* wrong).remaining, 299)
        yield* Effect.forEach(Array.from({ length: 299 }), () => wrong, { concurrency: 20 })
        assertFailure(yield* wrong, 429)
        for (let time = 0; time < 3; time++) {
          const reply = yield* postParts(server, [payloadOf(film)])
          assert.strictEqual(reply.status, 200)
          assert.strictEqual(standing(reply).remaining, 0)
        }
        const elsewhere = yield* server.get(`/v1/nothing?secret=${secret}`)
        assert.strictEqual(standing(elsewhere).remaining, 999)
        const closed = yield* startServer()
        assert.strictEqual(standing(yield* closed.ask("POST", path)).remaining, 299)
      }),
  )

  it.effect("is in no log and in no response, whatever goes wrong", () =>
    Effect.gen(function* () {
      // The worst that can be said about what went wrong is everything known of the request.
      const fail = Effect.flatMap(Effect.serviceOption(HttpServerRequest), (request) =>
        Effect.die(new Error(`the disk is full: ${Option.getOrThrow(request).url}`)),
      )
      const server = yield* startServer(storing(() => () => fail))
      const reply = yield* postParts(server, [payloadOf(film)])
      assertFailure(reply, 500)
      assert.include(server.logs.join("\n"), `the disk is full: ${path}\\n`)
      assertFailure(yield* post(server, plexType, "x"), 400)
      assertFailure(yield* server.ask("PUT", `${path}?secret=${secret}`), 405)
      assertFailure(yield* server.ask("POST", `${path}s?secret=${secret}`), 404)
      // A body whose connection breaks is a failure of the server's own, which names its address.
      yield* askRaw(server.address, [
        `POST ${path}?secret=${secret} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n` +
          `Content-Type: ${plexType}\r\n\r\n5\r\nhello\r\nnonsense\r\n`,
      ])
      assert.notInclude(server.logs.join("\n"), secret)
    }),
  )
})
