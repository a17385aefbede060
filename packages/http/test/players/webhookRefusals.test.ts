import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { askRaw, parseRaw } from "../ask.ts"
import { multipartBody } from "../middleware/multipartBody.ts"
import { assertFailure } from "../replies.ts"
import { startServer } from "../testServer.ts"
import { film } from "./webhook.samples.ts"
import {
  boundary,
  image,
  messageOf,
  open,
  path,
  payloadOf,
  plexType,
  post,
  postParts,
  secret,
  stored,
  thumb,
  titlesOf,
} from "./webhookRequests.ts"

describe("a delivery that cannot be understood", () => {
  const nested = (depth: number, within = (text: string) => text) =>
    within("[".repeat(depth) + "]".repeat(depth))

  it.effect("is a 400 that states what is wrong with it", () =>
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
        [plexType, multipartBody(boundary, [payloadOf(null)]), /not from Plex, Jellyfin or Emby/],
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
        ["application/json", "[]", /not from Plex/],
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
