import { type SourceBatch, SourceError } from "@daybook/kernel"
import type { Scrobble } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { assertFailure, Instant, InstantOrEmpty, Pagination, readAs } from "./replies.ts"
import { play, plays, scriptedSource } from "./scriptedSource.ts"
import { settingsOfSources, start, startServer, type TestServer } from "./testServer.ts"

const path = "/v1/admin/sync/listening"

const Outcome = Schema.Struct({
  status: Schema.Literal("completed"),
  items_synced: Schema.Int,
  remaining: Schema.Int,
  timestamp: Instant,
})
const Runs = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      domain: Schema.String,
      status: Schema.Literals(["running", "completed", "failed", "interrupted"]),
      started_at: Instant,
      finished_at: InstantOrEmpty,
      items_synced: Schema.Int,
      set_aside: Schema.Int,
      error: Schema.String,
    }),
  ),
  pagination: Pagination,
})

const batch = (items: ReadonlyArray<Scrobble>, cursor: string): SourceBatch<Scrobble> => ({ items, cursor })
const full = scriptedSource("full", {
  scrobbles: Stream.make(
    batch(plays("Low", "Hey What", 3, start), "1"),
    batch([play("Grouper", "Ruins", start), play("Low", "Hey What", start)], "2"),
  ),
})
const failing = scriptedSource("flaky", {
  scrobbles: Stream.concat(
    Stream.make(batch([play("Grouper", "Ruins", start - 120_000)], "1")),
    Stream.fail(
      new SourceError({ source: "flaky", failure: "unavailable", message: "returned 502 three times" }),
    ),
  ),
})

const sync = (server: TestServer) => server.command("POST", path)
const runsOf = (server: TestServer, query = "") =>
  Effect.map(server.command("GET", `/v1/admin/sync${query}`), (reply) => readAs(Runs, reply))
const nextTurn = Effect.promise(() => new Promise((next) => setImmediate(next)))

/** A source that waits in the middle of its work until it is let continue. */
const gated = Effect.gen(function* () {
  const reached = yield* Deferred.make<void>()
  const gate = yield* Deferred.make<void>()
  let calls = 0
  const second = Stream.fromEffect(
    Effect.gen(function* () {
      calls += 1
      yield* Deferred.succeed(reached, undefined)
      yield* Deferred.await(gate)
      return batch([play("Grouper", "Ruins", start)], "2")
    }),
  )
  const scrobbles = Stream.concat(Stream.make(batch([play("Low", "Hey What", start)], "1")), second)
  return { source: scriptedSource("gated", { scrobbles }), reached, gate, calls: Effect.sync(() => calls) }
})

describe("a sync", () => {
  it.effect("reports the number of new items, and that nothing is left", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sources: [full] })
      const first = yield* sync(server)
      assert.strictEqual(first.status, 200)
      const timestamp = "2026-07-15T12:00:00.000Z"
      assert.deepStrictEqual(readAs(Outcome, first), {
        status: "completed",
        items_synced: 4,
        remaining: 0,
        timestamp,
      })
      assert.strictEqual(readAs(Outcome, yield* sync(server)).items_synced, 0)
      assert.include((yield* server.get("/v1/listening/top/albums")).text, "Ruins")
    }),
  )

  it.effect("needs no body and minds none", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sources: [full] })
      for (const body of ["", "{}", "{", "[]", '{"full":true}']) {
        assert.strictEqual((yield* server.command("POST", path, { body })).status, 200, body)
      }
    }),
  )

  it.effect("names the settings when no source is configured", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const says = assertFailure(yield* sync(server), 500)
      assert.include(says, settingsOfSources)
      assert.include(says, "listening")
      assert.deepStrictEqual((yield* runsOf(server)).data, [])
    }),
  )

  it.effect("names the source that failed and why, and keeps all received items", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sources: [failing, full] })
      const says = assertFailure(yield* sync(server), 500, /^flaky: returned 502 three times$/)
      assert.notInclude(says, "full")
      const [run] = (yield* runsOf(server)).data
      assert.strictEqual(run?.status, "failed")
      assert.strictEqual(run?.items_synced, 5)
      assert.strictEqual(run?.error, "flaky: returned 502 three times")
      const albums = yield* server.get("/v1/listening/top/albums")
      assert.include(albums.text, "Hey What")
      assert.match(albums.text, /"name":"Ruins","detail":"Grouper","playcount":2/)
    }),
  )

  it.effect("reports nothing of a source's defect", () =>
    Effect.gen(function* () {
      const broken = scriptedSource("broken", {
        scrobbles: Stream.die(new Error("api_key=hunter2 of undefined")),
      })
      const server = yield* startServer({ sources: [broken] })
      const reply = yield* sync(server)
      const says = assertFailure(reply, 500, /logged as [0-9a-f-]{36}$/)
      assert.notInclude(says, "hunter2")
      const listed = yield* server.command("GET", "/v1/admin/sync")
      assert.notInclude(listed.text, "hunter2")
      assert.include(listed.text, `"status":"failed"`)
      assert.include(server.logs.join("\n"), String(reply.headers["x-request-id"]))
    }),
  )

  it.effect("waits for another one, then runs", () =>
    Effect.gen(function* () {
      const { source, reached, gate, calls } = yield* gated
      const server = yield* startServer({ sources: [source] })
      const first = yield* Effect.forkChild(sync(server))
      yield* Deferred.await(reached)
      const second = yield* Effect.forkChild(sync(server))
      // The second has come in when the server has counted it.
      while ((yield* server.connections) < 2) yield* nextTurn
      assert.lengthOf((yield* runsOf(server)).data, 1)
      assert.strictEqual(yield* calls, 1)
      yield* Deferred.succeed(gate, undefined)
      assert.strictEqual(readAs(Outcome, yield* Fiber.join(first)).items_synced, 2)
      assert.strictEqual(readAs(Outcome, yield* Fiber.join(second)).items_synced, 0)
      assert.strictEqual(yield* calls, 2)
    }),
  )

  it.effect("continues when its caller hangs up", () =>
    Effect.gen(function* () {
      const { source, reached, gate } = yield* gated
      const server = yield* startServer({ sources: [source] })
      const caller = yield* Effect.forkChild(sync(server))
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(caller)
      while ((yield* server.connections) > 0) yield* nextTurn
      for (let turn = 0; turn < 10; turn++) yield* nextTurn
      const [during] = (yield* runsOf(server)).data
      assert.strictEqual(during?.status, "running")
      assert.strictEqual(during?.finished_at, "")
      assert.strictEqual(during?.items_synced, 1)
      yield* Deferred.succeed(gate, undefined)
      let [run] = (yield* runsOf(server)).data
      while (run?.status === "running") [run] = (yield* runsOf(server)).data
      assert.strictEqual(run?.status, "completed")
      assert.strictEqual(run?.items_synced, 2)
    }),
  )

  it.effect(
    "of a source that hangs ends after a minute, keeps the received items, and reports that some are left",
    () =>
      Effect.gen(function* () {
        const { source, reached, gate } = yield* gated
        const server = yield* startServer({ sources: [source] })
        const hung = yield* Effect.forkChild(sync(server))
        yield* Deferred.await(reached)
        yield* TestClock.adjust("59 seconds")
        assert.strictEqual((yield* runsOf(server)).data[0]?.status, "running")
        yield* TestClock.adjust("1 second")
        const reply = yield* Fiber.join(hung)
        assert.strictEqual(reply.status, 200)
        const { items_synced, remaining } = readAs(Outcome, reply)
        assert.deepStrictEqual([items_synced, remaining], [1, 1])
        assert.strictEqual((yield* runsOf(server)).data[0]?.status, "completed")
        yield* Deferred.succeed(gate, undefined)
        const next = readAs(Outcome, yield* sync(server))
        assert.deepStrictEqual([next.items_synced, next.remaining], [1, 0])
      }),
  )

  it.effect("that hangs leaves the other sources their time", () =>
    Effect.gen(function* () {
      const { source, reached } = yield* gated
      const server = yield* startServer({ sources: [source, full] })
      const hung = yield* Effect.forkChild(sync(server))
      yield* Deferred.await(reached)
      yield* TestClock.adjust("30 seconds")
      const { items_synced, remaining } = readAs(Outcome, yield* Fiber.join(hung))
      assert.deepStrictEqual([items_synced, remaining], [4, 1])
    }),
  )

  it.effect("waits a minute for its turn, and then says that something is left", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sources: [full] })
      const other = yield* Scope.make()
      yield* Scope.provide(server.syncRuns.take("listening"), other)
      const waiting = yield* Effect.forkChild(sync(server))
      while ((yield* server.connections) < 1) yield* nextTurn
      for (let turn = 0; turn < 10; turn++) yield* nextTurn
      yield* TestClock.adjust("60 seconds")
      const { items_synced, remaining } = readAs(Outcome, yield* Fiber.join(waiting))
      assert.deepStrictEqual([items_synced, remaining], [0, 1])
      yield* Scope.close(other, Exit.void)
      assert.strictEqual(readAs(Outcome, yield* sync(server)).items_synced, 4)
    }),
  )

  it.effect("is listed with the others, newest first, by page", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ sources: [full] })
      assert.deepStrictEqual(yield* runsOf(server), {
        data: [],
        pagination: { page: 1, limit: 20, total: 0, total_pages: 0 },
      })
      for (let run = 0; run < 5; run++) {
        yield* TestClock.adjust("1 minute")
        yield* sync(server)
      }
      const { data } = yield* runsOf(server)
      assert.deepStrictEqual(
        data.map((run) => run.started_at.slice(14, 16)),
        ["05", "04", "03", "02", "01"],
      )
      assert.deepStrictEqual(data[4], {
        id: data[4]?.id ?? 0,
        domain: "listening",
        status: "completed",
        started_at: "2026-07-15T12:01:00.000Z",
        finished_at: "2026-07-15T12:01:00.000Z",
        items_synced: 4,
        set_aside: 0,
        error: "",
      })
      const second = yield* runsOf(server, "?limit=2&page=2")
      assert.deepStrictEqual(second.data, data.slice(2, 4))
      assert.deepStrictEqual(second.pagination, { page: 2, limit: 2, total: 5, total_pages: 3 })
      assert.deepStrictEqual((yield* runsOf(server, "?page=9")).data, [])
      for (const query of ["limit=0", "page=-1", "limit=1.5"]) {
        assertFailure(yield* server.command("GET", `/v1/admin/sync?${query}`), 400, /whole number/)
      }
    }),
  )
})
