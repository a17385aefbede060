import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { askRaw, parseRaw } from "../ask.ts"
import { multipartBody, type WrittenPart } from "../middleware/multipartBody.ts"
import { startServer } from "../testServer.ts"
import { embyFilm, film, jellyfinFilm, postedRequests } from "./webhook.samples.ts"
import {
  boundary,
  messageOf,
  open,
  path,
  payloadOf,
  plexType,
  post,
  postParts,
  secret,
  stored,
  storing,
  thumb,
  titlesOf,
} from "./webhookRequests.ts"

/** A store that notes the media servers whose records it receives. */
const notingSources = () => {
  const sources = new Set<string>()
  const options = storing((store) => (records) => {
    for (const { source } of records) sources.add(source)
    return store(records)
  })
  return { options, sources }
}

const filmTitle = { kind: "film", name: "The Salt Road", year: 2019 }

const nextTurn = Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))

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

  it.effect("states what it ignores, and why", () =>
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

  it.effect("states what it stores of an episode and of a rating", () =>
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
        [{ ...rated, rating: -1 }, 'Stored: the rating of "The Salt Road" (2019) was removed'],
      ] as const) {
        assert.strictEqual(messageOf(yield* postParts(server, [payloadOf(payload)])), says)
        // A rating takes effect at the moment that it arrives, and the later one counts.
        yield* TestClock.adjust("1 second")
      }
    }),
  )

  it.effect("reads Plex's part and Emby's, in any order and with any spelling of their boundary", () =>
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

  it.effect("stores what it has understood even if the sender does not wait for the response", () =>
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

describe("a request as Plex posts it", () => {
  it.effect.each(postedRequests)("is stored or ignored as decided: $name", ({ body, headers, message }) =>
    Effect.gen(function* () {
      const server = yield* startServer(open)
      const reply = yield* server.ask("POST", `${path}?secret=${secret}`, { body, headers })
      assert.match(messageOf(reply), message)
    }),
  )
})
