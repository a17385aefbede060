import type { LatestListen } from "@daybook/listening"
import { regExpPatterns } from "@daybook/listening/contract"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assertFailure, Instant, Pagination, readAs } from "../replies.ts"
import { plays, scriptedSource } from "../scriptedSource.ts"
import { type ServerOptions, start, startServer as startPlain, type TestServer } from "../testServer.ts"

const path = "/v1/listening/admin/filters"

const Filter = Schema.Struct({
  id: Schema.Int,
  kind: Schema.String,
  match: Schema.String,
  value: Schema.String,
  reason: Schema.String,
  created_at: Instant,
})
const Listed = Schema.Struct({ data: Schema.Array(Filter), pagination: Pagination })

const TopAlbums = Schema.Struct({
  data: Schema.Array(Schema.Struct({ name: Schema.String, playcount: Schema.Int })),
  pagination: Pagination,
})
const NowPlaying = Schema.Struct({
  is_playing: Schema.Boolean,
  track: Schema.optionalKey(Schema.Struct({ artist: Schema.Struct({ name: Schema.String }) })),
  scrobbled_at: Schema.String,
})

/** A server whose stores have an engine for patterns. */
const startServer = (options?: ServerOptions) => Effect.provide(startPlain(options), regExpPatterns)

const low = { kind: "artist", match: "exact", value: "Low" }

const add = (server: TestServer, body: object, status = 201) =>
  Effect.map(server.command("POST", path, { body }), (reply) => {
    assert.strictEqual(reply.status, status, reply.text)
    return readAs(Filter, reply)
  })

const list = (server: TestServer, query = "") =>
  Effect.map(server.command("GET", path + query), (reply) => readAs(Listed, reply))

const topAlbums = (server: TestServer) =>
  Effect.map(server.get("/v1/listening/top/albums?period=overall&include_sparklines=true"), (reply) => {
    const { data, pagination } = Schema.decodeSync(Schema.fromJsonString(TopAlbums))(reply.text)
    assert.strictEqual(pagination.total, data.length)
    return data.map((album) => `${album.name}: ${album.playcount}`)
  })

const nowPlaying = (server: TestServer) =>
  Effect.map(server.get("/v1/listening/now-playing"), (reply) => {
    const now = Schema.decodeSync(Schema.fromJsonString(NowPlaying))(reply.text)
    return [now.is_playing, now.track?.artist.name ?? "nothing", now.scrobbled_at]
  })

describe("filters", () => {
  it.effect("are set with all their fields, and shown; a reason may be left out", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const set = yield* add(server, low)
      assert.deepStrictEqual(set, { id: set.id, ...low, reason: "", created_at: "2026-07-15T12:00:00.000Z" })
      const full = { kind: "track", match: "pattern", value: "^chapter \\d+", reason: "audiobooks" }
      const other = yield* add(server, { ...full, more: "is ignored" })
      assert.deepStrictEqual(other, { ...set, ...full, id: other.id })
      assert.deepStrictEqual(yield* list(server), {
        data: [set, other],
        pagination: { page: 1, limit: 20, total: 2, total_pages: 1 },
      })
      assert.deepStrictEqual(yield* list(server, "?page=2&limit=1"), {
        data: [other],
        pagination: { page: 2, limit: 1, total: 2, total_pages: 2 },
      })
      assert.deepStrictEqual((yield* list(server, "?page=9&limit=500")).pagination.limit, 100)
      assertFailure(yield* server.command("GET", `${path}?limit=0`), 400, /^limit: /)
    }),
  )

  it.effect("are not set twice: the same rule again is 200 with the existing one", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const set = yield* add(server, { ...low, reason: "noise" })
      assert.deepStrictEqual(yield* add(server, { ...low, reason: "another" }, 200), set)
      assert.strictEqual((yield* list(server)).pagination.total, 1)
    }),
  )

  const unfit: ReadonlyArray<readonly [body: unknown, says: RegExp]> = [
    [{}, /^kind: /],
    [{ ...low, kind: "genre" }, /^kind: must be artist, album or track$/],
    [{ ...low, match: "regex" }, /^match: must be exact or pattern$/],
    [{ kind: "artist", match: "exact" }, /^value: /],
    [{ ...low, value: 7 }, /^value: /],
    [{ ...low, value: "" }, /^value: must not be empty$/],
    [{ ...low, value: " \n " }, /^value: must not be empty$/],
    [{ ...low, value: "a".repeat(501) }, /^value: must have at most 500 characters$/],
    [{ ...low, value: "a\0" }, /^value: /],
    [{ ...low, reason: "a".repeat(501) }, /^reason: must have at most 500 characters$/],
    [{ ...low, reason: null }, /^reason: /],
    [{ ...low, match: "pattern", value: "low(" }, /^value: is not a regular expression$/],
    ["{", /JSON/],
  ]
  for (const [body, says] of unfit) {
    it.effect(`are refused as 400 that says ${says}: ${JSON.stringify(body).slice(0, 60)}`, () =>
      Effect.gen(function* () {
        const server = yield* startServer()
        assertFailure(yield* server.command("POST", path, { body }), 400, says)
        assert.strictEqual((yield* list(server)).pagination.total, 0)
      }),
    )
  }

  it.effect("by pattern are refused if there is no engine for them", () =>
    Effect.gen(function* () {
      const server = yield* startPlain()
      assertFailure(
        yield* server.command("POST", path, { body: { ...low, match: "pattern" } }),
        400,
        /^value: there is no engine for patterns/,
      )
      yield* add(server, low)
    }),
  )

  it.effect("are removed by their number: 204, then 404; what is no number is 400", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { id } = yield* add(server, low)
      const removed = yield* server.command("DELETE", `${path}/${id}`)
      assert.deepStrictEqual([removed.status, removed.text], [204, ""])
      assertFailure(yield* server.command("DELETE", `${path}/${id}`), 404)
      assertFailure(yield* server.command("DELETE", `${path}/first`), 400, /^id: /)
      assert.strictEqual((yield* list(server)).pagination.total, 0)
    }),
  )

  it.effect("hide from top albums at once, though the response was remembered, and return at once", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles([
        ...plays("Low", "Hey What", 3, start - 86_400_000),
        ...plays("Mimi", "Alone", 2, start - 90_000_000),
      ])
      assert.deepStrictEqual(yield* topAlbums(server), ["Hey What: 3", "Alone: 2"])
      const { id } = yield* add(server, { ...low, value: "LOW" })
      assert.deepStrictEqual(yield* topAlbums(server), ["Alone: 2"])
      // Plays that arrive while the rule applies are stored as well.
      yield* server.store.storeScrobbles(plays("Low", "Hey What", 4, start - 86_400_000))
      assert.deepStrictEqual(yield* topAlbums(server), ["Alone: 2"])
      yield* server.command("DELETE", `${path}/${id}`)
      assert.deepStrictEqual(yield* topAlbums(server), ["Hey What: 4", "Alone: 2"])
    }),
  )

  it.effect("hide the track that plays, as if it did not: the newest play that is shown replaces it", () =>
    Effect.gen(function* () {
      const listen = { track: "Chapter 7", artist: "A. Reader", album: "A Long Book", imageUrl: "" as const }
      const latest = Effect.succeedSome<LatestListen>({ listen, playedAt: undefined })
      const server = yield* startServer({ sources: [scriptedSource("scripted", { latest })] })
      yield* server.store.storeScrobbles([
        { ...listen, playedAt: start - 60_000 },
        ...plays("Low", "Hey What", 1, start - 120_000),
      ])
      assert.deepStrictEqual(yield* nowPlaying(server), [true, "A. Reader", ""])
      const { id } = yield* add(server, { kind: "track", match: "pattern", value: "^chapter" })
      assert.deepStrictEqual(yield* nowPlaying(server), [false, "Low", "2026-07-15T11:58:00.000Z"])
      yield* add(server, low)
      assert.deepStrictEqual(yield* nowPlaying(server), [false, "nothing", ""])
      yield* server.command("DELETE", `${path}/${id}`)
      assert.deepStrictEqual(yield* nowPlaying(server), [true, "A. Reader", ""])
    }),
  )
})
