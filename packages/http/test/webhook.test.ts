import { WatchingStore } from "@daybook/watching"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { TestClock } from "effect/testing"
import { askRaw, parseRaw, type Reply } from "./ask.ts"
import { multipartBody, type WrittenPart } from "./multipartBody.ts"
import { assertFailure, readAs, standing } from "./replies.ts"
import { type ServerOptions, start, startServer, type TestServer } from "./testServer.ts"
import { embyFilm, film, jellyfinFilm, postedRequests } from "./webhook.samples.ts"

const path = "/v1/webhooks/media-server"
const secret = "open-sesame-0123456789"
const open = { webhookSecret: secret }

/** A store that does this with the records of a delivery. */
const storing = (
  store: (stored: WatchingStore["Service"]["store"]) => WatchingStore["Service"]["store"],
): ServerOptions => ({
  ...open,
  storage: (ports) => {
    const watching = Context.get(ports, WatchingStore)
    return Context.add(ports, WatchingStore, { ...watching, store: store(watching.store) })
  },
})

/** A store that notes the media servers whose records it is given. */
const notingSources = () => {
  const sources = new Set<string>()
  const options = storing((store) => (records) => {
    for (const { source } of records) sources.add(source)
    return store(records)
  })
  return { options, sources }
}

/** The films and shows that the store knows. */
const titlesOf = ({ watching }: TestServer) =>
  Effect.map(watching.titlesToDescribe(start, 10), (titles) =>
    titles.map(({ kind, name, year }) => ({ kind, name, year })),
  )

const filmTitle = { kind: "film", name: "The Salt Road", year: 2019 }

const nextTurn = Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))

/** Sends a body with the right secret. */
const post = (server: TestServer, type: string | undefined, body: string | Uint8Array) =>
  server.ask("POST", `${path}?secret=${secret}`, {
    body,
    headers: type === undefined ? {} : { "content-type": type },
  })

const boundary = "------------------------0123456789abcdef"
const plexType = `multipart/form-data; boundary=${boundary}`

const postParts = (server: TestServer, parts: ReadonlyArray<WrittenPart>, end?: string) =>
  post(server, plexType, multipartBody(boundary, parts, end))

const payloadOf = (payload: unknown): WrittenPart => ({ name: "payload", content: JSON.stringify(payload) })

/** A JPEG's beginning, and all that could be taken for the end of a part or of JSON. */
const image = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  Buffer.from(`\r\n--\r\n----${boundary.slice(2, -1)}\r\n{}}"\0\r\n\r\n--${boundary}x\r\r\n--`),
  Buffer.from([0xff, 0xd9]),
])

const thumb: WrittenPart = {
  head: 'Content-Disposition: form-data; name="thumb"; filename="thumb.jpg"\r\nContent-Type: image/jpeg\r\n',
  content: image,
}

const Answer = Schema.Struct({ success: Schema.Literal(true), message: Schema.NonEmptyString })

const messageOf = (reply: Reply): string => {
  assert.strictEqual(reply.status, 200, reply.text)
  return readAs(Answer, reply).message
}

const stored = 'Stored: "The Salt Road" (2019) was watched at 2026-07-14T03:33:20.000Z'

describe("a media server's webhook", () => {
  it.effect("stores a finished film once, however often it is delivered", () =>
    Effect.gen(function* () {
      const server = yield* startServer(open)
      assert.strictEqual(messageOf(yield* postParts(server, [payloadOf(film)])), stored)
      assert.deepStrictEqual(yield* titlesOf(server), [filmTitle])
      assert.match(messageOf(yield* postParts(server, [payloadOf(film), thumb])), /^Nothing new/)
      assert.deepStrictEqual(yield* titlesOf(server), [filmTitle])
    }),
  )

  it.effect("says what it ignores, and why", () =>
    Effect.gen(function* () {
      const server = yield* startServer(open)
      for (const [payload, why] of [
        [{ ...film, event: "media.play" }, /^Ignored: .*"media\.play"/],
        [{ ...film, Metadata: { type: "clip" } }, /^Ignored: .*"clip"/],
        [{ ...film, user: false }, /^Ignored: .*another account's/],
      ] as const) {
        assert.match(messageOf(yield* postParts(server, [payloadOf(payload)])), why)
      }
      assert.isEmpty(yield* titlesOf(server))
    }),
  )

  it.effect("says what it stores of an episode and of a rating", () =>
    Effect.gen(function* () {
      const server = yield* startServer(open)
      const episode = { type: "episode", grandparentTitle: "Harbour Watch", parentIndex: 2, index: 5 }
      const rated = { ...film, event: "media.rate", rating: "7" }
      for (const [payload, says] of [
        [
          { ...film, Metadata: episode },
          'Stored: "Harbour Watch", season 2, episode 5 was watched at 2026-07-15T12:00:00.000Z',
        ],
        [rated, 'Stored: "The Salt Road" (2019) was rated 3.5 of 5'],
        [{ ...rated, rating: -1 }, 'Stored: the rating of "The Salt Road" (2019) was taken back'],
      ] as const) {
        assert.strictEqual(messageOf(yield* postParts(server, [payloadOf(payload)])), says)
        // A rating takes effect at the moment that it arrives, and the later one counts.
        yield* TestClock.adjust("1 second")
      }
    }),
  )

  it.effect("reads Plex's part and Emby's, wherever they stand and however their boundary is written", () =>
    Effect.gen(function* () {
      const { options, sources } = notingSources()
      const server = yield* startServer({ ...options, mediaServerUser: "ines" })
      const payload = payloadOf(film)
      const data: WrittenPart = { name: "data", content: JSON.stringify(embyFilm) }
      for (const [type, parts, end] of [
        [plexType, [payload, thumb]],
        [plexType, [thumb, payload]],
        [plexType, [thumb, thumb, payload, thumb]],
        [plexType, [data]],
        [plexType, [thumb, data]],
        [plexType, [payload], "--"],
        [plexType, [payload], "--\r\nand that was it"],
        [plexType, [{ ...payload, head: "content-disposition: form-data; name=payload\r\n" }]],
        [`multipart/form-data; boundary="${boundary}"`, [thumb, payload]],
        [`Multipart/Form-Data;charset=utf-8;BOUNDARY=${boundary} `, [payload]],
      ] as const) {
        const reply = yield* post(server, type, multipartBody(boundary, parts, end))
        assert.match(messageOf(reply), /^(Stored|Nothing new)/, type)
      }
      const spaced = "a quoted (boundary), with: odd characters?"
      const quoted = yield* post(
        server,
        `multipart/form-data; boundary="${spaced}"`,
        multipartBody(spaced, [payload]),
      )
      assert.match(messageOf(quoted), /^Nothing new/)
      assert.deepStrictEqual([...sources], ["plex", "emby"])
    }),
  )

  it.effect("reads JSON as it is sent by Jellyfin and Emby", () =>
    Effect.gen(function* () {
      const { options, sources } = notingSources()
      const server = yield* startServer({ ...options, mediaServerUser: "INES" })
      for (const [type, payload] of [
        ["application/json", embyFilm],
        ["application/json; charset=utf-8", embyFilm],
        ["text/plain", embyFilm],
        ["text/plain; charset=utf-8", jellyfinFilm],
        ["Application/JSON", jellyfinFilm],
        ["application/json", film],
      ] as const) {
        assert.match(messageOf(yield* post(server, type, JSON.stringify(payload))), /^(Stored|Nothing new)/)
      }
      assert.deepStrictEqual([...sources], ["emby", "jellyfin", "plex"])
    }),
  )

  it.effect("reads a body that comes a byte at a time", () =>
    Effect.gen(function* () {
      const server = yield* startServer(open)
      const body = multipartBody(boundary, [thumb, payloadOf(film)])
      const pieces = [...body].map((byte) => Buffer.from([0x31, 0x0d, 0x0a, byte, 0x0d, 0x0a]))
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Webhook-Secret: ${secret}\r\nContent-Type: ${plexType}\r\n`
      const { text } = yield* askRaw(server.address, [
        `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n`,
        ...pieces,
        "0\r\n\r\n",
      ])
      assert.strictEqual(parseRaw(text).status, 200)
      assert.deepStrictEqual(yield* titlesOf(server), [filmTitle])
    }),
  )

  it.effect("stores what it has understood even if the sender does not wait for the answer", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      const done = yield* Deferred.make<void>()
      const server = yield* startServer(
        storing(
          (store) => (records) =>
            Deferred.succeed(asked, undefined).pipe(
              Effect.andThen(Deferred.await(goOn)),
              Effect.andThen(store(records)),
              Effect.tap(Deferred.succeed(done, undefined)),
            ),
        ),
      )
      const sender = yield* Effect.forkChild(postParts(server, [payloadOf(film)]))
      yield* Deferred.await(asked)
      yield* Fiber.interrupt(sender)
      while ((yield* server.connections) > 0) yield* nextTurn
      for (let turn = 0; turn < 10; turn++) yield* nextTurn
      yield* Deferred.succeed(goOn, undefined)
      yield* Deferred.await(done)
      assert.deepStrictEqual(yield* titlesOf(server), [filmTitle])
    }),
  )
})

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

  it.effect("is 403 where it is wrong or missing, whatever key comes with it", () =>
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
        `?secret=%zz`,
        `#secret=${secret}`,
      ]) {
        assertFailure(yield* server.ask("POST", path + query, { body: "{}" }), 403)
        assertFailure(yield* server.command("POST", path + query, { body: "{}" }), 403)
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

  it.effect("is of no use where none is set, and of none for another method or path", () =>
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

  it.effect("is in no log and in no answer, whatever goes wrong", () =>
    Effect.gen(function* () {
      // The worst that can be said of what went wrong is all that is known of the request.
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

describe("a delivery that cannot be understood", () => {
  const nested = (depth: number, within = (text: string) => text) =>
    within("[".repeat(depth) + "]".repeat(depth))

  it.effect("is a 400 that says what is wrong with it", () =>
    Effect.gen(function* () {
      const server = yield* startServer(open)
      const whole = multipartBody(boundary, [payloadOf(film)])
      const json = JSON.stringify(film)
      for (const [type, body, says] of [
        [undefined, whole, /^Content-Type: must be/],
        ["", whole, /^Content-Type: must be/],
        [
          "application/x-www-form-urlencoded",
          `payload=${encodeURIComponent(json)}`,
          /^Content-Type: must be/,
        ],
        ["application/octet-stream", json, /^Content-Type: must be/],
        ["multipart/mixed; boundary=x", whole, /^Content-Type: must be/],
        ["multipart/form-data", whole, /^Content-Type: its boundary/],
        ["multipart/form-data; boundary=", whole, /^Content-Type: its boundary/],
        [`multipart/form-data; boundary="${"x".repeat(71)}"`, whole, /^Content-Type: its boundary/],
        ["multipart/form-data; boundary=other", whole, /cut short/],
        [plexType, "", /cut short/],
        [plexType, json, /cut short/],
        [plexType, whole.subarray(0, -4), /cut short/],
        [plexType, whole.subarray(0, whole.length >> 1), /cut short/],
        [plexType, multipartBody(boundary, []), /no part named payload/],
        [plexType, multipartBody(boundary, [thumb]), /no part named payload/],
        [plexType, multipartBody(boundary, [payloadOf(film), payloadOf(film)]), /two parts named payload/],
        [plexType, multipartBody(boundary, [{ name: "payload", content: "" }]), /JSON/],
        [plexType, multipartBody(boundary, [{ name: "payload", content: image }]), /JSON/],
        [plexType, multipartBody(boundary, [payloadOf({ ...film, Metadata: {} })]), /^Metadata\.type: /],
        [plexType, multipartBody(boundary, [payloadOf(null)]), /none of Plex, Jellyfin or Emby/],
        [
          plexType,
          multipartBody(
            boundary,
            Array.from({ length: 10_000 }, () => ({ content: "" })),
          ),
          /100 parts/,
        ],
        ["application/json", "", /JSON/],
        ["application/json", "{", /JSON/],
        ["application/json", Buffer.from([0x22, 0xff, 0x22]), /JSON in UTF-8/],
        ["text/plain", "The Salt Road", /JSON/],
        ["application/json", "[]", /none of Plex/],
        ["application/json", nested(10_000), /nested/],
        ["application/json", `[${"{},".repeat(100_001)}0]`, /more than 100000 values/],
        ["application/json", '{"a":'.repeat(10_000), /nested/],
        ["application/json", nested(10_000, (text) => `{"event":"media.play","x":${text}}`), /nested/],
        [plexType, multipartBody(boundary, [{ name: "payload", content: nested(10_000) }]), /nested/],
        [plexType, multipartBody(boundary, [{ name: "payload", content: nested(500_000) }]), /nested/],
      ] as const) {
        const reply = yield* post(server, type, body)
        assertFailure(reply, 400, says)
      }
      assert.isEmpty(yield* titlesOf(server))
      assert.isEmpty(server.logs)
    }),
  )

  it.effect("is not one for brackets in its texts", () =>
    Effect.gen(function* () {
      const server = yield* startServer(open)
      const odd = {
        ...film,
        summary: `${"[{,".repeat(50_000)}\\"${"[".repeat(200)}`,
        list: Array.from({ length: 500 }, () => [{}]),
      }
      assert.strictEqual(messageOf(yield* postParts(server, [payloadOf(odd)])), stored)
    }),
  )

  it.effect("is refused by the size of its body, of a part, and while it is read", () =>
    Effect.gen(function* () {
      const server = yield* startServer(open)
      const mebibyte = 1024 * 1024
      const head = (type: string) =>
        `POST ${path}?secret=${secret} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\n` +
        "Transfer-Encoding: chunked\r\n\r\n"
      for (const [type, first] of [
        ["application/json", " "],
        [plexType, `--${boundary}\r\n\r\n`],
      ] as const) {
        const endless = function* () {
          yield `${head(type)}${first.length.toString(16)}\r\n${first}\r\n`
          for (let sent = 0; sent < 256 * mebibyte; sent += 65_536) yield `10000\r\n${" ".repeat(65_536)}\r\n`
        }
        const { text, written } = yield* askRaw(server.address, endless())
        assert.strictEqual(parseRaw(text).status, 413, type)
        assert.isBelow(written, 64 * mebibyte)
      }
      const padded = (bytes: number) => JSON.stringify(film).padEnd(bytes, " ")
      assertFailure(
        yield* postParts(server, [{ name: "payload", content: padded(mebibyte + 1) }]),
        413,
        /part/,
      )
      const most = yield* postParts(server, [{ name: "payload", content: padded(mebibyte) }])
      assert.strictEqual(messageOf(most), stored)
      assertFailure(yield* post(server, "application/json", padded(10 * mebibyte + 1)), 413)
      assert.match(messageOf(yield* post(server, "application/json", padded(10 * mebibyte))), /^Nothing new/)
      const pictured = yield* postParts(server, [
        { ...thumb, content: Buffer.alloc(9 * mebibyte) },
        payloadOf(film),
      ])
      assert.match(messageOf(pictured), /^Nothing new/)
    }),
  )
})

describe("a request as Plex posts it", () => {
  it.effect.each(postedRequests)("is stored or ignored as decided: $name", ({ body, headers, message }) =>
    Effect.gen(function* () {
      const server = yield* startServer(open)
      const reply = yield* server.ask("POST", `${path}?secret=${secret}`, { body, headers })
      assert.match(messageOf(reply), message)
    }),
  )
})
