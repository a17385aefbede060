import {
  dayOf,
  editStoreOf,
  type EpochMillis,
  dedupeByKey,
  LocalDate,
  type SourceCursor,
} from "@daybook/kernel"
import { outlineOf, Run, type RunChanges, runEntry, runId, RunStore, type SourcedRun } from "@daybook/running"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { journalIn } from "../journal/index.ts"
import { writerOf } from "../kernel/dataVersions.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { Database } from "../sql/database.ts"
import { tableOf, valuesOf } from "../sql/table.ts"
import { detailsOf, tellingsOf } from "@daybook/storage-sql/running"
import { dieOfSql } from "@daybook/storage-sql"
import { sqlOf } from "../sql/sql.ts"
import { amongRuns, editedRunsIn } from "./edits.ts"
import { listsIn } from "./lists.ts"
import { migrateRunning } from "./migrations.ts"
import { runningSearch } from "./search.ts"
import { statsIn } from "./stats.ts"

// The day is the run's own, else the owner's.
const storedRun = Schema.Struct({
  source: Schema.String,
  ...Struct.omit(Run.fields, ["localDay"]),
  day: LocalDate,
  dayIsLocal: Schema.Boolean,
  outline: Schema.String,
})

const table = tableOf("runs", storedRun)

/** A row as a run. A day that is not its own is the owner's. */
const runOf = ({ day, dayIsLocal, outline: _outline, ...run }: typeof storedRun.Type): SourcedRun => ({
  ...run,
  localDay: dayIsLocal ? day : undefined,
})

const readStarts = valuesOf(Run.fields.startedAt)
const readRefs = valuesOf(Run.fields.ref)

/** Runs in SQLite. */
export const layer = Layer.effect(
  RunStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, many, read, sql } = database
    const zone = yield* DateTime.CurrentTimeZone
    yield* migrateRunning

    /** Stores the days again of runs that know none of their own. */
    const findDays = (): void => {
      const starts = readStarts(all(sql`select distinct started_at from runs where not day_is_local`))
      many({
        text: "update runs set day = ? where started_at = ? and not day_is_local",
        rows: starts.map((at) => [dayOf(at, zone), at]),
      })
    }
    const { journal, settle } = yield* journalIn(
      "running",
      {
        select: sql`select *, started_at as at, 0 as day_only, 1 as count from runs where not is_duplicate`,
        ownDays: true,
        columns: table.columns,
        read: (rows) => table.read(rows).map(runEntry),
      },
      { findDays },
    )
    const search = yield* runningSearch(database)
    const write = yield* writerOf("running", [settle, search.settle])
    const cursors = cursorsIn(database, "run_cursors")
    const details = detailsOf(sqlOf(database), sql`ref`)
    const tellings = tellingsOf(sqlOf(database))

    const upsert = (runs: ReadonlyArray<SourcedRun>) => {
      const rows = runs.map(({ localDay, ...run }) => ({
        ...run,
        day: localDay ?? dayOf(run.startedAt, zone),
        dayIsLocal: localDay !== undefined,
        outline: outlineOf(run.polyline),
      }))
      return many(table.insert(rows, `${table.replace("source", "ref")} returning ref`))
    }

    const byHand = editedRunsIn(database, {
      columns: table.columns,
      read: (rows) => table.read(rows).map(runOf),
      put: upsert,
      mark: Effect.orDie(tellings.mark()),
    })

    const storeRuns = Effect.fn("RunStore.storeRuns")((
      source: string,
      { details: told = [], gone, others = [], runs }: RunChanges,
      cursor?: SourceCursor,
    ) => {
      const latest = dedupeByKey(runs, ({ ref }) => ref)
      const left = [...gone, ...others.map(({ ref }) => ref)]
      const touched = [...latest, ...others]
      const refs = [...left, ...touched.map(({ ref }) => ref), ...told.map(({ ref }) => ref)]
      return write(
        dieOfSql(
          Effect.gen(function* () {
            const before = yield* tellings.startsOf(source, refs)
            const forgotten = yield* byHand.forget(left.map((ref) => runId(source, ref)))
            const known = yield* byHand.tell(latest.map((run) => ({ source, ...run })))
            const removed = all(
              sql`delete from runs where ${amongRuns(database, forgotten.untouched)} returning ref`,
            )
            const changed = upsert(known.untouched)
            const noted = yield* tellings.noteOthers(source, latest, others)
            yield* details.store(source, told)
            const seen = forgotten.changed + known.changed + removed.length + changed.length
            if (seen + noted + told.length > 0)
              yield* tellings.mark([...before, ...touched.map(({ startedAt }) => startedAt)])
            yield* cursors.save(cursor)
            return seen
          }),
        ),
      )
    })

    const refsSince = Effect.fn("RunStore.refsSince")((source: string, from: EpochMillis) =>
      read(() =>
        readRefs(
          all(sql`select ref from runs where source = ${source} and started_at >= ${from} order by ref`),
        ),
      ),
    )

    return RunStore.of({
      storeRuns,
      cursor: cursors.read,
      refsSince,
      dueDetails: details.due,
      detailsAskedSince: details.askedSince,
      lists: listsIn(database, zone, details, byHand.leadsTo, search.matching),
      edits: editStoreOf([byHand], write),
      ...statsIn(database, zone),
      journal,
      searchable: search.searchable,
    })
  }),
)
