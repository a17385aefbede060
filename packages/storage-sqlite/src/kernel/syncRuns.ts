import { type DomainName, makeTurns, SyncRuns, waitForDomain } from "@daybook/kernel"
import { runRows } from "@daybook/storage-sql/kernel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DatabaseUnusable } from "../errors.ts"
import { Database } from "../sql/database.ts"
import { sqlOf } from "../sql/sql.ts"
import { migrateSyncRuns } from "./migrations.ts"

/** The rows of runs. Only `SyncRuns`, on the thread that syncs, knows who has a domain. */
export class RunRows extends Context.Service<
  RunRows,
  Omit<SyncRuns["Service"], "take"> & {
    /** Marks the runs of domains that no one holds and are still marked as running: their process has died. */
    readonly interrupt: (holding: ReadonlyArray<DomainName>) => Effect.Effect<void>
  }
>()("daybook/storage-sqlite/RunRows") {}

/** The record of syncs in SQLite. */
const layerRows = Layer.effect(
  RunRows,
  Effect.gen(function* () {
    const database = yield* Database
    yield* migrateSyncRuns
    const { amongTexts, sql, transaction } = sqlOf(database)
    return RunRows.of({
      ...runRows(sqlOf(database)),
      interrupt: Effect.fnUntraced(function* (holding: ReadonlyArray<DomainName>) {
        yield* sql`update sync_runs set status = 'interrupted', finished_at = ${yield* Clock.currentTimeMillis}
          where status = 'running' and not ${amongTexts("domain", holding)}`
      }, transaction),
    })
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

  return SyncRuns.of({
    ...rows,
    take,
    list: (page, domain) => Effect.andThen(interruptOthers, list(page, domain)),
  })
}

/** The record of syncs. Its rows are a port of this package only. */
export const layer: Layer.Layer<SyncRuns, DatabaseUnusable, Database> = Layer.provideMerge(
  Layer.effect(SyncRuns, Effect.map(RunRows, onRows)),
  layerRows,
)
