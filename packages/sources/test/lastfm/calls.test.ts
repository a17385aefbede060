import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { ScrobbleSources } from "@daybook/listening"
import { Lastfm, Listening } from "../../src/index.ts"
import { answer, nowPlaying, track } from "./samples.ts"
import { type Reply } from "../scriptedServer.ts"
import { lastfm } from "./client.ts"

describe("errors are read from the body, whatever the status", () => {
  const errors: ReadonlyArray<[number, string, string, number]> = [
    ...[4, 9, 10, 13, 14].map((code): [number, string, string, number] => [
      code,
      "unauthorized",
      "check LASTFM_API_KEY",
      1,
    ]),
    [26, "unauthorized", "set LASTFM_API_KEY", 1],
    [6, "unauthorized", "check LASTFM_USER", 1],
    [17, "unauthorized", "privacy settings", 1],
    [29, "rate limited", "slow down", 5],
    [8, "unavailable", "try again later", 5],
    [11, "unavailable", "try again later", 5],
    [16, "unavailable", "try again later", 5],
    [3, "malformed answer", "error 3", 1],
  ]
  const statuses = [200, 403, 500]
  it.live.each(errors.flatMap((error) => statuses.map((status) => [...error, status] as const)))(
    "error %j",
    ([code, failure, message, calls, status]) =>
      Effect.gen(function* () {
        const body = { message: "whatever", error: status === 403 ? String(code) : code }
        const { batches, server } = yield* lastfm(() => ({ status, body }))
        const error = yield* Effect.flip(batches())
        expect(error).toMatchObject({ source: "lastfm", failure, message: expect.stringContaining(message) })
        expect(server.calls).toHaveLength(calls)
      }),
  )

  it.live("an HTML page with a 502 is tried again", () =>
    Effect.gen(function* () {
      const { batches } = yield* lastfm((_, call) =>
        call < 3 ? { status: 502, body: "<html>" } : { body: answer([track({ uts: 5 })], { totalPages: 1 }) },
      )
      expect(yield* batches()).toHaveLength(1)
    }),
  )
})

describe("the latest listen", () => {
  const bodies: ReadonlyArray<[string, unknown, object | undefined]> = [
    ["plays now", [nowPlaying, track({ uts: 5 })], { listen: { track: "Playing Now" }, playedAt: undefined }],
    ["was played", [track({ uts: 5 })], { listen: { track: "Tin Roof" }, playedAt: 5000 }],
    ["stands without its list", track({ uts: 5 }), { playedAt: 5000 }],
    ["plays now without a name", [{ ...nowPlaying, name: "" }, track({ uts: 5 })], { playedAt: 5000 }],
    ["never was", [], undefined],
    ["never was, key missing", undefined, undefined],
  ]
  it.live.each(bodies)("%s", ([, tracks, expected]) =>
    Effect.gen(function* () {
      const { latest, server } = yield* lastfm(() => ({ body: answer(tracks, { totalPages: 1 }) }))
      const found = Option.getOrUndefined(yield* latest)
      if (expected === undefined) expect(found).toBeUndefined()
      else expect(found).toMatchObject(expected)
      expect(server.calls[0]?.query.get("limit")).toBe("1")
    }),
  )

  const failures: ReadonlyArray<Reply> = [{ status: 500, body: "" }, { body: { error: 8 } }, "reset"]
  it.live.each(failures)("is requested once only: %j", (reply) =>
    Effect.gen(function* () {
      const { latest, server } = yield* lastfm(() => reply)
      expect(yield* Effect.flip(latest)).toMatchObject({ failure: "unavailable" })
      expect(server.calls).toHaveLength(1)
    }),
  )
})

describe("the public pages", () => {
  const segments = [
    ["Weather Maps", "Weather+Maps"],
    ["Footballer's", "Footballer%27s"],
    ["AC/DC", "AC%2FDC"],
    ["1+1", "1%252B1"],
    ["100% & (more)! *", "100%25+%26+%28more%29%21+%2A"],
    ["Sigur Rós", "Sigur+R%C3%B3s"],
    ["宇多田", "%E5%AE%87%E5%A4%9A%E7%94%B0"],
    ["a?b#c", "a%3Fb%23c"],
    ["half \ud83d", "half+%EF%BF%BD"],
  ] as const
  it.each(segments)("%s", (name, segment) => {
    expect(Lastfm.pages.album(name, name)).toBe(`https://www.last.fm/music/${segment}/${segment}`)
    expect(Lastfm.pages.track(name, name)).toBe(`https://www.last.fm/music/${segment}/_/${segment}`)
  })
})

describe("the configured sources", () => {
  const config = { apiKey: Redacted.make("the-key"), user: "someone" }
  it.effect.each([
    [undefined, []],
    [config, ["lastfm"]],
  ] as const)("%#", ([configuration, names]) =>
    Effect.gen(function* () {
      const sources = yield* ScrobbleSources
      expect(sources.configured.map((source) => source.name)).toEqual(names)
      expect(sources.settings).toMatch(/^LASTFM_API_KEY and LASTFM_USER, or LISTENBRAINZ_TOKEN/)
    }).pipe(
      Effect.provide(Listening.sources({ lastfm: configuration }).pipe(Layer.provide(FetchHttpClient.layer))),
    ),
  )
})
