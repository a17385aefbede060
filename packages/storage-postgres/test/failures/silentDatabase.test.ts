import { StorageUnavailable, storageUnavailable } from "@daybook/kernel"
import { FilterStore } from "@daybook/listening"
import { Postgres } from "@daybook/storage-postgres"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { inject } from "vitest"
import { onProxy } from "./onProxy.ts"
import * as Listening from "../../src/listening/index.ts"

const sourceVersions = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.map(Effect.exit(effect), (exit) => {
    const told = Exit.isFailure(exit) ? storageUnavailable(exit.cause) : undefined
    assert.instanceOf(told, StorageUnavailable, String(exit))
    return told?.message ?? ""
  })

const works = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ one: number }>`select 1 as one`, ([row]) => assert.strictEqual(row?.one, 1))

/** Works again once a connection may be tried again. */
const worksAgain = (sql: SqlClient.SqlClient) => Effect.retry(works(sql), Schedule.spaced("20 millis"))

describe.concurrent("a database that falls silent", () => {
  it.live.each(["to client", "to server"] as const)(
    "%s keeps a statement waiting for its limit, and the next one has another connection",
    (direction) =>
      onProxy((proxy, sql) =>
        Effect.gen(function* () {
          yield* works(sql)
          proxy.silence(direction)
          assert.match(yield* sourceVersions(works(sql)), /^The database is not responding/)
          proxy.speak()
          yield* worksAgain(sql)
        }),
      ),
    180_000,
  )

  it.live(
    "within a transaction that cannot be interrupted ends it",
    () =>
      onProxy((proxy, sql) =>
        Effect.gen(function* () {
          const silent = Effect.andThen(
            works(sql),
            Effect.suspend(() => {
              proxy.silence()
              return works(sql)
            }),
          )
          yield* sourceVersions(Effect.uninterruptible(sql.withTransaction(silent)))
          proxy.speak()
          yield* worksAgain(sql)
        }),
      ),
    180_000,
  )

  it.live(
    "makes no one wait for one connection after the other",
    () =>
      onProxy((proxy, sql) =>
        Effect.gen(function* () {
          yield* works(sql)
          proxy.silence()
          const began = performance.now()
          yield* Effect.forEach(Array.from({ length: 100 }), () => sourceVersions(works(sql)), {
            concurrency: "unbounded",
          })
          // The limit with its grace, and a few connections that are tried: three at a time would take minutes.
          assert.isBelow(performance.now() - began, 60_000)
        }),
      ),
    150_000,
  )
})

const hide = (sql: SqlClient.SqlClient) =>
  Effect.scoped(
    Effect.gen(function* () {
      const filters = yield* FilterStore
      return (value: string) => filters.add({ kind: "artist", match: "exact", value, reason: "" })
    }).pipe(
      Effect.provide(Listening.layer()),
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.provide(DateTime.layerCurrentZoneNamed("UTC")),
    ),
  )

describe.concurrent("a filter, which may take long,", () => {
  it.live(
    "does not wait longer for a silent database than others",
    () =>
      onProxy((proxy, sql) =>
        Effect.gen(function* () {
          const add = yield* hide(sql)
          yield* add("one")
          proxy.strand()
          assert.match(yield* sourceVersions(add("two")), /^The database is not responding/)
          yield* Effect.retry(Effect.sandbox(add("three")), Schedule.spaced("20 millis"))
        }),
      ),
    180_000,
  )

  it.live(
    "succeeds even if it takes longer than a statement may",
    () =>
      onProxy((_, sql) =>
        Effect.gen(function* () {
          const add = yield* hide(sql)
          yield* sql`create function linger() returns trigger language plpgsql as
            'begin perform pg_sleep(1.5); return new; end'`
          yield* sql`create trigger linger before insert on listening_filters
            for each row execute function linger()`
          assert.isTrue((yield* add("one")).isNew)
        }),
      ),
    180_000,
  )
})

describe.concurrent("a database that is away", () => {
  it.live("fails requests at once where it refuses connections, and is used again when it accepts them", () =>
    onProxy((proxy, sql) =>
      Effect.gen(function* () {
        yield* works(sql)
        yield* Effect.promise(() => proxy.refuse())
        yield* Effect.retry(Effect.flip(works(sql)), { times: 10 })
        assert.match(yield* sourceVersions(works(sql)), /^The database is not responding/)
        yield* Effect.promise(() => proxy.admit())
        yield* worksAgain(sql)
      }),
    ),
  )

  it.live(
    "serves all concurrent requests once it is back, after any idle time",
    () =>
      onProxy((proxy, sql) =>
        Effect.gen(function* () {
          yield* works(sql)
          yield* Effect.promise(() => proxy.refuse())
          yield* Effect.retry(Effect.flip(works(sql)), { times: 10 })
          yield* Effect.promise(() => proxy.admit())
          // Past the pause after a failure: no one has seen yet that the database is back.
          yield* Effect.sleep("1500 millis")
          yield* Effect.forEach(Array.from({ length: 6 }), () => works(sql), { concurrency: "unbounded" })
        }),
      ),
    180_000,
  )

  it.live("is reported where it ends a session", () =>
    onProxy((_proxy, sql) =>
      Effect.gen(function* () {
        yield* sourceVersions(sql.withTransaction(sql`select pg_terminate_backend(pg_backend_pid())`))
        yield* worksAgain(sql)
      }),
    ),
  )

  it.live("is reported where a statement exceeds its limit, which keeps its connection", () =>
    onProxy((_proxy, sql) =>
      Effect.gen(function* () {
        assert.match(yield* sourceVersions(sql`select pg_sleep(60)`), /took too long/)
        yield* works(sql)
      }),
    ),
  )

  it.live("is reported where all connections are busy for longer than a statement may take", () =>
    onProxy((_proxy, sql) =>
      Effect.gen(function* () {
        const done = yield* Deferred.make<void>()
        const busy = yield* Effect.forEach([1, 2, 3], () =>
          Effect.forkChild(sql.withTransaction(Effect.andThen(works(sql), Deferred.await(done))), {
            startImmediately: true,
          }),
        )
        const waiting = [works(sql), sql.withTransaction(works(sql)), Effect.scoped(sql.reserve)]
        for (const told of yield* Effect.forEach(waiting, sourceVersions, { concurrency: "unbounded" })) {
          assert.match(told, /^All database connections are busy/)
        }
        yield* Deferred.succeed(done, undefined)
        yield* Effect.forEach(busy, Fiber.join)
        yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => works(sql), { concurrency: "unbounded" })
      }),
    ),
  )

  it.live("is reported where another session holds a lock", () =>
    onProxy((_proxy, sql) =>
      Effect.gen(function* () {
        yield* sql`create table held (id int primary key)`
        const second = Effect.scoped(
          Effect.flatMap(sql.reserve, (session) =>
            session.executeUnprepared("insert into held values (1)", [], undefined),
          ),
        )
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`insert into held values (1)`
            assert.match(yield* sourceVersions(second), /^Another process has locked/)
          }),
        )
      }),
    ),
  )

  it.live("does not count as away for a conflict or a wrong statement", () =>
    onProxy((_proxy, sql) =>
      Effect.gen(function* () {
        yield* sql`create table known (id int primary key)`
        yield* sql`insert into known values (1)`
        for (const wrong of [sql`insert into known values (1)`, sql`select nothing`, sql`select 1 / 0`]) {
          const exit = yield* Effect.exit(wrong)
          assert.isTrue(Exit.isFailure(exit) && storageUnavailable(exit.cause) === undefined)
        }
      }),
    ),
  )
})

describe.concurrent("an idle client", () => {
  it.live(
    "of longer than a connection may be silent is served at once, however many requests it then has",
    () =>
      onProxy((proxy, sql) =>
        Effect.gen(function* () {
          const many = Effect.forEach(Array.from({ length: 6 }), () => works(sql), {
            concurrency: "unbounded",
          })
          yield* many
          // One is left: it serves long work, and may be silent for longer.
          while (proxy.connections > 1) yield* Effect.sleep("20 millis")
          yield* many
        }),
      ),
    180_000,
  )
})

describe("a server that froze within a transaction", () => {
  it.live(
    "keeps others waiting for some seconds only",
    () =>
      onProxy((proxy, sql, schema) =>
        Effect.gen(function* () {
          yield* sql`create table held (id int primary key)`
          const frozen = Effect.gen(function* () {
            yield* sql`insert into held values (1)`
            proxy.silence("to server")
            return yield* sql`select 1`
          })
          yield* Effect.forkChild(sql.withTransaction(frozen), { startImmediately: true })
          const neighbour = Postgres.layer({
            url: Redacted.make(inject("postgresUrl")),
            schema,
            maxConnections: 1,
          })
          const inserted = Effect.flatMap(SqlClient.SqlClient, (its) => its`insert into held values (1)`)
          yield* Effect.provide(inserted, neighbour)
        }),
      ),
    180_000,
  )
})
