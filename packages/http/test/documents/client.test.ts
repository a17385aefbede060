import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { ActivityClient } from "../../src/index.ts"
import { plays, scriptedSource } from "../scriptedSource.ts"
import { start, startServer, type TestServer } from "../testServer.ts"

const clientOf = (server: TestServer, key: string) =>
  ActivityClient.make({ baseUrl: server.address, key: Redacted.make(key) }).pipe(
    Effect.provide(FetchHttpClient.layer),
  )

describe("the typed client", () => {
  it.effect("checks health and readiness", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const client = yield* clientOf(server, server.read.key)
      const ok = { status: "ok" as const, timestamp: "2026-07-15T12:00:00.000Z" }
      assert.deepStrictEqual(yield* client.health.alive(), ok)
      assert.deepStrictEqual(yield* client.health.ready(), ok)
    }),
  )

  it.effect("reads top albums, with every parameter as a value", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles([
        ...plays("Low", "Hey What", 3, start, "https://img.example/1.jpg"),
        ...plays("Grouper", "Ruins", 2, start),
      ])
      const client = yield* clientOf(server, server.read.key)
      const { period, data, pagination } = yield* client.listening.topAlbums({
        query: { period: "1month", page: 2, limit: 1, include_sparklines: true },
      })
      assert.strictEqual(period, "1month")
      assert.deepStrictEqual(pagination, { page: 2, limit: 1, total: 2, total_pages: 2 })
      assert.strictEqual(data[0]?.name, "Ruins")
      assert.lengthOf(data[0]?.sparkline?.points ?? [], 30)
      const plain = yield* client.listening.topAlbums({
        query: { date: "2026-07-15", include_sparklines: false },
      })
      assert.strictEqual(plain.period, "custom")
      assert.deepStrictEqual(plain.data[0]?.image, { url: "https://img.example/1.jpg" })
      const ranged = yield* client.listening.topAlbums({
        query: { from: "2026-07-15T13:00:00+02:00", to: "2026-07-15T14:00:00+02:00" },
      })
      assert.strictEqual(ranged.pagination.total, 2)
    }),
  )

  it.effect("edits a manual run, by the names and types of its fields", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const client = yield* clientOf(server, server.admin.key)
      const long = { distance_mi: 3.1, moving_s: 1_500 }
      const other = yield* client.running.addRun({ payload: { started_at: "2026-07-13", ...long } })
      const { id } = yield* client.running.addRun({
        payload: { started_at: "2026-07-14T08:00:00Z", distance_mi: 6.2, moving_s: 3_120, race: true },
      })
      const corrected = yield* client.running.correctRun({
        params: { id },
        payload: { name: "River loop", race: false },
      })
      assert.include(corrected, { id, name: "River loop", race: false })
      yield* client.running.removeRun({ params: { id } })
      const removals = yield* client.edits.list({ query: { limit: 1 } })
      for (const edit of removals.data) yield* client.edits.takeBack({ params: { id: edit.id } })
      const merged = yield* client.running.mergeRun({ params: { id }, payload: { into: other.id } })
      assert.include(merged, { id: other.id, name: "River loop" })
      // @ts-expect-error a pace cannot be set manually
      const refused = client.running.correctRun({ params: { id }, payload: { pace: 7 } })
      assert.strictEqual((yield* Effect.exit(refused))._tag, "Failure")
    }),
  )

  it.effect("reads what is playing", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const client = yield* clientOf(server, server.read.key)
      assert.deepStrictEqual(yield* client.listening.nowPlaying(), { is_playing: false, scrobbled_at: "" })
      yield* server.store.storeScrobbles(plays("Low", "Hey What", 1, start))
      assert.strictEqual((yield* client.listening.nowPlaying()).track?.album.name, "Hey What")
    }),
  )

  it.effect("syncs and lists the runs", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sources: [scriptedSource("quiet")] })
      const client = yield* clientOf(server, server.admin.key)
      const { status, items_synced } = yield* client.syncs.listening()
      assert.deepStrictEqual({ status, items_synced }, { status: "completed", items_synced: 0 })
      const { data, pagination } = yield* client.syncs.runs({ query: { limit: 5 } })
      assert.strictEqual(data[0]?.domain, "listening")
      assert.strictEqual(pagination.limit, 5)
    }),
  )

  it.effect("makes, lists and revokes keys", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const client = yield* clientOf(server, server.admin.key)
      const made = yield* client.keys.create({ payload: { name: "phone", scope: "read", rate_limit: 5 } })
      assert.strictEqual(made.rate_limit, 5)
      assert.isTrue((yield* client.keys.list({ query: {} })).data.some(({ id }) => id === made.id))
      yield* client.keys.revoke({ params: { id: made.id } })
      assert.deepStrictEqual(yield* Effect.flip(client.keys.revoke({ params: { id: made.id } })), {
        error: `There is no key ${made.id}`,
        status: 404,
      })
    }),
  )

  it.effect("returns errors as the values that the API sends", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const admin = yield* clientOf(server, server.admin.key)
      const read = yield* clientOf(server, server.read.key)
      const unknown = yield* clientOf(server, "unknown")
      const slow = yield* clientOf(server, (yield* server.makeKey("read", { rateLimit: 1 })).key)

      const badDate = yield* Effect.flip(read.listening.topAlbums({ query: { date: "2026-02-30" } }))
      assert.deepInclude(badDate, { status: 400 })
      assert.deepStrictEqual(yield* Effect.flip(unknown.listening.nowPlaying()), {
        error: "Unauthorized",
        status: 401,
      })
      assert.deepStrictEqual(yield* Effect.flip(read.keys.list({ query: {} })), {
        error: "Forbidden",
        status: 403,
      })
      yield* slow.listening.nowPlaying()
      assert.deepInclude(yield* Effect.flip(slow.listening.nowPlaying()), { status: 429 })
      assert.deepInclude(yield* Effect.flip(admin.syncs.listening()), { status: 500 })
    }),
  )
})
