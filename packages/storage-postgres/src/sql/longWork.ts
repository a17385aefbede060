import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { sqlStateOf } from "../errors.ts"

interface WithLongWork extends SqlClient.SqlClient {
  readonly longWork: SqlClient.SqlClient
}

const hasLongWork = (sql: SqlClient.SqlClient): sql is WithLongWork => "longWork" in sql

/** The client with another one for its long work. */
export const withLongWork = <Client extends SqlClient.SqlClient>(
  client: Client,
  longWork: SqlClient.SqlClient,
): Client => Object.assign(client, { longWork })

/**
 * The client for work whose statements may take minutes, such as making tables and indexes or counting everything anew:
 * its own connection with its own limits, so that all other statements can have short ones. A transaction of one client is
 * none of the other's. On PGlite they are the same.
 */
export const forLongWork = (sql: SqlClient.SqlClient): SqlClient.SqlClient =>
  hasLongWork(sql) ? sql.longWork : sql

/** `statement_timeout` and `idle_in_transaction_session_timeout`. */
const tooLong: ReadonlySet<string> = new Set(["57014", "25P03"])

/**
 * Does work with the ordinary limits, and once more with those of long work where they were too short. A connection for
 * long work that goes silent is waited for as long as the work may take, so whoever waits for an answer comes to it last.
 */
export const withLongerLimits = <A, E, R>(
  sql: SqlClient.SqlClient,
  work: (client: SqlClient.SqlClient) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.catchIf(
    work(sql),
    (error) => isSqlError(error) && tooLong.has(sqlStateOf(error)) && forLongWork(sql) !== sql,
    () => work(forLongWork(sql)),
  )

/** Five minutes of them: a wait for a lock ends after 10 seconds. */
const maxWaits = 30

/** Goes on waiting for a lock that another process holds, says so each time, and gives up in the end. */
export const waitingForLocks = <A, E, R>(
  work: string,
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> => {
  const held = (error: E) => isSqlError(error) && error.reason._tag === "LockTimeoutError"
  return effect.pipe(
    Effect.tapError((error) =>
      held(error)
        ? Effect.logWarning(`${work}: waiting for another process, which holds a lock`)
        : Effect.void,
    ),
    Effect.retry({ times: maxWaits, while: held }),
  )
}
