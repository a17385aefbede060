import {
  type DomainName,
  makeTurns,
  type PageRequest,
  type SyncEnd,
  SyncRun,
  SyncRuns,
  waitForDomain,
} from "@daybook/kernel"
import { mustFind } from "@daybook/storage-sql"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { json } from "../sql/columnTypes.ts"
import { Database } from "../sql/database.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { jsonList, tableOf, valuesOf } from "../sql/table.ts"
import { migrateSyncRuns } from "./migrations.ts"
import * as SetAside from "./setAside.ts"

const table = tableOf("sync_runs", SyncRun, { failures: { type: json } })
const readIds = valuesOf(SyncRun.fields.id)

/** The record of syncs in SQLite. Its file has one process, so a domain is taken within it. */
const runs = Layer.effect(
  SyncRuns,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, read, sql, transaction } = database
    yield* migrateSyncRuns
    const turnOf = makeTurns()
    const holding = new Set<DomainName>()

    /** Marks the runs of domains that nobody holds and that still stand as running: their process has died. */
    const interrupt = transaction(
      Effect.map(Clock.currentTimeMillis, (now) => {
        all(sql`update sync_runs set status = 'interrupted', finished_at = ${now}
          where status = 'running' and domain not in (select value from json_each(${jsonList([...holding])}))`)
      }),
    )

    const take = Effect.fn("SyncRuns.take")(function* (domain: DomainName) {
      yield* waitForDomain(domain, turnOf(domain).takeScoped(1))
      yield* interrupt
      yield* Effect.acquireRelease(
        Effect.sync(() => holding.add(domain)),
        () => Effect.sync(() => holding.delete(domain)),
      )
    })

    const begin = Effect.fn("SyncRuns.begin")((domain: DomainName) =>
      transaction(
        Effect.map(Clock.currentTimeMillis, (now) => {
          const rows = all(sql`insert into sync_runs (domain, status, started_at)
            values (${domain}, 'running', ${now}) returning id`)
          return mustFind(readIds(rows)[0], "run", domain)
        }),
      ),
    )

    const progress = (id: number, itemsSynced: number, setAside: number) =>
      transaction(
        Effect.sync(() => {
          all(
            sql`update sync_runs set items_synced = ${itemsSynced}, set_aside = ${setAside} where id = ${id}`,
          )
        }),
      )

    const end = Effect.fn("SyncRuns.end")(
      (id: number, { error, failures, itemsSynced, setAside, status }: SyncEnd) =>
        transaction(
          Effect.map(Clock.currentTimeMillis, (now) => {
            const ended = table.record({ status, itemsSynced, setAside, error, failures, finishedAt: now })
            all(sql`update sync_runs set ${sql.update(ended)} where id = ${id}`)
          }),
        ),
    )

    const list = Effect.fn("SyncRuns.list")(function* (page: PageRequest) {
      yield* interrupt
      return yield* read(() => ({
        items: table.read(
          all(sql`select ${table.columns} from sync_runs order by id desc ${onPage(sql, page)}`),
        ),
        total: countRows(database, sql`sync_runs`),
      }))
    })

    return SyncRuns.of({ take, begin, progress, end, list })
  }),
)

/** The record of syncs, and the rows that they have set aside. */
export const layer = Layer.merge(runs, SetAside.layer)
