import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { start, startServer, type TestServer } from "../testServer.ts"

const now = start / 1000
const root = "/apis/audioscrobbler"

const handshake = (server: TestServer, user: string, version = "1.2.1") =>
  server.ask("GET", `${root}/?hs=true&p=${version}&c=tst&v=1.0&u=${user}&t=${now}&a=${"0".repeat(32)}`)

const post = (server: TestServer, path: string, parameters: Readonly<Record<string, string | number>>) =>
  server.ask("POST", `${root}/${path}`, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(
      Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString(),
  })

/** The plays of a submission, as players number them. */
const plays = (...tracks: ReadonlyArray<string>) =>
  Object.fromEntries(
    tracks.flatMap((track, at) => [
      [`a[${at}]`, "Low"],
      [`t[${at}]`, track],
      [`i[${at}]`, now - 900 + at],
      [`o[${at}]`, "P"],
      [`r[${at}]`, ""],
      [`l[${at}]`, 200],
      [`b[${at}]`, "Hey What"],
      [`n[${at}]`, at + 1],
      [`m[${at}]`, ""],
    ]),
  )

const recent = (server: TestServer) =>
  Effect.map(server.get("/v1/listening/recent"), ({ text }) =>
    [...text.matchAll(/"track":\{"id":\d+,"name":"([^"]*)"/g)].map(([, name]) => name),
  )

describe("plays sent by Audioscrobbler's protocol", () => {
  it.effect("are stored after a handshake with a key as the user's name", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit")
      const { text } = yield* handshake(server, key)
      const base = `${server.address}${root}`
      assert.strictEqual(text, `OK\n${key}\n${base}/np_1.2\n${base}/protocol_1.2\n`)
      const sent = { s: key, ...plays("White Horses", "I Can Wait", " ") }
      for (let time = 1; time <= 2; time++) {
        assert.strictEqual((yield* post(server, "protocol_1.2", sent)).text, "OK\n")
      }
      assert.deepStrictEqual(yield* recent(server), ["I Can Wait", "White Horses"])
    }),
  )

  it.effect("are stored without unreadable ones", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit")
      const sent = { s: key, ...plays("White Horses", "I Can Wait", "More") }
      const { "t[2]": _, ...unnamed } = sent
      for (const bad of [{ ...sent, "i[0]": "soon" }, unnamed]) {
        assert.strictEqual((yield* post(server, "protocol_1.2", bad)).text, "OK\n")
      }
      assert.deepStrictEqual(yield* recent(server), ["More", "I Can Wait", "White Horses"])
      const none = { s: key, ...plays("T"), "i[0]": "soon" }
      assert.match((yield* post(server, "protocol_1.2", none)).text, /^FAILED timestamp must be/)
    }),
  )

  it.effect("may report the track that plays now", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit")
      const told = { s: key, a: "Low", t: "More", b: "Hey What", l: 200, n: 1, m: "" }
      assert.strictEqual((yield* post(server, "np_1.2", told)).text, "OK\n")
      assert.match((yield* server.get("/v1/listening/now-playing")).text, /"is_playing":true.*"name":"More"/)
    }),
  )

  it.effect("may come from VLC, which keeps 32 characters of a session", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const [one, other] = [yield* server.makeKey("submit"), yield* server.makeKey("submit")]
      const sessionOf = (key: string) =>
        Effect.map(
          server.ask("GET", `${root}/?hs=true&p=1.2&c=vlc&v=3.0.24&u=${key}`),
          ({ text }) => text.split("\n")[1] ?? "",
        )
      const session = yield* sessionOf(one.key)
      assert.match(session, /^[0-9a-f]{32}$/)
      assert.notInclude(one.key, session)
      assert.notStrictEqual(yield* sessionOf(other.key), session)
      assert.strictEqual(yield* sessionOf(one.key), session)
      assert.strictEqual((yield* post(server, "protocol_1.2", { s: session, ...plays("T") })).text, "OK\n")
      assert.deepStrictEqual(yield* recent(server), ["T"])
      assert.strictEqual((yield* server.command("DELETE", `/v1/admin/keys/${one.id}`)).status, 204)
      assert.strictEqual((yield* post(server, "np_1.2", { s: session, ...plays("T") })).text, "BADSESSION\n")
    }),
  )

  it.effect("are refused in the words of the protocol", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit", { rateLimit: 3 })
      for (const user of ["unknown", "", server.read.key]) {
        assert.strictEqual((yield* handshake(server, user)).text, "BADAUTH\n")
      }
      assert.match((yield* handshake(server, key, "1.1")).text, /^FAILED .*1\.2/)
      assert.strictEqual((yield* post(server, "protocol_1.2", plays("T"))).text, "BADSESSION\n")
      assert.strictEqual((yield* post(server, "np_1.2", { s: "x", a: "A", t: "T" })).text, "BADSESSION\n")
      assert.match((yield* post(server, "protocol_1.2", { s: key })).text, /^FAILED artist is missing\n$/)
      assert.match((yield* post(server, "protocol_1.2", { s: key, "a[0]": "A" })).text, /^FAILED track/)
      assert.match((yield* post(server, "np_1.2", { s: key, t: "T" })).text, /^FAILED artist/)
      assert.match((yield* post(server, "np_1.2", { s: key, a: "A", t: "T" })).text, /^FAILED Too many/)
      const nothing = yield* server.ask("GET", `${root}/np_1.1`)
      assert.strictEqual(nothing.status, 404)
      assert.match(nothing.text, /^FAILED/)
      assert.notMatch((yield* server.ask("GET", `${root}/`)).text, /^OK/)
      assert.deepStrictEqual(yield* recent(server), [])
    }),
  )
})
