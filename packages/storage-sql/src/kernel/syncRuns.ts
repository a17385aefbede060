import { type DomainName, type PageRequest, type SyncEnd, SyncRun } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { mustFind } from "../mustFind.ts"
import { pageOf } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { described, valuesOf } from "../table.ts"

const syncRuns = described("sync_runs", SyncRun, { failures: { type: "json" } })
const readIds = valuesOf(SyncRun.fields.id)

/** The rows of syncs. Each database knows in its own way who has a domain. */
export const runRows = ({ instant, read, sql, tableOf, transaction }: Sql) => {
  const table = tableOf(syncRuns)
  return {
    begin: Effect.fn("SyncRuns.begin")(function* (domain: DomainName) {
      const rows = yield* sql`insert into sync_runs (domain, status, started_at)
        values (${domain}, 'running', ${instant(yield* Clock.currentTimeMillis)}) returning id`
      return mustFind(readIds(rows)[0], "run", domain)
    }, transaction),

    progress: (id: number, itemsSynced: number, setAside: number) =>
      sql`update sync_runs set items_synced = ${itemsSynced}, set_aside = ${setAside} where id = ${id}`.pipe(
        Effect.asVoid,
        transaction,
      ),

    end: Effect.fn("SyncRuns.end")(function* (
      id: number,
      { error, failures, itemsSynced, setAside, status }: SyncEnd,
    ) {
      const now = yield* Clock.currentTimeMillis
      const ended = table.record({ status, itemsSynced, setAside, error, failures, finishedAt: now })
      yield* sql`update sync_runs set ${sql.update(ended)} where id = ${id}`
    }, transaction),

    list: Effect.fn("SyncRuns.list")((page: PageRequest, domain?: DomainName) => {
      const runs = domain === undefined ? sql`sync_runs` : sql`sync_runs where domain = ${domain}`
      return pageOf(sql, table, runs, sql`id desc`, page)
    }, read),
  }
}
