import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { ListenBrainz } from "../src/index.ts"
import { collectRejectedRows } from "./collectRejectedRows.ts"
import { type Asked, scriptedServer } from "./scriptedServer.ts"

const begin = 1_700_000_000

const listen = (second: number, more: object = {}) => ({
  listened_at: begin + second,
  recording_msid: "c0ffee",
  track_metadata: {
    track_name: `Track ${second}`,
    artist_name: "Ida Quarry",
    release_name: "Salt",
    additional_info: { duration_ms: 180_000 },
    ...more,
  },
})

/** A history as ListenBrainz returns it: the plays next after `min_ts`, each page newest first. */
const history = (listens: ReadonlyArray<ReturnType<typeof listen>>) => (asked: Asked) => {
  const after = Number(asked.query.get("min_ts"))
  const page = listens
    .filter(({ listened_at }) => listened_at > after)
    .toSorted((a, b) => a.listened_at - b.listened_at)
    .slice(0, Number(asked.query.get("count")))
  return { body: { payload: { count: page.length, listens: page.toReversed() } } }
}

const account = (script: Parameters<typeof scriptedServer>[0]) =>
  Effect.gen(function* () {
    const server = yield* scriptedServer(script)
    const source = yield* ListenBrainz.make({
      url: server.url,
      token: Redacted.make("the-token"),
      user: "ida q",
    })
    const batches = (cursor?: string) => Stream.runCollect(source.scrobbles(Option.fromUndefinedOr(cursor)))
    return { server, source, batches }
  }).pipe(Effect.provide(FetchHttpClient.layer))

describe("plays at ListenBrainz", () => {
  it.live("are read from the oldest on, each once or twice, and with the token in a header", () =>
    Effect.gen(function* () {
      // Three pages; two plays of one second lie at the end of the first one.
      const all = Array.from({ length: 2_400 }, (_, index) =>
        listen(Math.max(1, index === 1_000 ? 999 : index)),
      )
      const { batches, server } = yield* account(history(all))
      const read = yield* batches()
      const names = new Set(
        read.flatMap(({ items }) => items.map(({ playedAt, track }) => `${playedAt} ${track}`)),
      )
      assert.strictEqual(names.size, new Set(all.map(({ listened_at }) => listened_at)).size)
      assert.deepStrictEqual(server.calls[0]?.path, "/1/user/ida%20q/listens")
      assert.strictEqual(server.calls[0]?.headers["authorization"], "Token the-token")
      const [first] = read[0]?.items.toSorted((a, b) => a.playedAt - b.playedAt) ?? []
      assert.deepStrictEqual(first, {
        track: "Track 1",
        artist: "Ida Quarry",
        album: "Salt",
        imageUrl: "",
        playedAt: (begin + 1) * 1000,
      })
    }),
  )

  it.live("of the last week are read again, for players that were offline", () =>
    Effect.gen(function* () {
      const day = 86_400
      const known = [listen(1), listen(20 * day)]
      const { batches } = yield* account(history(known))
      const cursor = (yield* batches()).at(-1)?.cursor
      const late = listen(15 * day)
      const { batches: again, server } = yield* account(history([...known, late]))
      const read = yield* again(cursor)
      assert.deepStrictEqual(
        read.flatMap(({ items }) => items.map(({ track }) => track)).toSorted(),
        [late, listen(20 * day)].map(({ track_metadata }) => track_metadata.track_name).toSorted(),
      )
      assert.strictEqual(server.calls[0]?.query.get("min_ts"), String(begin + 13 * day))
      // Another account's cursor says nothing.
      const other = yield* again(JSON.stringify({ user: "somebody", through: begin + 30 * day }))
      assert.lengthOf(
        other.flatMap(({ items }) => items),
        3,
      )
    }),
  )

  it.live("that cannot be read are set aside, and the others come", () =>
    Effect.gen(function* () {
      const bad = [listen(1, { artist_name: "" }), { listened_at: "soon" }, null]
      const { batches } = yield* account(() => ({
        body: { payload: { listens: [...bad, listen(2, { release_name: null })] } },
      }))
      const { kept, provide } = collectRejectedRows()
      const read = yield* provide(batches())
      assert.deepStrictEqual(
        read.flatMap(({ items }) => items.map(({ album, track }) => [track, album])),
        [["Track 2", ""]],
      )
      assert.lengthOf(kept, 3)
    }),
  )

  it.live("of no one say which setting to look at", () =>
    Effect.gen(function* () {
      const { batches } = yield* account(() => ({ status: 404, body: { code: 404, error: "no such user" } }))
      assert.include((yield* Effect.flip(batches())).message, "check LISTENBRAINZ_USER")
    }),
  )

  it.live("are not requested again before the time that ListenBrainz says", () =>
    Effect.gen(function* () {
      const { batches, server } = yield* account(() => ({
        status: 429,
        headers: { "x-ratelimit-reset-in": "31" },
        body: { code: 429, error: "rate limit exceeded" },
      }))
      const { failure, retryAfter } = yield* Effect.flip(batches())
      assert.deepStrictEqual([failure, retryAfter], ["rate limited", 31])
      assert.lengthOf(server.calls, 1)
    }),
  )

  it.live("know the track that plays now", () =>
    Effect.gen(function* () {
      let listens: ReadonlyArray<object> = [{ playing_now: true, track_metadata: listen(1).track_metadata }]
      const { source } = yield* account(() => ({ body: { payload: { listens } } }))
      assert.deepStrictEqual(
        Option.map(yield* source.latest, ({ listen: { track }, playedAt }) => [track, playedAt]),
        Option.some(["Track 1", undefined]),
      )
      listens = []
      assert.isTrue(Option.isNone(yield* source.latest))
    }),
  )
})
