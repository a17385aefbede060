import * as PgClient from "@effect/sql-pg/PgClient"
import type * as PgConnection from "@effect/sql-pg/PgConnection"
import * as PgPool from "@effect/sql-pg/PgPool"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { isSqlError, SqlError, UnknownError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"
import { allBusy, asStorageUnavailable } from "../sql/unavailable.ts"
import { WaitingLine } from "./waitingLine.ts"

type Transform = Parameters<Connection["execute"]>[2]

/** A session of the pool. Its errors say whether the database is down. */
class Session implements Connection {
  readonly #connection: PgConnection.PgConnection

  constructor(connection: PgConnection.PgConnection) {
    this.#connection = connection
  }

  #rows(sql: string, params: ReadonlyArray<unknown>, transform: Transform, prepare: boolean) {
    return Effect.map(this.#raw(sql, params, prepare), ({ rows }) => transform?.(rows) ?? rows)
  }

  #raw(sql: string, params: ReadonlyArray<unknown>, prepare: boolean) {
    return Effect.mapError(this.#connection.query(sql, params, prepare), asStorageUnavailable)
  }

  #values(sql: string, params: ReadonlyArray<unknown>, prepare: boolean) {
    return Effect.mapError(this.#connection.queryValues(sql, params, prepare), asStorageUnavailable)
  }

  execute(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    return this.#rows(sql, params, transform, true)
  }

  executeUnprepared(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    return this.#rows(sql, params, transform, false)
  }

  executeRaw(sql: string, params: ReadonlyArray<unknown>) {
    return this.#raw(sql, params, true)
  }

  executeValues(sql: string, params: ReadonlyArray<unknown>) {
    return this.#values(sql, params, true)
  }

  executeValuesUnprepared(sql: string, params: ReadonlyArray<unknown>) {
    return this.#values(sql, params, false)
  }

  executeStream(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    const rows = Stream.mapError(this.#connection.stream(sql, params), asStorageUnavailable)
    return transform === undefined ? rows : Stream.map(rows, (row) => transform([row])[0])
  }

  /** Commits. The COMMIT of a transaction with a failed statement rolls back instead, and must then be an error. */
  get commit(): Effect.Effect<void, SqlError> {
    return Effect.flatMap(this.#raw("COMMIT", [], true), ({ command }) =>
      command === "ROLLBACK"
        ? Effect.fail(
            new SqlError({
              reason: new UnknownError({
                cause: new Error("COMMIT rolled back a transaction that had failed"),
                message: "COMMIT rolled back a transaction that had failed",
                operation: "commit",
              }),
            }),
          )
        : Effect.void,
    )
  }
}

/** A pool in which a wait for a connection takes no longer than `deliveryTimeout`. */
const makePool = Effect.fnUntraced(function* (
  config: PgPool.Config & { readonly maxConnections: number },
  deliveryTimeout: Duration.Duration,
) {
  const pool = yield* PgPool.make(config)
  const line = new WaitingLine(config.maxConnections, Duration.toMillis(deliveryTimeout), allBusy)
  const entered = Effect.acquireRelease(line.enter, () => line.leave, { interruptible: true })
  const get = Effect.andThen(entered, pool.get)
  const reserve = Effect.andThen(entered, pool.reserve)
  const use: typeof pool.use = (run) =>
    Effect.uninterruptibleMask((restore) => {
      const using = Effect.ensuring(restore(pool.use(run)), line.leave)
      return line.tryEnter() ? using : Effect.andThen(restore(line.enter), using)
    })
  return { get, reserve, use }
})

/**
 * The client of `@effect/sql-pg` on a pool. Every failure of a connection becomes the error that the database is down,
 * and so does waiting for one longer than `deliveryTimeout`.
 */
export const make = Effect.fnUntraced(function* (
  config: PgPool.Config & { readonly maxConnections: number },
  deliveryTimeout: Duration.Duration,
) {
  const pool = yield* makePool(config, deliveryTimeout)
  const session = (connection: PgConnection.PgConnection) => new Session(connection)
  return yield* SqlClient.make({
    driver: "pg",
    acquirer: Effect.mapBoth(pool.get, { onSuccess: session, onFailure: asStorageUnavailable }),
    transactionAcquirer: Effect.mapBoth(pool.reserve, {
      onSuccess: session,
      onFailure: asStorageUnavailable,
    }),
    borrower: (run) =>
      Effect.mapError(
        pool.use((connection) => run(session(connection))),
        (error) => (isSqlError(error) ? asStorageUnavailable(error) : error),
      ),
    prepareTransactionControls: true,
    commit: (connection) => (connection as Session).commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    compiler: PgClient.makeCompiler(),
    spanAttributes: [["db.system.name", "postgresql"]],
  })
})
