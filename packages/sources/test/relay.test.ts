import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import { createHash } from "node:crypto"
import { Relay } from "../src/index.ts"

const { lastfm, listenbrainz } = Relay.relays

const play: Relay.RelayedPlay = {
  artist: "Low",
  track: "White Horses",
  album: "Hey What",
  played_at: "2026-07-15T11:58:20.000Z",
  sources: ["sent mpd"],
  details: { media_player: "mpd", duration_ms: 300_000 },
}

const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): string =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""

const response = (status: number, body: unknown = {}, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers,
  body: typeof body === "string" ? body : JSON.stringify(body),
})

const secretIn = (signIn: Result.Result<Relay.SignIn, string>, reply: Relay.RelayResponse) =>
  Result.flatMap(signIn, ({ secret }) => Result.map(secret(reply), Redacted.value))

const now = Date.parse("2026-07-15T12:00:00Z")

describe("plays sent on to ListenBrainz, Maloja and Koito", () => {
  it.each([
    ["https://api.listenbrainz.org", "https://api.listenbrainz.org/1/submit-listens"],
    ["https://api.listenbrainz.org/1/", "https://api.listenbrainz.org/1/submit-listens"],
    ["https://m.example/apis/listenbrainz/", "https://m.example/apis/listenbrainz/1/submit-listens"],
    [
      "https://k.example/apis/listenbrainz/1/submit-listens",
      "https://k.example/apis/listenbrainz/1/submit-listens",
    ],
  ])("are listens at %s", (url, expected) => {
    const request = listenbrainz.request(url, Redacted.make("t0ken"), play)
    assert.strictEqual(request.url, expected)
    assert.strictEqual(request.headers["authorization"], "Token t0ken")
    assert.deepStrictEqual(JSON.parse(bodyOf(request)), {
      listen_type: "single",
      payload: [
        {
          listened_at: 1_784_116_700,
          track_metadata: {
            artist_name: "Low",
            track_name: "White Horses",
            release_name: "Hey What",
            additional_info: { submission_client: "Daybook", media_player: "mpd", duration_ms: 300_000 },
          },
        },
      ],
    })
  })

  it("wait as the service says, and a listen that it does not take holds up no other", () => {
    const { outcome } = listenbrainz
    assert.strictEqual(outcome(response(200, { status: "ok" }), now).error, "")
    assert.strictEqual(outcome(response(429, "", { "x-ratelimit-reset-in": "7" }), now).waitMillis, 7_000)
    assert.isTrue(outcome(response(400, { code: 400, error: "Invalid" }), now).isRefused)
    for (const status of [401, 500, 503]) {
      const { error, isRefused } = outcome(response(status), now)
      assert.match(error, new RegExp(`answers ${status}`))
      assert.isNotTrue(isRefused)
    }
  })

  it("do not go back to ListenBrainz, and go on to others", () => {
    const told = { ...play, sources: ["listenbrainz", "sent mpd"] }
    assert.isTrue(listenbrainz.cameFrom("https://api.listenbrainz.org", told))
    assert.isFalse(listenbrainz.cameFrom("https://api.listenbrainz.org", play))
    assert.isFalse(listenbrainz.cameFrom("https://notlistenbrainz.org", told))
  })

  it("need a token that the service knows, or does not check", () => {
    const url = "https://api.listenbrainz.org"
    const signIn = listenbrainz.signIn(url, { token: "t0ken" })
    if (Result.isFailure(signIn)) return assert.fail(signIn.failure)
    assert.strictEqual(signIn.success.request.url, `${url}/1/validate-token`)
    assert.deepStrictEqual(secretIn(signIn, response(200, { valid: true })), Result.succeed("t0ken"))
    assert.deepStrictEqual(secretIn(signIn, response(404, "nothing")), Result.succeed("t0ken"))
    assert.isTrue(Result.isFailure(secretIn(signIn, response(200, { code: 200, valid: false }))))
    assert.isTrue(Result.isFailure(listenbrainz.signIn(url, {})))
  })
})

describe("plays sent on to Last.fm", () => {
  const url = "https://ws.audioscrobbler.com/2.0/"
  const account = { apiKey: "key", apiSecret: "secret", session: "sk" }

  it("are signed scrobbles", () => {
    const request = lastfm.request(url, Redacted.make(JSON.stringify(account)), play)
    const sent = Object.fromEntries(new URLSearchParams(bodyOf(request)))
    const { api_sig, format, ...parameters } = sent
    assert.deepStrictEqual(parameters, {
      method: "track.scrobble",
      api_key: "key",
      sk: "sk",
      artist: "Low",
      track: "White Horses",
      album: "Hey What",
      timestamp: "1784116700",
    })
    assert.strictEqual(format, "json")
    const text = Object.keys(parameters)
      .toSorted()
      .map((name) => name + parameters[name])
      .join("")
    assert.strictEqual(api_sig, createHash("md5").update(`${text}secret`).digest("hex"))
  })

  it("wait for tomorrow at the daily limit, and are refused one by one", () => {
    const scrobbled = (code: string, text = "") =>
      lastfm.outcome(
        response(200, {
          scrobbles: {
            scrobble: { ignoredMessage: { code, "#text": text } },
            "@attr": { accepted: 1, ignored: 0 },
          },
        }),
        now,
      )
    assert.strictEqual(scrobbled("0").error, "")
    assert.deepInclude(scrobbled("3", "Timestamp too old"), {
      error: "it ignores this play: Timestamp too old",
      isRefused: true,
    })
    assert.strictEqual(scrobbled("5").waitMillis, 12 * 3_600_000)
    for (const [error, status, isRefused] of [
      [6, 400, true],
      [9, 403, false],
      [11, 503, false],
      [29, 429, false],
    ] as const) {
      const outcome = lastfm.outcome(response(status, { error, message: "Said so" }), now)
      assert.notStrictEqual(outcome.error, "")
      assert.strictEqual(outcome.isRefused === true, isRefused, String(error))
    }
    assert.strictEqual(lastfm.outcome(response(502, "<html>"), now).error, "answers 502")
  })

  it("sign in once, with a password that is not stored", () => {
    const told = { api_key: "key", api_secret: "secret", username: "me", password: "hunter2" }
    const signIn = lastfm.signIn(url, told)
    if (Result.isFailure(signIn)) return assert.fail(signIn.failure)
    assert.include(bodyOf(signIn.success.request), "method=auth.getMobileSession")
    const secret = secretIn(signIn, response(200, { session: { name: "me", key: "sk", subscriber: 0 } }))
    assert.deepStrictEqual(secret, Result.succeed(JSON.stringify(account)))
    const refused = secretIn(signIn, response(403, { error: 4, message: "Authentication Failed" }))
    assert.deepStrictEqual(refused, Result.fail("Last.fm refuses to sign in: Authentication Failed"))
    assert.isTrue(Result.isFailure(lastfm.signIn(url, { ...told, password: "" })))
    assert.isTrue(lastfm.cameFrom(url, { ...play, sources: ["lastfm"] }))
  })
})
