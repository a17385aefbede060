import * as PgClient from "@effect/sql-pg/PgClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { createSchema } from "./migrations.ts"

/** Where a PostgreSQL server is, and which of its schemas holds our tables. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`, with `sslmode` and the like as libpq knows them. */
  readonly url: Redacted.Redacted
  readonly schema: string
  /** Connections to the server at the most; default 12. */
  readonly maxConnections?: number | undefined
}

/** The database cannot be reached or not be used. The message says which and why, without its password. */
export class DatabaseUnusable extends Schema.TaggedError<DatabaseUnusable>()("DatabaseUnusable", {
  message: Schema.String,
}) {}

const unusable = (url: Redacted.Redacted) => (error: SqlError) => {
  const { host, pathname } = new URL(Redacted.value(url))
  const reason = error.reason.cause instanceof Error ? error.reason.cause.message : error.message
  return new DatabaseUnusable({ message: `The database ${host}${pathname} cannot be used: ${reason}` })
}

/** A client of a PostgreSQL server, version 15 or later. The schema is made where it is missing. */
export const layer = ({ url, schema, maxConnections = 12 }: PostgresOptions) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const client = yield* PgClient.make({
        url,
        maxConnections,
        applicationName: "daybook",
        startupParameters: {
          search_path: `"${schema.replaceAll('"', '""')}", public`,
          timezone: "UTC",
          // Our statements last milliseconds: starting workers for one costs more than they save (4 of 10 ms).
          max_parallel_workers_per_gather: "0",
        },
      })
      // sql-pg 4.0.5 does not name its driver, and SqlClient asks for one.
      Object.assign(client, { driver: "pg" })
      yield* createSchema(client, schema)
      return Context.make(PgClient.PgClient, client).pipe(Context.add(SqlClient.SqlClient, client))
    }).pipe(Effect.mapError(unusable(url))),
  ).pipe(Layer.provide(Reactivity.layer))
