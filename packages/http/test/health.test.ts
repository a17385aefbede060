import { KeyStore, RateLimiter } from "@daybook/access"
import { DataVersions, StorageUnavailable, SyncRuns } from "@daybook/kernel"
import { ListeningStore } from "@daybook/listening"
import { ProfileStore } from "@daybook/profiles"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { assertFailure, Instant, readAs } from "./replies.ts"
import { type Ports, startServer } from "./testServer.ts"

const Health = Schema.Struct({ status: Schema.Literal("ok"), timestamp: Instant })

const away = Effect.die(new Error("connection refused by postgres://daybook:hunter2@db"))

/** Storage that never responds, except for counts in the server's memory. */
const dead = (ports: Ports) =>
  ports.pipe(
    Context.add(DataVersions, { current: away, asked: away, probe: away }),
    Context.add(KeyStore, { ...Context.get(ports, KeyStore), find: () => away, list: () => away }),
    Context.add(RateLimiter, { ...Context.get(ports, RateLimiter), take: () => away }),
    Context.add(SyncRuns, { ...Context.get(ports, SyncRuns), list: () => away }),
    Context.add(ListeningStore, {
      ...Context.get(ports, ListeningStore),
      lists: { ...Context.get(ports, ListeningStore).lists, played: () => away },
    }),
  )

describe("health", () => {
  it.effect("is ok and the time", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const path of ["/v1/health", "/v1/health/ready"]) {
        assert.deepStrictEqual(readAs(Health, yield* server.ask("GET", path)), {
          status: "ok",
          timestamp: "2026-07-15T12:00:00.000Z",
        })
        yield* TestClock.adjust("1 second")
        assert.include((yield* server.ask("GET", path)).text, "12:00:0")
        yield* TestClock.setTime(Date.UTC(2026, 6, 15, 12))
      }
    }),
  )

  it.effect("warns of what reading goes without, while it is ready", () =>
    Effect.gen(function* () {
      let sentence: string | undefined = "the model is not there: run daybook model fetch"
      const embedder = {
        model: "m",
        embed: () => Effect.die("nobody asks"),
        missing: Effect.sync(() => sentence),
      }
      const server = yield* startServer({ embedder })
      const Ready = Schema.Struct({
        ...Health.fields,
        warnings: Schema.optionalKey(Schema.Array(Schema.String)),
      })
      const ready = Effect.map(
        server.ask("GET", "/v1/health/ready"),
        (reply) => readAs(Ready, reply).warnings,
      )
      assert.deepStrictEqual(yield* ready, [`reading: searches know no meaning: ${sentence}`])
      readAs(Health, yield* server.ask("GET", "/v1/health"))
      sentence = undefined
      yield* TestClock.adjust("1 second")
      assert.isUndefined(yield* ready)
    }),
  )

  it.effect("does not touch storage: it is ok while storage is dead", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ storage: dead })
      for (const key of [undefined, server.read.key, "unknown"]) {
        const reply = yield* server.ask("GET", "/v1/health", key === undefined ? {} : { key })
        assert.strictEqual(reply.status, 200)
        readAs(Health, reply)
      }
    }),
  )

  it.effect("is not ready while storage is dead, and does not say why", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ storage: dead })
      const reply = yield* server.ask("GET", "/v1/health/ready")
      assertFailure(
        reply,
        503,
        /^Reading from storage does not respond; Writing to storage does not respond$/,
      )
      assert.strictEqual(reply.headers["retry-after"], "1")
      assert.include(server.logs.join("\n"), "connection refused")
    }),
  )

  it.effect("is not ready while storage does not respond within 2 seconds", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const silent = Effect.andThen(Deferred.succeed(asked, undefined), Effect.never)
      // Remembered versions do not show that storage responds.
      const storage = (ports: Ports) =>
        Context.add(ports, DataVersions, { ...Context.get(ports, DataVersions), asked: silent })
      const server = yield* startServer({ storage })
      const reply = yield* Effect.forkChild(server.ask("GET", "/v1/health/ready"))
      yield* Deferred.await(asked)
      yield* TestClock.adjust("2 seconds")
      assertFailure(yield* Fiber.join(reply), 503, /^Reading from storage does not respond$/)
    }),
  )

  it.effect("writes once a second, however many ask, and waits for a write that hangs without another", () =>
    Effect.gen(function* () {
      let writes = 0
      let hangs = false
      const probe = Effect.suspend(() => {
        writes += 1
        return hangs ? Effect.never : Effect.void
      })
      const server = yield* startServer({
        storage: (ports) => Context.add(ports, DataVersions, { ...Context.get(ports, DataVersions), probe }),
      })
      const ready = server.ask("GET", "/v1/health/ready")
      yield* Effect.all(
        Array.from({ length: 20 }, () => ready),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(writes, 1)
      yield* TestClock.adjust("1 second")
      hangs = true
      for (let asked = 0; asked < 3; asked++) {
        const reply = yield* Effect.forkChild(ready)
        yield* TestClock.adjust(0)
        while (reply.pollUnsafe() === undefined) {
          yield* TestClock.adjust("1 second")
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        }
        assertFailure(yield* Fiber.join(reply), 503, /^Writing to storage does not respond$/)
      }
      assert.strictEqual(writes, 2)
    }),
  )

  it.effect("is not ready, and says why, from the moment storage fails until it responds again", () =>
    Effect.gen(function* () {
      const message = "The embedded database has stopped and is being opened again"
      let probe: Effect.Effect<void> = Effect.die(new StorageUnavailable({ message, retryAfter: 1 }))
      const server = yield* startServer({
        storage: (ports) =>
          Context.add(ports, DataVersions, {
            ...Context.get(ports, DataVersions),
            probe: Effect.suspend(() => probe),
          }),
      })
      const ready = server.ask("GET", "/v1/health/ready")
      const why = new RegExp(`^Writing to storage does not respond: ${message}$`)
      assertFailure(yield* ready, 503, why)
      const opened = yield* Deferred.make<void>()
      const asked = yield* Deferred.make<void>()
      probe = Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(opened))
      yield* TestClock.adjust("1 second")
      const waiting = yield* Effect.forkChild(ready)
      yield* Deferred.await(asked)
      yield* TestClock.adjust("2 seconds")
      assertFailure(yield* Fiber.join(waiting), 503, why)
      yield* Deferred.succeed(opened, undefined)
      probe = Effect.void
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* ready).status, 200)
      probe = Effect.die(new Error("no reason for anybody"))
      yield* TestClock.adjust("1 second")
      assertFailure(yield* ready, 503, /^Writing to storage does not respond$/)
    }),
  )

  it.effect("is ready while a part of the store of profiles is down, and reports it", () =>
    Effect.gen(function* () {
      const trouble = "it does not answer"
      const server = yield* startServer({
        storage: (ports) =>
          Context.add(ports, ProfileStore, {
            ...Context.get(ports, ProfileStore),
            away: Effect.succeed([{ id: 2, trouble }]),
          }),
      })
      const reply = yield* server.ask("GET", "/v1/health/ready")
      assert.strictEqual(reply.status, 200)
      assert.include(reply.text, "node 2, since it does not answer")
    }),
  )

  it.effect("leaves every other answer in its form while storage is dead", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ storage: dead })
      for (const path of ["/v1/listening/top/albums", "/v1/admin/keys", "/v1/nothing", "/v1/openapi.json"]) {
        for (const key of [undefined, server.admin.key]) {
          const reply = yield* server.ask("GET", path, key === undefined ? {} : { key })
          assertFailure(reply, 500)
          assert.notInclude(reply.text, "hunter2")
        }
      }
    }),
  )
})
