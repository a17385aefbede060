import { storageUnavailable } from "@daybook/kernel"
import { quoted } from "@daybook/storage-sql"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { DatabaseUnusable, reasonOf } from "../errors.ts"
import { createSchema } from "../sql/migrator.ts"
import { withLongWork } from "../sql/longWork.ts"
import { type NodeClient, withNodes } from "../sql/nodes.ts"
import { rowsOf } from "../sql/table.ts"
import * as PooledClient from "./pooledClient.ts"
import { Hosts, hostsIn } from "./hosts.ts"
import { socketsTo } from "./socket.ts"

/** The address of a PostgreSQL server, and the schema that holds our tables. */
export interface PostgresOptions {
  /**
   * `postgres://user:password@host:port/database`, with `sslmode` and other parameters as in libpq. With several hosts,
   * `host:port,host:port`, the one that accepts writes is used, and found again when that changes.
   */
  readonly url: Redacted.Redacted
  readonly schema: string
  /** The most connections to the server, 12 by default. One more serves long work. */
  readonly maxConnections?: number | undefined
  /** The time that a statement may take; default 30 seconds. Long work has its own limit, 15 minutes. */
  readonly statementLimit?: Duration.Input | undefined
}

const longWorkLimit = Duration.minutes(15)

/** The oldest supported version of PostgreSQL. */
const oldestMajor = 15

/**
 * The time for which a transaction may do nothing. Others wait this long for the locks of a server that froze. Where
 * statements may take long, so may the work between them.
 */
const idleInTransaction = (limit: Duration.Duration) =>
  Duration.max(Duration.seconds(5), Duration.times(limit, 1 / 6))

/** The time, beyond a statement's own limit, to wait for a silent connection. */
const graceSeconds = 3

/**
 * The settings of a session. PostgreSQL ends a statement that takes longer than the limit. If it can, it also checks
 * every few seconds whether the client of a running statement is gone.
 */
const sessionSettings = (
  limit: Duration.Duration,
  lockLimit: Duration.Duration,
  idle: Duration.Duration,
) => ({
  timezone: "UTC",
  // A statement must see what was committed before it began: the first one may wait for a lock, and the next reads.
  default_transaction_isolation: "read committed",
  // Our statements last milliseconds: starting workers for one costs more than they save (4 of 10 ms).
  max_parallel_workers_per_gather: "0",
  // The same compiling one, which took seconds where a plan without a scan of the table could not be had.
  jit: "off",
  statement_timeout: String(Duration.toMillis(limit)),
  lock_timeout: String(Duration.toMillis(lockLimit)),
  idle_in_transaction_session_timeout: String(Duration.toMillis(idle)),
  tcp_keepalives_idle: "30",
  tcp_keepalives_interval: "10",
  tcp_keepalives_count: "3",
  tcp_user_timeout: "30000",
})

/** A standby refuses a session that begins like this: among several hosts only the one that takes writes is left. */
const writing = { transaction_read_only: "off" }

/** Seconds in which several hosts are tried at a start, one after the other. */
const searchSeconds = 15

const readServers = rowsOf(
  Schema.Struct({ version: Schema.String, number: Schema.Int, readOnly: Schema.Boolean }),
)

/** True for a node that a coordinator of Citus has added: numbers drawn there would be out of order. */
const isNodeOfCitus = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const found = yield* sql`select 1 from pg_extension where extname = 'citus'`
  return found.length > 0 && (yield* sql`select 1 from pg_dist_local_group where groupid <> 0`).length > 0
})

/** Refuses a server that is too old, read-only or a node of Citus; tells whether it can check for clients that are gone. */
const examine = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [server] = readServers(
    yield* sql`select current_setting('server_version') as version,
      current_setting('server_version_num')::int as number, current_setting('transaction_read_only')::bool as read_only`,
  )
  if (server === undefined) return false
  if (server.number < oldestMajor * 10_000) {
    return yield* new DatabaseUnusable({
      message: `it is PostgreSQL ${server.version}, and ${oldestMajor} is the oldest that serves`,
    })
  }
  if (server.readOnly) {
    return yield* new DatabaseUnusable({
      message: "it is read-only, as a standby is; DATABASE_URL must name one that takes writes",
    })
  }
  if (yield* isNodeOfCitus(sql)) {
    return yield* new DatabaseUnusable({
      message: "it is a node of Citus that holds data; DATABASE_URL must name the coordinator",
    })
  }
  // PostgreSQL cannot check this on Windows.
  const look = sql`select set_config('client_connection_check_interval', '5s', false)`
  return yield* Effect.match(look, { onSuccess: () => true, onFailure: () => false })
})

/** A client of a PostgreSQL server, version 15 or later. A missing schema is created. */
export const layer = ({
  url,
  schema,
  maxConnections = 12,
  statementLimit = "30 seconds",
}: PostgresOptions) => {
  const urls = hostsIn(Redacted.value(url)) ?? []
  const [first] = urls
  const hosts = new Hosts(urls)
  const names = `${urls.map(({ host }) => host).join(",")}${first?.pathname ?? ""}`
  const unusable = (reason: string) =>
    new DatabaseUnusable({ message: `The database ${names} cannot be used: ${reason}` })
  const limit = Duration.fromInputUnsafe(statementLimit)

  const clientWith = (
    longest: Duration.Duration,
    settings: Record<string, string>,
    maxConnections: number,
    to = { hosts, schema },
  ) =>
    PooledClient.make(
      {
        maxConnections,
        // The name, the password and the database are those of every host.
        url: Redacted.make(first?.href ?? Redacted.value(url)),
        stream: socketsTo(to.hosts, Duration.toSeconds(longest) + graceSeconds),
        applicationName: "daybook",
        startupParameters: {
          ...settings,
          ...(to.hosts.areMany ? writing : {}),
          search_path: `${quoted(to.schema)}, public`,
        },
      },
      longest,
    )
  const settingsOf = (longest: Duration.Duration) =>
    sessionSettings(longest, Duration.times(longest, 0.5), idleInTransaction(longest))

  /** A client of a node of Citus, at which the name and the password are the same. It connects when it is used. */
  const nodeClient: NodeClient = (place, schema, limit, maxConnections) => {
    const node = new URL(first?.href ?? Redacted.value(url))
    node.searchParams.delete("host")
    node.searchParams.delete("port")
    node.hostname = place.name
    node.port = String(place.port)
    return clientWith(limit, settingsOf(limit), maxConnections, { hosts: new Hosts([node]), schema }).pipe(
      Effect.provide(Reactivity.layer),
    )
  }

  return Layer.effectContext(
    Effect.gen(function* () {
      const patient = yield* clientWith(
        longWorkLimit,
        sessionSettings(longWorkLimit, Duration.seconds(10), Duration.minutes(1)),
        1,
      )
      const looksAfterClients = yield* hosts.areMany
        ? Effect.retry(examine(patient), {
            while: (error) => storageUnavailable(Cause.fail(error)) !== undefined,
            schedule: Schedule.spaced("300 millis").pipe(
              Schedule.upTo({ duration: `${searchSeconds} seconds` }),
            ),
          })
        : examine(patient)
      const checks = looksAfterClients ? { client_connection_check_interval: "5000" } : {}
      const client = yield* clientWith(limit, { ...settingsOf(limit), ...checks }, maxConnections)
      yield* createSchema(patient, schema)
      return Context.make(SqlClient.SqlClient, withNodes(withLongWork(client, patient), nodeClient))
    }).pipe(
      Effect.mapError((error: SqlError | DatabaseUnusable) =>
        unusable(error._tag === "DatabaseUnusable" ? error.message : reasonOf(error)),
      ),
    ),
  ).pipe(Layer.provide(Reactivity.layer))
}
