import {
  type DomainName,
  makeTurns,
  type PageRequest,
  type SyncEnd,
  SyncRun,
  SyncRuns,
  waitForDomain,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import type { SqlError } from "effect/sql/SqlError"
import { migrateSyncRuns } from "./migrations.ts"
import { mustFind } from "@daybook/storage-sql"
import { countRows, onPage } from "../sql/paging.ts"
import { instant } from "../sql/parameters.ts"
import { json } from "../sql/sqlTypes.ts"
import { tableOf, valuesOf } from "../sql/table.ts"
import { readSchema } from "../sql/migrator.ts"
import * as RejectedRows from "./rejectedRows.ts"

const table = tableOf("sync_runs", SyncRun, { failures: { type: json } })
const readIds = valuesOf(SyncRun.fields.id)
const readDomains = valuesOf(SyncRun.fields.domain)
const readFree = valuesOf(Schema.Boolean)

/**
 * The record of syncs in SQL. A domain is taken in this process first, then by a lock of a session, which the server frees
 * when the process that holds it dies.
 */
const runs = Layer.effect(
  SyncRuns,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateSyncRuns
    const schema = yield* readSchema(sql)
    const lockOf = (domain: DomainName) => `${schema} sync ${domain}`
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

    const begin = Effect.fn("SyncRuns.begin")(function* (domain: DomainName) {
      const rows = yield* sql`insert into sync_runs (domain, status, started_at)
        values (${domain}, 'running', ${instant(yield* Clock.currentTimeMillis)}) returning id`
      return mustFind(readIds(rows)[0], "run", domain)
    }, Effect.orDie)

    const progress = (id: number, itemsSynced: number, setAside: number) =>
      sql`update sync_runs set items_synced = ${itemsSynced}, set_aside = ${setAside} where id = ${id}`.pipe(
        Effect.asVoid,
        Effect.orDie,
      )

    const end = Effect.fn("SyncRuns.end")(function* (
      id: number,
      { error, failures, itemsSynced, setAside, status }: SyncEnd,
    ) {
      const now = yield* Clock.currentTimeMillis
      const ended = table.record({ status, itemsSynced, setAside, error, failures, finishedAt: now })
      yield* sql`update sync_runs set ${sql.update(ended)} where id = ${id}`
    }, Effect.orDie)

    /** Marks runs of a free domain that still stand as running: their process has died. */
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

    const list = Effect.fn("SyncRuns.list")(function* (page: PageRequest) {
      const running = yield* sql`select distinct domain from sync_runs where status = 'running'`
      for (const domain of readDomains(running)) yield* settle(domain)
      const rows = yield* sql`select ${table.columns} from sync_runs order by id desc ${onPage(sql, page)}`
      return { items: table.read(rows), total: yield* countRows(sql, sql`sync_runs`) }
    }, Effect.orDie)

    return SyncRuns.of({ take, begin, progress, end, list })
  }),
)

/** The record of syncs, and the rows that they have set aside. */
export const layer = Layer.merge(runs, RejectedRows.layer)
