import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { sqlStateOf } from "../errors.ts"

interface WithLongWork extends SqlClient.SqlClient {
  readonly longWork: SqlClient.SqlClient
}

const hasLongWork = (sql: SqlClient.SqlClient): sql is WithLongWork => "longWork" in sql

/** Adds to a client another one for its long work. */
export const withLongWork = <Client extends SqlClient.SqlClient>(
  client: Client,
  longWork: SqlClient.SqlClient,
): Client => Object.assign(client, { longWork })

/**
 * The client for work whose statements may take minutes, such as migrations, indexes or counting everything again. It
 * has its own connection with its own limits, so that all other statements can have short ones. A transaction of one
 * client does not apply to the other. A host's own client has none, and serves long work itself.
 */
export const forLongWork = (sql: SqlClient.SqlClient): SqlClient.SqlClient =>
  hasLongWork(sql) ? sql.longWork : sql

/** `statement_timeout` and `idle_in_transaction_session_timeout`. */
const tooLong: ReadonlySet<string> = new Set(["57014", "25P03"])

/**
 * Runs work with the ordinary limits, and again with the longer ones if these were too short. A dead connection for
 * long work is noticed only after the long limit, so a caller who waits tries the short limit first.
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

/** The most waits for a lock. Each ends after 10 seconds, so that is five minutes. */
const maxWaits = 30

/** Repeats work that waits for a lock of another process. Logs each wait, and fails after the last. */
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
