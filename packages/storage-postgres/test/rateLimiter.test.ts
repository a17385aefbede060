import { RateLimiter } from "@daybook/access"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { TestClock } from "effect/testing"
import { onPostgres } from "./freshStores.ts"
import * as SqlRateLimiter from "../src/access/rateLimiter.ts"

const subject = "key 1"

/** Holds what a lease of the subject needs until `letGo` is run. */
const hold = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const held = yield* Deferred.make<void>()
  const done = yield* Deferred.make<void>()
  const holder = yield* Effect.forkChild(
    sql.withTransaction(
      sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.pipe(
        Effect.andThen(Deferred.succeed(held, undefined)),
        Effect.andThen(Deferred.await(done)),
      ),
    ),
  )
  yield* Deferred.await(held)
  return { letGo: Effect.andThen(Deferred.succeed(done, undefined), Fiber.join(holder)) }
})

/** Waits until somebody waits for what is held. */
const somebodyWaits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const waiting = sql<{ count: number }>`select count(*)::int as count from pg_locks
    where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())
      and ((classid::bigint << 32) | objid::bigint) = hashtextextended(${subject}, 0)`
  while ((yield* waiting)[0]?.count !== 1) continue
})

describe("a limiter that asks the database", () => {
  it.effect("keeps what it requests, however long the response takes", () =>
    Effect.gen(function* () {
      const { take } = yield* RateLimiter
      assert.isTrue((yield* take(subject, 10)).allowed)
      // The lease ends; it is swept away within the minute, while it is renewed.
      yield* TestClock.adjust("80 seconds")
      const { letGo } = yield* hold
      const taking = yield* Effect.forkChild(take(subject, 10), { startImmediately: true })
      yield* somebodyWaits
      yield* TestClock.adjust("1 minute")
      yield* letGo
      assert.isTrue((yield* Fiber.join(taking)).allowed)
    }).pipe(Effect.provide(Layer.provideMerge(Layer.orDie(SqlRateLimiter.layer), onPostgres()))),
  )
})
