import { editItems } from "@daybook/kernel"
import {
  editedRuns,
  manualSource,
  runId,
  runPartsOf,
  sameStartMillis,
  type SourcedRun,
} from "@daybook/running"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { editLogIn } from "../kernel/edits.ts"
import { instant, texts } from "../sql/parameters.ts"
import { rowsOf } from "../sql/table.ts"

const readKeys = rowsOf(Schema.Struct({ source: Schema.String, ref: Schema.String }))

const among = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>) => {
  const parts = ids.map(runPartsOf)
  return sql`(source, ref) in (select * from unnest(
    ${texts(parts.map(([source]) => source))}, ${texts(parts.map(([, ref]) => ref))}))`
}

/** Deletes runs by their ids, with their details. */
export const deleteRuns = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>) =>
  ids.length === 0 ? Effect.succeed([]) : sql`delete from runs where ${among(sql, ids)} returning 1`

/** How the store reads and writes its runs. */
interface RunRows {
  readonly columns: Fragment
  readonly read: (rows: ReadonlyArray<unknown>) => ReadonlyArray<SourcedRun>
  readonly put: (runs: ReadonlyArray<SourcedRun>) => Effect.Effect<void, SqlError>
  /** Finds out which runs count. */
  readonly count: Effect.Effect<unknown, SqlError>
}

/** The edits of runs in SQL. */
export const editedRunsIn = (sql: SqlClient.SqlClient, { columns, count, put, read }: RunRows) =>
  editItems(editLogIn(sql, "running"), editedRuns, {
    read: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      return read(yield* sql`select ${columns} from runs where ${among(sql, ids)} and not is_removed`)
    }, Effect.orDie),
    put: Effect.fnUntraced(function* (runs: ReadonlyArray<SourcedRun>) {
      if (runs.length > 0) yield* put(runs)
      yield* sql`update runs set is_removed = false where is_removed and ${among(sql, runs.map(editedRuns.idOf))}`
      yield* count
    }, Effect.orDie),
    remove: Effect.fnUntraced(function* (ids: ReadonlyArray<string>, gone: boolean) {
      yield* gone
        ? deleteRuns(sql, ids)
        : sql`update runs set is_removed = true where not is_removed and ${among(sql, ids)}`
      yield* count
    }, Effect.orDie),
    same: Effect.fnUntraced(function* ({ startedAt }: SourcedRun) {
      const [known] = readKeys(
        yield* sql`select source, ref from runs where not is_duplicate
          and started_at between ${instant(startedAt - sameStartMillis)} and ${instant(startedAt + sameStartMillis)}
          order by source = ${manualSource}, abs(extract(epoch from started_at - ${instant(startedAt)})), source, ref limit 1`,
      )
      return known && runId(known.source, known.ref)
    }, Effect.orDie),
  })
