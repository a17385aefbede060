import {
  type DomainName,
  makeTurns,
  type PageRequest,
  type SyncEnd,
  SyncRuns,
  SyncStatus,
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
import { migrate } from "../sql/migrator.ts"
import { mustFind } from "../sql/mustFind.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { instant } from "../sql/parameters.ts"
import * as SetAside from "./setAside.ts"

const migrateSyncRuns = migrate("syncs", {
  "1_sync_runs": (sql) => [
    sql`create table sync_runs (
      id int generated always as identity primary key,
      domain text not null,
      status text not null,
      started_at timestamptz not null,
      finished_at timestamptz,
      items_synced int not null default 0,
      error text not null default ''
    )`,
    sql`create index sync_runs_running on sync_runs (domain) where status = 'running'`,
  ],
  "2_set_aside": (sql) => [sql`alter table sync_runs add column set_aside int not null default 0`],
})

const RunRow = Schema.Struct({
  id: Schema.Int,
  domain: Schema.String,
  status: SyncStatus,
  started_at: Schema.Date,
  finished_at: Schema.NullOr(Schema.Date),
  items_synced: Schema.Int,
  set_aside: Schema.Int,
  error: Schema.String,
})

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(RunRow))

const toRun = (row: typeof RunRow.Type) => ({
  id: row.id,
  domain: row.domain,
  status: row.status,
  startedAt: row.started_at.getTime(),
  finishedAt: row.finished_at?.getTime(),
  itemsSynced: row.items_synced,
  setAside: row.set_aside,
  error: row.error,
})

/**
 * The record of syncs in SQL. A domain is taken in this process first, then on PostgreSQL by a lock of a session:
 * the server frees it when the process that holds it dies. PGlite has no second process to lock out.
 */
const runs = Layer.effect(
  SyncRuns,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateSyncRuns
    const shared = sql.driver === "pg"
    const [place] = yield* sql<{ schema: string }>`select current_schema() as schema`
    const lockOf = (domain: DomainName) => `${place?.schema ?? ""} sync ${domain}`
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
     * Holds the lock of a domain in a session of its own. The session is used now and then: it must not be taken for one
     * that fell silent, and where it is lost its lock is, so that the holder ends.
     */
    const lockSession = Effect.fnUntraced(function* (
      domain: DomainName,
      holder: Fiber.Fiber<unknown, unknown>,
    ) {
      const session = yield* sql.reserve
      yield* Effect.acquireRelease(
        ask(session, "select pg_advisory_lock(hashtextextended($1, 0))", lockOf(domain)).pipe(
          // A wait for a lock ends before the limit of a statement does.
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
      const taking = Effect.andThen(
        turnOf(domain).takeScoped(1),
        shared ? lockSession(domain, holder) : Effect.void,
      )
      yield* waitForDomain(domain, taking)
      yield* Effect.acquireRelease(
        Effect.sync(() => holding.add(domain)),
        () => Effect.sync(() => holding.delete(domain)),
      )
      yield* interrupt(domain)
    }, Effect.orDie)

    const begin = Effect.fn("SyncRuns.begin")(function* (domain: DomainName) {
      const [row] = yield* sql<{ id: number }>`insert into sync_runs (domain, status, started_at)
        values (${domain}, 'running', ${instant(yield* Clock.currentTimeMillis)}) returning id`
      return mustFind(row, "run", domain).id
    }, Effect.orDie)

    const progress = (id: number, itemsSynced: number, setAside: number) =>
      sql`update sync_runs set items_synced = ${itemsSynced}, set_aside = ${setAside} where id = ${id}`.pipe(
        Effect.asVoid,
        Effect.orDie,
      )

    const end = Effect.fn("SyncRuns.end")(function* (
      id: number,
      { status, itemsSynced, setAside, error }: SyncEnd,
    ) {
      const now = yield* Clock.currentTimeMillis
      yield* sql`update sync_runs set status = ${status}, items_synced = ${itemsSynced},
        set_aside = ${setAside}, error = ${error}, finished_at = ${instant(now)} where id = ${id}`
    }, Effect.orDie)

    /** A run that stands as running while nobody has its domain has died. */
    const settle = Effect.fnUntraced(function* (domain: DomainName) {
      if (holding.has(domain)) return
      if (!shared) return yield* interrupt(domain)
      yield* sql.withTransaction(
        Effect.gen(function* () {
          const [lock] = yield* sql<{ free: boolean }>`
            select pg_try_advisory_xact_lock(hashtextextended(${lockOf(domain)}, 0)) as free`
          if (lock?.free === true) yield* interrupt(domain)
        }),
      )
    })

    const list = Effect.fn("SyncRuns.list")(function* (page: PageRequest) {
      const running = yield* sql<{
        domain: DomainName
      }>`select distinct domain from sync_runs where status = 'running'`
      for (const { domain } of running) yield* settle(domain)
      const rows = yield* decodeRows(
        yield* sql`select * from sync_runs order by id desc ${onPage(sql, page)}`,
      )
      const total = yield* countRows(sql, sql`sync_runs`)
      return { items: rows.map(toRun), total }
    }, Effect.orDie)

    return SyncRuns.of({ take, begin, progress, end, list })
  }),
)

/** The record of syncs, and the rows that they have set aside. */
export const layer = Layer.merge(runs, SetAside.layer)
