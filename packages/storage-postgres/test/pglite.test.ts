import { assert, it, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { PgClient } from "@effect/sql-pg"
import * as Pglite from "../src/pglite/pgliteClient.ts"
import { temporaryFolder } from "./pgliteFolders.ts"

const schema = 'odd "name" of a schema'

const pglite = Layer.unwrap(Effect.map(temporaryFolder, (dataDir) => Pglite.layer({ dataDir, schema })))

/** About a second of PGlite's time. */
const slow = "select count(*)::int as counted from generate_series(1, 6000000)"

/** Lets the event loop turn, so that what was forked has reached PGlite's thread. */
const turns = (count: number) =>
  Effect.promise(async () => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
  })

layer(pglite, { timeout: "60 seconds" })("PGlite through the PostgreSQL client", (it) => {
  it.effect("answers in the schema that was asked for, in UTC", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      assert.strictEqual(sql.driver, "pglite")
      yield* sql`create table placed (at timestamptz)`
      yield* sql`insert into placed values (${new Date(0)})`
      assert.deepStrictEqual(
        yield* sql`
          select schemaname, at::text, current_setting('TimeZone') as zone,
            split_part(current_setting('server_version'), '.', 1) as major
          from placed join pg_tables on tablename = 'placed'`,
        [{ schemaname: schema, at: "1970-01-01 00:00:00+00", zone: "UTC", major: "18" }],
      )
    }),
  )

  it.effect("rolls a failed transaction back, and a failed savepoint alone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`create table steps (name text)`
      const add = (name: string) => sql`insert into steps values (${name})`
      yield* Effect.flip(sql.withTransaction(Effect.andThen(add("undone"), Effect.fail("no"))))
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* add("first")
          yield* Effect.flip(sql.withTransaction(Effect.andThen(add("undone"), Effect.fail("no"))))
          yield* add("second")
        }),
      )
      assert.deepStrictEqual(yield* sql`select name from steps`, [{ name: "first" }, { name: "second" }])
    }),
  )

  it.effect("names a unique violation and its constraint", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`create table singles (id int constraint only_once primary key)`
      yield* sql`insert into singles values (1)`
      const { reason } = yield* Effect.flip(sql`insert into singles values (1)`)
      assert.strictEqual(reason._tag, "UniqueViolation")
      assert.include(reason, { constraint: "only_once" })
    }),
  )

  it.effect("streams 100,000 rows, at a reader's pace", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      // 20 MB: several times what may be under way, so that the statement has to wait for its reader.
      const rows = sql<{ readonly i: number }>`
        select i, repeat('x', 200) as text from generate_series(1, 100000) i`.stream
      const sum = yield* rows.pipe(
        Stream.tap(({ i }) => (i % 20_000 === 0 ? turns(5) : Effect.void)),
        Stream.runFold(
          () => 0,
          (total, { i }) => total + i,
        ),
      )
      assert.strictEqual(sum, 5_000_050_000)
    }),
  )

  it.effect("lets a stream be left in its middle", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const rows = sql`select i, repeat('x', 200) as text from generate_series(1, 100000) i`.stream
      assert.strictEqual((yield* Stream.runCollect(Stream.take(rows, 3))).length, 3)
      assert.deepStrictEqual(yield* sql`select 1 as one`, [{ one: 1 }])
    }),
  )

  it.effect("takes a parameter of 50,000 texts", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const texts = Array.from({ length: 50_000 }, (_, i) => `text number ${i} `.repeat(3))
      const [row] = yield* sql<{ readonly count: number; readonly length: number }>`
        select count(*)::int as count, sum(length(text))::int as length from unnest(${texts}::text[]) as text`
      assert.deepStrictEqual(row, { count: 50_000, length: texts.join("").length })
    }),
  )

  it.effect("keeps statements and transactions of many fibers apart", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`create table counter as select 0 as n`
      const increment = sql.withTransaction(
        Effect.gen(function* () {
          const [row] = yield* sql<{ readonly n: number }>`select n from counter`
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
    }),
  )

  it.effect("leaves the event loop free while a statement runs", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const statement = yield* Effect.forkChild(sql.unsafe(slow))
      let turned = 0
      while (statement.pollUnsafe() === undefined) {
        yield* turns(1)
        turned++
      }
      assert.isAbove(turned, 1000)
      assert.deepStrictEqual(yield* Fiber.join(statement), [{ counted: 6_000_000 }])
    }),
  )

  it.effect("is usable after a running statement was interrupted", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const statement = yield* Effect.forkChild(sql.unsafe(slow))
      yield* turns(20)
      yield* Fiber.interrupt(statement)
      assert.deepStrictEqual(yield* sql`select 2 as two`, [{ two: 2 }])
    }),
  )

  it.effect("begins a clean session after a transaction was interrupted inside a statement", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`create table interrupted (word text)`
      yield* sql`set work_mem = '9MB'`
      const begun = yield* Deferred.make<void>()
      const transaction = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`insert into interrupted values ('undone')`
            yield* Deferred.succeed(begun, undefined)
            yield* sql.unsafe(slow)
          }),
        ),
      )
      yield* Deferred.await(begun)
      yield* turns(20)
      yield* Fiber.interrupt(transaction)
      assert.deepStrictEqual(
        yield* sql`
          select (select count(*)::int from interrupted) as rows, current_schema() as schema,
            current_setting('work_mem') as memory`,
        [{ rows: 0, schema, memory: "4MB" }],
      )
    }),
  )

  it.effect("fails the statement that ends PGlite's thread, and goes on in a new one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`create table survivors (word text)`
      yield* sql`insert into survivors values ('committed')`
      // PGlite ends its process where the protocol's COPY data would follow.
      const { reason } = yield* Effect.flip(sql`copy survivors from stdin`)
      assert.strictEqual(reason._tag, "ConnectionError")
      assert.deepStrictEqual(yield* sql`select word from survivors`, [{ word: "committed" }])
    }),
  )

  it.effect("refuses to listen, which would keep the only connection", () =>
    Effect.gen(function* () {
      const client = yield* PgClient.PgClient
      const { reason } = yield* Effect.flip(Effect.scoped(client.listen("plays")))
      assert.strictEqual(reason._tag, "UnknownError")
      assert.include(reason.message, "LISTEN")
    }),
  )
})

it.effect("closes although its thread is busy", () =>
  Effect.gen(function* () {
    const closed = Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* Effect.forkChild(sql.unsafe(slow))
      yield* turns(20)
    })
    yield* Effect.provide(closed, pglite)
  }),
)
