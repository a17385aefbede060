import * as PgConnection from "@effect/sql-pg/PgConnection"
import { Postgres } from "@daybook/storage-postgres"
import type { PostgresServer } from "@daybook/storage-postgres/testing"
import { startPostgres } from "@daybook/storage-postgres/testing"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { afterAll } from "vitest"

/** How PostgreSQL crashes: all of it at once, or one of its processes, after which it ends all others and recovers. */
export const crashes = ["immediate stop", "killed backend"] as const
export type Crash = (typeof crashes)[number]

/**
 * A PostgreSQL of the file's own, which a crash costs all that it has not written to its log yet: it writes on its own only
 * every ten seconds. `durable`: a commit waits for the log, as by default.
 */
export const crashable = (durable: boolean): Promise<PostgresServer> => {
  const started = (async () => {
    const postgres = await startPostgres({
      settings: {
        synchronous_commit: durable ? "on" : "off",
        wal_writer_delay: "10s",
        autovacuum: "off",
      },
    })
    await postgres.run("create unlogged table crashes as select now() as recovered_at")
    return postgres
  })()
  afterAll(async () => (await started).stop())
  return started
}

/** A client of the server, as each process of ours has one. */
export const clientOf = ({ url }: PostgresServer, schema: string) =>
  Layer.orDie(
    Layer.provide(
      Postgres.layer({ url: Redacted.make(url), schema, maxConnections: 4 }),
      Layer.succeed(Clock.Clock, Clock.Clock.defaultValue()),
    ),
  )

const connect = ({ url }: PostgresServer) => PgConnection.make({ url: Redacted.make(url) })

const rowOf = (postgres: PostgresServer, statement: string) =>
  Effect.scoped(
    Effect.flatMap(connect(postgres), (connection) =>
      Effect.map(
        connection.query(statement, []),
        ({ rows }) => rows[0] as Record<string, unknown> | undefined,
      ),
    ),
  )

/** Crashes PostgreSQL, and waits until it has recovered: it empties unlogged tables then. */
export const crash = Effect.fnUntraced(function* (postgres: PostgresServer, how: Crash) {
  if (how === "immediate stop") {
    yield* Effect.promise(() => postgres.end("SIGQUIT"))
    yield* Effect.tryPromise(() => postgres.begin()).pipe(
      Effect.retry({ schedule: Schedule.spaced("100 millis"), times: 50 }),
      Effect.orDie,
    )
  } else {
    const backend = yield* Effect.orDie(
      rowOf(
        postgres,
        "select pid from pg_stat_activity where pid <> pg_backend_pid() order by backend_type = 'client backend' desc limit 1",
      ),
    )
    process.kill(Number(backend?.["pid"]), "SIGKILL")
  }
  yield* rowOf(postgres, "select count(*)::int as rows from crashes").pipe(
    Effect.repeat({ until: (row) => row?.["rows"] === 0, schedule: Schedule.spaced("20 millis") }),
    Effect.retry(Schedule.spaced("20 millis")),
    Effect.timeout("30 seconds"),
    Effect.orDie,
  )
  yield* Effect.promise(() => postgres.run("insert into crashes values (now())"))
})
