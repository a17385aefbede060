import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { jsonOf, type Reply } from "../ask.ts"
import { start, startServer, type TestServer } from "../testServer.ts"

const now = start / 1000

interface Parameters {
  readonly [name: string]: string | number
}

/** A call as a player makes it: signed with its application's secret. */
const call = (server: TestServer, parameters: Parameters, path = "/apis/lastfm/2.0/") => {
  const sent: Record<string, string> = { api_key: "a".repeat(32) }
  for (const [name, value] of Object.entries(parameters)) sent[name] = String(value)
  const signed = Object.keys(sent)
    .filter((name) => name !== "format" && name !== "callback")
    .toSorted()
    .map((name) => `${name}${sent[name]}`)
    .join("")
  const api_sig = createHash("md5").update(`${signed}secret`).digest("hex")
  return server.ask("POST", path, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ api_sig, ...sent }).toString(),
  })
}

const LastfmError = Schema.Struct({ error: Schema.Int, message: Schema.NonEmptyString })

const assertError = (reply: Reply, code: number, message: RegExp | string = "") => {
  const error = Schema.decodeUnknownSync(LastfmError)(jsonOf(reply))
  assert.strictEqual(error.error, code, reply.text)
  assert.match(error.message, new RegExp(message))
  assert.isAtLeast(reply.status, 400)
}

const signIn = Effect.fnUntraced(function* (server: TestServer) {
  const { key } = yield* server.makeKey("submit")
  const reply = yield* call(server, {
    method: "auth.getMobileSession",
    username: "anna",
    password: key,
    format: "json",
  })
  assert.deepStrictEqual(jsonOf(reply), { session: { subscriber: 0, name: "anna", key } })
  return key
})

const recent = (server: TestServer) =>
  Effect.map(server.get("/v1/listening/recent"), ({ text }) =>
    [...text.matchAll(/"track":\{"id":\d+,"name":"([^"]*)"/g)].map(([, name]) => name),
  )

const name = (text: string) => ({ corrected: "0", "#text": text })

describe("plays sent by Last.fm's protocol", () => {
  it.effect("are stored after a sign-in with a key as the password", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const sk = yield* signIn(server)
      const scrobble = {
        method: "track.scrobble",
        sk,
        artist: "Low",
        track: "White Horses",
        album: "Hey What",
        timestamp: now - 600,
        format: "json",
      }
      const answer = {
        scrobbles: {
          scrobble: {
            track: name("White Horses"),
            artist: name("Low"),
            album: name("Hey What"),
            albumArtist: name(""),
            timestamp: String(now - 600),
            ignoredMessage: { code: "0", "#text": "" },
          },
          "@attr": { ignored: 0, accepted: 1 },
        },
      }
      for (const path of ["/apis/lastfm/2.0/", "/apis/lastfm/2.0"]) {
        const reply = yield* call(server, scrobble, path)
        assert.strictEqual(reply.status, 200, reply.text)
        assert.deepStrictEqual(jsonOf(reply), answer)
      }
      assert.deepStrictEqual(yield* recent(server), ["White Horses"])
    }),
  )

  it.effect("come in batches, whose invalid plays are ignored, and get a response in XML", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const sk = yield* signIn(server)
      const batch: Record<string, string | number> = { method: "Track.Scrobble", sk }
      const tracks = ["A & <B>", "  ", "Old", "Ahead", "Last"]
      tracks.forEach((track, at) => {
        batch[`artist[${at}]`] = "Low"
        batch[`track[${at}]`] = track
        batch[`timestamp[${at}]`] = now - 100 + at
      })
      batch["timestamp[2]"] = 1_000_000_000
      batch["timestamp[3]"] = now + 3_600
      const { headers, text } = yield* call(server, batch)
      assert.match(String(headers["content-type"]), /^text\/xml/)
      assert.match(text, /^<\?xml .*\?>\n<lfm status="ok"><scrobbles accepted="2" ignored="3"><scrobble>/)
      assert.include(text, '<track corrected="0">A &amp; &lt;B&gt;</track>')
      assert.deepStrictEqual(
        [...text.matchAll(/ignoredMessage code="(\d)"/g)].map(([, code]) => code),
        ["0", "2", "3", "4", "0"],
      )
      assert.deepStrictEqual(yield* recent(server), ["Last", "A & <B>"])
    }),
  )

  it.effect("may be 50 in a request", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const sk = yield* signIn(server)
      const batch = (size: number) =>
        Object.fromEntries(
          Array.from({ length: size }, (_, at) => [
            [`artist[${at}]`, "Low"],
            [`track[${at}]`, `Track ${at}`],
            [`timestamp[${at}]`, now - 1_000 + at],
          ]).flat(),
        ) as Parameters
      const send = (size: number) =>
        call(server, { method: "track.scrobble", sk, format: "json", ...batch(size) })
      assert.match((yield* send(50)).text, /"accepted":50/)
      assertError(yield* send(51), 6, "50")
    }),
  )

  it.effect("are refused with Last.fm's codes", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const sk = yield* signIn(server)
      const method = "track.scrobble"
      const play = { sk, artist: "Low", track: "More", timestamp: now, format: "json" }
      const cases: ReadonlyArray<readonly [Parameters, code: number]> = [
        [{ format: "json" }, 6],
        [{ method: "artist.getInfo", format: "json" }, 3],
        [{ ...play, method, sk: "unknown" }, 9],
        [{ ...play, method, sk: server.read.key }, 4],
        [{ ...play, method, api_key: "" }, 10],
        [{ ...play, method, api_sig: "x" }, 13],
        [{ ...play, method, timestamp: "now" }, 6],
        [{ method, sk, format: "json" }, 6],
        [{ method, format: "json" }, 6],
        [{ method: "auth.getMobileSession", username: "anna", password: "unknown", format: "json" }, 4],
        [{ method: "auth.getMobileSession", username: "anna", format: "json" }, 6],
      ]
      for (const [parameters, code] of cases) assertError(yield* call(server, parameters), code)
      const inXml = yield* call(server, { ...play, method, sk: "unknown", format: "xml" })
      assert.match(inXml.text, /<lfm status="failed"><error code="9">.+<\/error><\/lfm>/)
      const got = yield* server.ask("GET", `/apis/lastfm/2.0/?method=${method}&format=json`)
      assertError(got, 6, "POST")
      const elsewhere = yield* server.ask("GET", "/apis/lastfm/1.0")
      assert.match(elsewhere.text, /status="failed"><error code="3">/)
      assert.strictEqual(elsewhere.status, 404)
      assert.deepStrictEqual(yield* recent(server), [])
    }),
  )

  it.effect("may follow a sign-in whose password is a hash, with a key as the user's name", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit")
      const method = "auth.getMobileSession"
      const asked = { method, username: key, authToken: "0".repeat(32), format: "json" }
      const session = { subscriber: 0, name: "daybook", key }
      assert.deepStrictEqual(jsonOf(yield* call(server, asked)), { session })
      assertError(yield* call(server, { ...asked, username: "anna" }), 4)
      assertError(yield* call(server, { ...asked, authToken: "" }), 6, "password")
    }),
  )

  it.effect("count towards the limit of their key", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key: sk } = yield* server.makeKey("submit", { rateLimit: 1 })
      const play = {
        method: "track.scrobble",
        sk,
        artist: "Low",
        track: "More",
        timestamp: now,
        format: "json",
      }
      assert.strictEqual((yield* call(server, play)).status, 200)
      const second = yield* call(server, play)
      assertError(second, 29)
      assert.strictEqual(second.status, 429)
    }),
  )

  it.effect("may report the track that plays now", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const sk = yield* signIn(server)
      const told = yield* call(server, {
        method: "track.updateNowPlaying",
        sk,
        artist: "Low",
        track: "More",
        duration: 200,
        format: "json",
      })
      assert.deepStrictEqual(jsonOf(told), {
        nowplaying: {
          track: name("More"),
          artist: name("Low"),
          album: name(""),
          albumArtist: name(""),
          ignoredMessage: { code: "0", "#text": "" },
        },
      })
      assert.match((yield* server.get("/v1/listening/now-playing")).text, /"is_playing":true.*"name":"More"/)
      assert.deepStrictEqual(yield* recent(server), [])
    }),
  )
})
