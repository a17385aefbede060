import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"

/**
 * The first key of advisory locks of profiles. Databases hold other locks, and several schemas of ours: `lane` locks are
 * held by those who apply or erase, `acceptance` locks by those who accept. The one `gate` is shared by those who accept, and
 * closed by those who merge or erase, for whom no id may lead anywhere else meanwhile.
 */
export const lockClass = (sql: SqlClient.SqlClient, schema: string, kind: "lane" | "acceptance" | "gate") =>
  sql`hashtext(${`${schema} profiles ${kind}`})`

/** Shares the gate to the end of the transaction: the first of its locks, so that nobody waits who holds another. */
export const passGate = (sql: SqlClient.SqlClient, schema: string) =>
  sql`select pg_advisory_xact_lock_shared(${lockClass(sql, schema, "gate")}, 0)`

// A server that hangs in the middle of an acceptance holds merges back, and acceptances wait behind a merge that waits.
const gateLimit = "100ms"
const gateTries = 20

/** Closes the gate to the end of the transaction. Fails with a lock timeout before others have waited for long. */
export const closeGate = (sql: SqlClient.SqlClient, schema: string) =>
  Effect.gen(function* () {
    yield* sql`set local lock_timeout = ${sql.literal(`'${gateLimit}'`)}`
    yield* sql`select pg_advisory_xact_lock(${lockClass(sql, schema, "gate")}, 0)`
    yield* sql`set local lock_timeout to default`
  })

/** Runs a transaction that closes the gate, again and again while somebody keeps it open. */
export const behindGate = <A, E, R>(transaction: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(transaction, {
    times: gateTries,
    while: (error) => isSqlError(error) && error.reason._tag === "LockTimeoutError",
  })
