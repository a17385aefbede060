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
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DatabaseUnusable } from "../errors.ts"
import { json } from "../sql/columnTypes.ts"
import { Database } from "../sql/database.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { jsonList, tableOf, valuesOf } from "../sql/table.ts"
import { migrateSyncRuns } from "./migrations.ts"

const table = tableOf("sync_runs", SyncRun, { failures: { type: json } })
const readIds = valuesOf(SyncRun.fields.id)

/** The rows of runs. Only `SyncRuns`, on the thread that syncs, knows who has a domain. */
export class RunRows extends Context.Service<
  RunRows,
  Omit<SyncRuns["Service"], "take"> & {
    /** Marks the runs of domains that no one holds and that still stand as running: their process has died. */
    readonly interrupt: (holding: ReadonlyArray<DomainName>) => Effect.Effect<void>
  }
>()("daybook/storage-sqlite/RunRows") {}

/** The record of syncs in SQLite. */
const layerRows = Layer.effect(
  RunRows,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, read, sql, transaction } = database
    yield* migrateSyncRuns

    const interrupt = (holding: ReadonlyArray<DomainName>) =>
      transaction(
        Effect.map(Clock.currentTimeMillis, (now) => {
          all(sql`update sync_runs set status = 'interrupted', finished_at = ${now}
            where status = 'running' and domain not in (select value from json_each(${jsonList(holding)}))`)
        }),
      )

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

    const list = Effect.fn("SyncRuns.list")((page: PageRequest) =>
      read(() => ({
        items: table.read(
          all(sql`select ${table.columns} from sync_runs order by id desc ${onPage(sql, page)}`),
        ),
        total: countRows(database, sql`sync_runs`),
      })),
    )

    return RunRows.of({ interrupt, begin, progress, end, list })
  }),
)

/** The record of syncs on its rows. A file has one process, so a domain is taken within it. */
export const onRows = ({ interrupt, list, ...rows }: RunRows["Service"]): SyncRuns["Service"] => {
  const turnOf = makeTurns()
  const holding = new Set<DomainName>()
  const interruptOthers = Effect.suspend(() => interrupt([...holding]))

  const take = Effect.fn("SyncRuns.take")(function* (domain: DomainName) {
    yield* waitForDomain(domain, turnOf(domain).takeScoped(1))
    yield* interruptOthers
    yield* Effect.acquireRelease(
      Effect.sync(() => holding.add(domain)),
      () => Effect.sync(() => holding.delete(domain)),
    )
  })

  return SyncRuns.of({ ...rows, take, list: (page) => Effect.andThen(interruptOthers, list(page)) })
}

/** The record of syncs. Its rows are a port of this package only. */
export const layer: Layer.Layer<SyncRuns, DatabaseUnusable, Database> = Layer.provideMerge(
  Layer.effect(SyncRuns, Effect.map(RunRows, onRows)),
  layerRows,
)
