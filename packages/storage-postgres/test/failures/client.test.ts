import { freshSchema } from "@daybook/storage-postgres/testing"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import { makeOnPostgres } from "../freshStores.ts"

const client = makeOnPostgres()
const schema = `odd "name" of ${freshSchema()}`

/** Waits until this many of the schema's sessions run a statement that sleeps. */
const asleep = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, sessions: number) {
  const running = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where state = 'active' and query like ${`%pg_sleep%${schema}%`} and pid <> pg_backend_pid()`
  while ((yield* running)[0]?.count !== sessions) yield* Effect.sleep("5 millis")
})

/** Takes a minute. */
const slow = (sql: SqlClient.SqlClient) => sql.unsafe(`select pg_sleep(60) -- ${schema}`)

describe("the client of PostgreSQL", () => {
  it.live("responds in the schema that was requested, in UTC", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table placed (at timestamptz)`
      yield* sql`insert into placed values (${new Date(0)})`
      assert.deepStrictEqual(
        yield* sql`select schemaname, at::text, current_setting('TimeZone') as zone
          from placed join pg_tables on tablename = 'placed' and schemaname = current_schema()`,
        [{ schemaname: schema, at: "1970-01-01 00:00:00+00", zone: "UTC" }],
      )
    }).pipe(Effect.provide(client(schema))),
  )

  it.live("keeps statements and transactions of many fibers apart", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table counter as select 0 as n`
      const increment = sql.withTransaction(
        Effect.gen(function* () {
          const [row] = yield* sql<{ readonly n: number }>`select n from counter for update`
          yield* sql`update counter set n = ${(row?.n ?? 0) + 1}`
        }),
      )
      const fails = Effect.flip(sql`select 1 / 0`)
      const echo = (n: number) =>
        Effect.map(sql<{ readonly n: number }>`select ${n}::int as n`, ([row]) =>
          assert.strictEqual(row?.n, n),
        )
      yield* Effect.all(
        Array.from({ length: 300 }, (_, n) =>
          n % 10 === 0 ? increment : n % 7 === 0 ? fails : Effect.asVoid(echo(n)),
        ),
        { concurrency: "unbounded", discard: true },
      )
      assert.deepStrictEqual(yield* sql`select n from counter`, [{ n: 30 }])
    }).pipe(Effect.provide(client(schema))),
  )

  it.live("lets a stream be left in its middle", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = sql`select i, repeat('x', 200) as text from generate_series(1, 100000) i`.stream
      // More often than there are connections.
      for (let time = 0; time < 6; time++) {
        assert.lengthOf(yield* Stream.runCollect(Stream.take(rows, 3)), 3)
      }
      assert.deepStrictEqual(yield* sql`select 1 as one`, [{ one: 1 }])
    }).pipe(Effect.provide(client(schema))),
  )

  it.live("stops a running statement that is interrupted", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const statement = yield* Effect.forkChild(slow(sql))
      yield* asleep(sql, 1)
      yield* Fiber.interrupt(statement)
      yield* asleep(sql, 0)
      assert.deepStrictEqual(yield* sql`select 2 as two`, [{ two: 2 }])
    }).pipe(Effect.provide(client(schema))),
  )

  it.live("undoes a transaction that is interrupted inside a statement", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table interrupted (word text)`
      const begun = yield* Deferred.make<void>()
      const transaction = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`insert into interrupted values ('undone')`
            yield* Deferred.succeed(begun, undefined)
            yield* slow(sql)
          }),
        ),
      )
      yield* Deferred.await(begun)
      yield* asleep(sql, 1)
      yield* Fiber.interrupt(transaction)
      yield* asleep(sql, 0)
      assert.deepStrictEqual(yield* sql`select word from interrupted`, [])
    }).pipe(Effect.provide(client(schema))),
  )
})
