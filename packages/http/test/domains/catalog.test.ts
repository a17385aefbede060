import { SourceError } from "@daybook/kernel"
import type { CatalogArtist, CatalogSong, MusicCatalog } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { jsonOf } from "../ask.ts"
import { readAs } from "../replies.ts"
import { plays } from "../scriptedSource.ts"
import { start, startServer, type TestServer } from "../testServer.ts"

const Enrichment = Schema.Struct({
  success: Schema.Boolean,
  results: Schema.Struct({
    total: Schema.Int,
    succeeded: Schema.Int,
    skipped: Schema.Int,
    failed: Schema.Int,
  }),
})

const enrich = Effect.fnUntraced(function* (server: TestServer, what: "artists" | "catalog") {
  const reply = yield* server.command("POST", `/v1/listening/admin/enrich-${what}`)
  assert.strictEqual(reply.status, 200, reply.text)
  return readAs(Enrichment, reply)
})

const artist: CatalogArtist = { id: "7", name: "THE LOW", url: "https://catalog.example/low" }

const song: CatalogSong = {
  id: "9",
  name: "Song of Hey What (feat. Nobody)",
  url: "https://catalog.example/song",
  previewUrl: "https://catalog.example/excerpt.m4a",
  artist,
  album: { name: "HEY WHAT", url: "https://catalog.example/album" },
}

const down = Effect.fail(
  new SourceError({
    source: "itunes",
    failure: "rate limited",
    message: "asks us to slow down",
    retryAfter: 60,
  }),
)

const serverWith = Effect.fnUntraced(function* (catalog: Partial<MusicCatalog["Service"]>) {
  const server = yield* startServer({ catalog })
  yield* server.store.storeScrobbles([
    ...plays("Low", "Hey What", 3, start),
    ...plays("Ida", "Salt", 1, start - 600_000),
  ])
  return server
})

const shown = Effect.fnUntraced(function* (server: TestServer) {
  const top = yield* server.get("/v1/listening/top/albums")
  const playing = yield* server.get("/v1/listening/now-playing")
  return { top: jsonOf(top), playing: jsonOf(playing), etag: top.headers["etag"] }
})

const nextTurn = Effect.promise(() => new Promise(setImmediate))

describe("enriching from the music catalog", () => {
  it.effect("by tracks shows the catalog's pages and an excerpt at once, in a cached response", () =>
    Effect.gen(function* () {
      const server = yield* serverWith({ searchSong: (by) => Effect.succeed(by === "Low" ? [song] : []) })
      const before = yield* shown(server)
      assert.deepNestedInclude(before.top, { "data[0].catalog_music_url": "" })
      assert.notNestedProperty(before.top, "data[0].preview_url")
      assert.deepStrictEqual(yield* enrich(server, "catalog"), {
        success: true,
        results: { total: 2, succeeded: 1, skipped: 1, failed: 0 },
      })
      const after = yield* shown(server)
      assert.notStrictEqual(after.etag, before.etag)
      assert.deepNestedInclude(after.top, {
        "data[0].name": "Hey What",
        "data[0].catalog_music_url": song.album.url,
        "data[0].preview_url": song.previewUrl,
        "data[1].catalog_music_url": "",
      })
      assert.notNestedProperty(after.top, "data[1].preview_url")
      assert.deepNestedInclude(after.playing, { "track.catalog_music_url": song.url })
      assert.strictEqual((yield* enrich(server, "catalog")).results.total, 0)
    }),
  )

  it.effect("by artists tries the artists that no track has led to", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const server = yield* serverWith({
        searchSong: (by) => Effect.succeed(by === "Low" ? [song] : []),
        searchArtist: (name) =>
          Effect.sync(() => {
            asked.push(name)
            return [{ ...artist, name: "ida" }]
          }),
      })
      yield* enrich(server, "catalog")
      assert.deepStrictEqual(yield* enrich(server, "artists"), {
        success: true,
        results: { total: 1, succeeded: 1, skipped: 0, failed: 0 },
      })
      assert.deepStrictEqual(asked, ["Ida"])
    }),
  )

  it.effect("fails if nothing could be tried, and reports only that", () =>
    Effect.gen(function* () {
      const server = yield* serverWith({ searchSong: () => down, searchArtist: () => down })
      const before = yield* shown(server)
      for (const what of ["catalog", "artists"] as const) {
        assert.deepStrictEqual(yield* enrich(server, what), {
          success: false,
          results: { total: 1, succeeded: 0, skipped: 0, failed: 1 },
        })
      }
      assert.deepStrictEqual(yield* shown(server), before)
    }),
  )

  it.effect("takes a body for nothing", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const body of ["", "{}", "not JSON", new Uint8Array([0xff])]) {
        const reply = yield* server.command("POST", "/v1/listening/admin/enrich-artists", { body })
        assert.deepStrictEqual(readAs(Enrichment, reply), {
          success: true,
          results: { total: 0, succeeded: 0, skipped: 0, failed: 0 },
        })
      }
    }),
  )

  it.effect("continues when its caller hangs up", () =>
    Effect.gen(function* () {
      const reached = yield* Deferred.make<void>()
      const gate = yield* Deferred.make<void>()
      const server = yield* serverWith({
        searchSong: (by) =>
          Deferred.succeed(reached, undefined).pipe(
            Effect.andThen(Deferred.await(gate)),
            Effect.as(by === "Low" ? [song] : []),
          ),
      })
      const caller = yield* Effect.forkChild(enrich(server, "catalog"))
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(caller)
      while ((yield* server.connections) > 0) yield* nextTurn
      for (let turn = 0; turn < 10; turn++) yield* nextTurn
      yield* Deferred.succeed(gate, undefined)
      // A second call waits for the first, and finds nothing left.
      assert.strictEqual((yield* enrich(server, "catalog")).results.total, 0)
      assert.deepNestedInclude((yield* shown(server)).top, { "data[0].catalog_music_url": song.album.url })
    }),
  )
})
