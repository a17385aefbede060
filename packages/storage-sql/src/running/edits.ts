import { editItems } from "@daybook/kernel"
import {
  editedRuns,
  manualSource,
  otherReportsOfRuns,
  type PlayReport,
  Run,
  sameStartMillis,
  type SourcedRun,
} from "@daybook/running"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { editLogOf } from "../kernel/edits.ts"
import type { Sql } from "../sql.ts"
import { rowsOf } from "../table.ts"

const readNear = rowsOf(
  Schema.Struct({ id: Schema.String, source: Schema.String, startedAt: Run.fields.startedAt }),
)

/** How the store reads and writes its runs. */
interface RunRows {
  readonly columns: Fragment
  readonly read: (rows: ReadonlyArray<unknown>) => ReadonlyArray<SourcedRun>
  readonly put: (runs: ReadonlyArray<SourcedRun>) => Effect.Effect<unknown, SqlError>
  /** Finds out which runs count. */
  readonly mark: Effect.Effect<void, SqlError>
  readonly reportsNear: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<PlayReport>>
}

/** The edits of runs. */
export const editedRunsOf = (database: Sql, { columns, mark, put, read, reportsNear }: RunRows) => {
  const { amongTexts, instant, sql } = database
  return editItems(editLogOf(database, "running"), editedRuns, {
    read: (ids) =>
      sql`select ${columns} from runs where ${amongTexts("id", ids)} and not is_removed`.pipe(
        Effect.map(read),
        Effect.orDie,
      ),
    put: Effect.fnUntraced(function* (runs: ReadonlyArray<SourcedRun>) {
      yield* put(runs)
      const these = amongTexts("id", runs.map(editedRuns.idOf))
      yield* sql`update runs set is_removed = ${false} where is_removed and ${these}`
      yield* mark
    }, Effect.orDie),
    remove: Effect.fnUntraced(function* (ids: ReadonlyArray<string>, gone: boolean) {
      const these = amongTexts("id", ids)
      yield* gone
        ? sql`delete from runs where ${these}`
        : sql`update runs set is_removed = ${true} where not is_removed and ${these}`
      yield* mark
    }, Effect.orDie),
    otherReports: (id) => Effect.map(reportsNear([id]), (near) => otherReportsOfRuns(near, new Set([id]))),
    same: Effect.fnUntraced(function* ({ startedAt }: SourcedRun) {
      const near = readNear(
        yield* sql`select ${sql.literal(readNear.selected)} from runs where not is_duplicate
          and started_at between ${instant(startedAt - sameStartMillis)} and ${instant(startedAt + sameStartMillis)}
          order by source, ref`,
      )
      const ranked = near.map((one) => ({
        ...one,
        isManual: Number(one.source === manualSource),
        away: Math.abs(one.startedAt - startedAt),
      }))
      return ranked.toSorted((one, other) => one.isManual - other.isManual || one.away - other.away)[0]?.id
    }, Effect.orDie),
  })
}
