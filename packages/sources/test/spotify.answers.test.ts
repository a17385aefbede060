import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Spotify } from "../src/index.ts"
import { LinkedAccounts } from "../src/linking/linkedAccounts.ts"
import { endOf, type Play, scrobbleOf } from "../src/spotify/responses.ts"
import { scriptedServer } from "./scriptedServer.ts"

const play = (duration_ms?: number): Play => ({
  track: {
    name: "Low",
    artists: [{ name: "Vera Penhallow" }],
    ...(duration_ms === undefined ? {} : { duration_ms }),
  },
  played_at: "2026-01-02T03:04:05.678Z",
})

const began = (duration_ms?: number) => new Date(scrobbleOf(play(duration_ms)).playedAt).toISOString()

describe("a play of Spotify's history", () => {
  it("begins a track's length before its end, so that it matches the plays of other services", () => {
    assert.strictEqual(new Date(endOf(play())).toISOString(), "2026-01-02T03:04:05.000Z")
    assert.strictEqual(began(180_500), "2026-01-02T03:01:04.000Z")
    for (const unfit of [undefined, 0, -5, 86_400_000]) {
      assert.strictEqual(began(unfit), "2026-01-02T03:04:05.000Z", String(unfit))
    }
  })
})

const linked = {
  account: "ida",
  ref: "ida9",
  callback: "",
  scopes: [],
  linkedAt: 0,
  accessToken: "the-token",
}

describe("Spotify's history", () => {
  it.live("is read whole each time, with plays that a phone sends late", () =>
    Effect.gen(function* () {
      const items = [play()]
      const server = yield* scriptedServer(() => ({ body: { items } }))
      const source = yield* Spotify.make({
        url: server.url,
        accountsUrl: server.url,
        authorizeUrl: undefined,
        clientId: "the-app",
        clientSecret: Redacted.make("the-secret"),
      })
      const read = Effect.fnUntraced(function* (cursor?: string) {
        const batches = yield* Stream.runCollect(source.scrobbles(Option.fromUndefinedOr(cursor)))
        return batches[0] ?? assert.fail("there is no batch")
      })
      const first = yield* read()
      items.push({ ...play(), played_at: "2026-01-01T20:00:00.000Z" })
      const second = yield* read(first.cursor)
      assert.deepStrictEqual(
        second.items.map(({ playedAt }) => new Date(playedAt).toISOString()),
        ["2026-01-02T03:04:05.000Z", "2026-01-01T20:00:00.000Z"],
      )
      assert.strictEqual(second.cursor, first.cursor)
      assert.deepStrictEqual(
        server.calls.map(({ query }) => query.toString()),
        ["limit=50", "limit=50"],
      )
    }).pipe(
      Effect.provideService(LinkedAccounts, {
        get: () => Effect.succeedSome(linked),
        keep: () => Effect.void,
        forget: () => Effect.void,
        pending: () => Effect.succeedNone,
        setPending: () => Effect.void,
      }),
      Effect.provide(FetchHttpClient.layer),
    ),
  )
})
