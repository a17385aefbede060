import { SyncRuns } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { onProxy } from "./onProxy.ts"
import * as SqlSyncRuns from "../../src/kernel/syncRuns.ts"

describe("a sync that holds its domain", () => {
  const domain = "listening"

  /** Takes the domain in a fiber, which keeps it, and returns the fiber once it has it. */
  const holding = Effect.gen(function* () {
    const runs = yield* SyncRuns
    const taken = yield* Deferred.make<void>()
    const fiber = yield* Effect.forkChild(
      Effect.scoped(
        runs
          .take(domain)
          .pipe(Effect.andThen(Deferred.succeed(taken, undefined)), Effect.andThen(Effect.never)),
      ),
    )
    yield* Deferred.await(taken)
    return fiber
  })

  const lockSessions = (sql: SqlClient.SqlClient) => sql<{ pid: number }>`
    select pid from pg_locks join pg_database on pg_database.oid = database
    where locktype = 'advisory' and datname = current_database() and pid <> pg_backend_pid()
      and ((classid::bigint << 32) | objid::bigint) = hashtextextended(current_schema() || ' sync ' || ${domain}, 0)`

  it.live(
    "keeps it for longer than a connection may be silent",
    () =>
      onProxy((_proxy, sql) =>
        Effect.gen(function* () {
          const fiber = yield* holding
          const began = performance.now()
          while (performance.now() - began < 5_000) {
            assert.strictEqual((yield* lockSessions(sql)).length, 1)
            yield* Effect.sleep("100 millis")
          }
          yield* Fiber.interrupt(fiber)
        }).pipe(Effect.provide(Layer.provide(SqlSyncRuns.layer, Layer.succeed(SqlClient.SqlClient, sql)))),
      ),
    180_000,
  )

  it.live(
    "is interrupted where the database lets go of it",
    () =>
      onProxy((_proxy, sql) =>
        Effect.gen(function* () {
          const fiber = yield* holding
          const [session] = yield* lockSessions(sql)
          yield* sql`select pg_terminate_backend(${session?.pid ?? 0})`
          const exit = yield* Fiber.await(fiber)
          assert.isTrue(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause))
          yield* Effect.scoped(Effect.flatMap(SyncRuns, (runs) => runs.take(domain)))
        }).pipe(Effect.provide(Layer.provide(SqlSyncRuns.layer, Layer.succeed(SqlClient.SqlClient, sql)))),
      ),
    180_000,
  )
})
