import { editItems } from "@daybook/kernel"
import { editedRuns, manualSource, sameStartMillis, type SourcedRun } from "@daybook/running"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Fragment } from "effect/sql/Statement"
import { editLogIn } from "../kernel/edits.ts"
import type { Database } from "../sql/database.ts"
import { jsonList, valuesOf } from "../sql/table.ts"

const readIds = valuesOf(Schema.String)

/** How the store reads and writes its runs. */
interface RunRows {
  readonly columns: Fragment
  readonly read: (rows: ReadonlyArray<unknown>) => ReadonlyArray<SourcedRun>
  readonly put: (runs: ReadonlyArray<SourcedRun>) => unknown
  /** Finds out which runs count. */
  readonly mark: Effect.Effect<void>
}

/** The condition that a run is among those of these ids. */
export const amongRuns = ({ sql }: Database["Service"], ids: ReadonlyArray<string>): Fragment =>
  sql`id in (select value from json_each(${jsonList(ids)}))`

/** The edits of runs. */
export const editedRunsIn = (database: Database["Service"], { columns, mark, put, read }: RunRows) => {
  const { all, sql } = database
  const among = (ids: ReadonlyArray<string>) => amongRuns(database, ids)
  return editItems(editLogIn(database, "running"), editedRuns, {
    read: (ids) =>
      Effect.sync(() => read(all(sql`select ${columns} from runs where ${among(ids)} and not is_removed`))),
    put: (runs) =>
      Effect.suspend(() => {
        put(runs)
        all(sql`update runs set is_removed = 0 where is_removed and ${among(runs.map(editedRuns.idOf))}`)
        return mark
      }),
    remove: (ids, gone) =>
      Effect.suspend(() => {
        all(
          gone
            ? sql`delete from runs where ${among(ids)}`
            : sql`update runs set is_removed = 1 where not is_removed and ${among(ids)}`,
        )
        return mark
      }),
    same: ({ startedAt }) =>
      Effect.sync(
        () =>
          readIds(
            all(sql`select id from runs where not is_duplicate
              and started_at between ${startedAt - sameStartMillis} and ${startedAt + sameStartMillis}
              order by source = ${manualSource}, abs(started_at - ${startedAt}), source, ref limit 1`),
          )[0],
      ),
  })
}
