import {
  type DomainName,
  makeTurns,
  type PageRequest,
  SyncRun,
  SyncRuns,
  waitForDomain,
} from "@daybook/kernel"
import { runRows } from "@daybook/storage-sql/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import { migrateSyncRuns } from "./migrations.ts"
import { instant } from "../sql/parameters.ts"
import { sqlOf } from "../sql/sql.ts"
import { valuesOf } from "../sql/table.ts"
import { readSchema } from "../sql/migrator.ts"

const readDomains = valuesOf(SyncRun.fields.domain)
const readFree = valuesOf(Schema.Boolean)

/**
 * The record of syncs in SQL. A domain is taken in this process first, then by a lock of a session, which the server frees
 * when the process that holds it dies.
 */
export const layer = Layer.effect(
  SyncRuns,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateSyncRuns
    const schema = yield* readSchema(sql)
    const lockOf = (domain: DomainName) => `${schema} sync ${domain}`
    const rows = runRows(sqlOf(sql))
    const turnOf = makeTurns()
    const holding = new Set<DomainName>()

    const interrupt = Effect.fnUntraced(function* (domain: DomainName) {
      const now = yield* Clock.currentTimeMillis
      yield* sql`update sync_runs set status = 'interrupted', finished_at = ${instant(now)}
        where domain = ${domain} and status = 'running'`
    })

    const ask = (session: Connection, statement: string, ...params: ReadonlyArray<unknown>) =>
      session.executeUnprepared(statement, params, undefined)

    /**
     * Holds the lock of a domain in its own session. A statement now and then keeps the session from being closed as
     * silent, and shows when it is lost. The lock is then lost too, so the holder fails.
     */
    const lockSession = Effect.fnUntraced(function* (
      domain: DomainName,
      holder: Fiber.Fiber<unknown, unknown>,
    ) {
      const session = yield* sql.reserve
      yield* Effect.acquireRelease(
        ask(session, "select pg_advisory_lock(hashtextextended($1, 0))", lockOf(domain)).pipe(
          // `lock_timeout` is shorter than the limit of a statement, so a longer wait needs retries.
          Effect.retry({ while: ({ reason }) => reason._tag === "LockTimeoutError" }),
        ),
        () =>
          Effect.ignore(ask(session, "select pg_advisory_unlock(hashtextextended($1, 0))", lockOf(domain))),
        { interruptible: true },
      )
      const lost = (error: SqlError) =>
        Effect.andThen(
          Effect.logWarning(`the sync of ${domain} is interrupted: the database let go of its lock`, error),
          Effect.sync(() => holder.interruptUnsafe()),
        )
      yield* ask(session, "select 1").pipe(
        Effect.andThen(Effect.sleep("2 seconds")),
        Effect.forever,
        Effect.catch(lost),
        Effect.forkScoped,
      )
    })

    const take = Effect.fn("SyncRuns.take")(function* (domain: DomainName) {
      const holder = yield* Effect.withFiberSucceed((fiber) => fiber)
      yield* waitForDomain(domain, Effect.andThen(turnOf(domain).takeScoped(1), lockSession(domain, holder)))
      yield* Effect.acquireRelease(
        Effect.sync(() => holding.add(domain)),
        () => Effect.sync(() => holding.delete(domain)),
      )
      yield* interrupt(domain)
    }, Effect.orDie)

    /** Marks runs of a free domain that are still marked as running: their process has died. */
    const settle = Effect.fnUntraced(function* (domain: DomainName) {
      if (holding.has(domain)) return
      yield* sql.withTransaction(
        Effect.gen(function* () {
          const [free] = readFree(
            yield* sql`select pg_try_advisory_xact_lock(hashtextextended(${lockOf(domain)}, 0))`,
          )
          if (free === true) yield* interrupt(domain)
        }),
      )
    })

    const list = Effect.fn("SyncRuns.list")(function* (page: PageRequest, ofDomain?: DomainName) {
      const running = yield* sql`select distinct domain from sync_runs where status = 'running'`
      for (const domain of readDomains(running)) yield* settle(domain)
      return yield* rows.list(page, ofDomain)
    }, Effect.orDie)

    return SyncRuns.of({ ...rows, take, list })
  }),
)
