import { AllowNewerSchema, Postgres, SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import * as SqlClient from "effect/sql/SqlClient"
import { inject } from "vitest"
import { onPostgres } from "../freshStores.ts"
import { TokenStore } from "@daybook/kernel"
import { tokenStore } from "@daybook/storage-sql/kernel"
import { migrateTokens } from "../../src/kernel/migrations.ts"
import { layerOf } from "../../src/sharedStores.ts"
import { migrationLock } from "../../src/sql/migrator.ts"

const tokens = layerOf(TokenStore, migrateTokens, tokenStore)

const password = "planted-password-0123456789"

/** The message if a database cannot be used: that of the tests, but for what the test changes of its address. */
const refusalOf = (change: (url: URL) => void, schema = freshSchema()) => {
  const url = new URL(inject("postgresUrl"))
  url.password = password
  change(url)
  return Layer.build(Postgres.layer({ url: Redacted.make(url.href), schema })).pipe(
    Effect.scoped,
    Effect.flip,
    Effect.map(({ message }) => {
      assert.notInclude(message, password)
      return message
    }),
  )
}

describe("an unusable database", () => {
  it.live("is named, with the reason and what to do", () =>
    Effect.gen(function* () {
      const noUser = yield* refusalOf((url) => (url.username = "nobody_here"))
      assert.match(noUser, /^The database \S+ cannot be used: .*nobody_here.*; check the user/)
      const noDatabase = yield* refusalOf((url) => (url.pathname = "/no_such_database"))
      assert.match(
        noDatabase,
        /cannot be used: database "no_such_database" does not exist; make it with createdb/,
      )
      const nothing = yield* refusalOf((url) => (url.port = "1"))
      assert.match(nothing, /cannot be used: .*ECONNREFUSED.*; nothing listens there/)
      const readOnly = yield* refusalOf((url) =>
        url.searchParams.set("options", "-c default_transaction_read_only=on"),
      )
      assert.match(readOnly, /cannot be used: it is read-only/)
    }),
  )

  it.live("is named where its user may not create tables", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const role = `guest_${freshSchema()}`
      yield* sql`create role ${sql(role)} login`
      const noSchema = yield* refusalOf((url) => (url.username = role))
      assert.match(noSchema, /cannot be used: permission denied for database \S+; grant/)

      const schema = freshSchema()
      yield* sql`create schema ${sql(schema)}`
      yield* sql`grant usage on schema ${sql(schema)} to ${sql(role)}`
      const url = new URL(inject("postgresUrl"))
      url.username = role
      const noTables = yield* tokens.pipe(
        Layer.provide(Postgres.layer({ url: Redacted.make(url.href), schema })),
        Layer.build,
        Effect.scoped,
        Effect.flip,
      )
      assert.match(
        noTables.message,
        /^The tables of tokens cannot be brought up to date: permission denied for schema \S+; grant/,
      )
    }).pipe(Effect.provide(onPostgres())),
  )
})

/** Opens every store on PostgreSQL, and closes them again. */
const openEvery = (schema: string) =>
  SqlStorage.layer().pipe(
    Layer.fresh,
    Layer.provide(Postgres.layer({ url: Redacted.make(inject("postgresUrl")), schema })),
    Layer.provide(DateTime.layerCurrentZoneNamed("UTC")),
    Layer.build,
    Effect.scoped,
  )

describe("tables on an empty database", () => {
  it.live("are made once by servers that start together", () => {
    const opened = openEvery(freshSchema())
    return Effect.all(
      Array.from({ length: 5 }, () => opened),
      { concurrency: "unbounded", discard: true },
    )
  })
})

describe("tables that are up to date", () => {
  it.live("are opened while another server makes tables of its own", () =>
    Effect.gen(function* () {
      const opened = openEvery(freshSchema())
      yield* opened
      const sql = yield* SqlClient.SqlClient
      // The lock that migrations wait for: a start that took it would end in waiting.
      yield* sql.withTransaction(
        Effect.andThen(sql`select pg_advisory_xact_lock(${migrationLock})`, Effect.asVoid(opened)),
      )
    }).pipe(Effect.provide(onPostgres())),
  )
})

/** Counts the statements that name a record of migrations. */
const countingRecords = () => {
  const asked: Array<string> = []
  const tracer = Tracer.make({
    span(options) {
      const span = new Tracer.NativeSpan(options)
      const attribute = span.attribute.bind(span)
      return Object.assign(span, {
        attribute(key: string, value: unknown) {
          if (key === "db.query.text" && String(value).includes("_migrations")) asked.push(String(value))
          attribute(key, value)
        },
      })
    },
  })
  return { asked, tracer }
}

describe("every store at once", () => {
  it.live("requests all records of migrations together, next to those of other programs", () =>
    Effect.gen(function* () {
      const schema = freshSchema()
      const opened = openEvery(schema)
      yield* opened
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table ${sql(schema)}.others_migrations (name text)`
      const { asked, tracer } = countingRecords()
      yield* Effect.withTracer(opened, tracer)
      assert.lengthOf(asked, 2)

      yield* sql`insert into ${sql(schema)}.tokens_migrations (migration_id, name) values (99, 'from_the_future')`
      const { message } = yield* Effect.flip(opened)
      assert.match(message, /^The tables of tokens are newer than this version /)
    }).pipe(Effect.provide(onPostgres())),
  )
})

describe("tables that a newer version has brought up to date", () => {
  it.live("are refused, unless they are allowed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const opened = tokens.pipe(
        Layer.fresh,
        Layer.provide(Layer.succeed(SqlClient.SqlClient, sql)),
        Layer.build,
        Effect.scoped,
      )
      yield* opened
      yield* sql`insert into tokens_migrations (migration_id, name) values (99, 'from_the_future')`
      const { message } = yield* Effect.flip(opened)
      assert.match(
        message,
        /^The tables of tokens are newer than this version .* 99_from_the_future\. .*ALLOW_NEWER_SCHEMA=on/,
      )
      yield* Effect.provideService(opened, AllowNewerSchema, true)
    }).pipe(Effect.provide(onPostgres())),
  )
})
