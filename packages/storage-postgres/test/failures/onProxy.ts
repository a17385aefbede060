import { Postgres } from "@daybook/storage-postgres"
import { freshSchema, TcpProxy } from "@daybook/storage-postgres/testing"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { inject } from "vitest"

const statementLimit = "1 second"

const proxied = Effect.acquireRelease(
  Effect.promise(() => TcpProxy.start(inject("postgresUrl"))),
  (proxy) => Effect.promise(() => proxy.close()),
)

/** Runs on a client that comes to the database by way of a proxy, and whose statements may take a second. */
export const onProxy = <A, E>(
  body: (proxy: TcpProxy, sql: SqlClient.SqlClient, schema: string) => Effect.Effect<A, E>,
): Effect.Effect<void> =>
  Effect.scoped(
    Effect.flatMap(proxied, (proxy) => {
      const schema = freshSchema()
      const url = Redacted.make(proxy.through(inject("postgresUrl")))
      return Effect.flatMap(SqlClient.SqlClient, (sql) => body(proxy, sql, schema)).pipe(
        Effect.provide(Postgres.layer({ url, schema, maxConnections: 3, statementLimit })),
      )
    }),
  ).pipe(Effect.asVoid, Effect.orDie)
