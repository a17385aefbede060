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
import * as SqlClient from "effect/sql/SqlClient"
import { keepZone } from "../kernel/keepZone.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { detailsOf, tellingsOf } from "@daybook/storage-sql/running"
import { sqlOf } from "../sql/sql.ts"
import { deleteRuns, editedRunsIn } from "./edits.ts"
import { listsIn } from "./lists.ts"
import { runningSearch } from "./search.ts"
import { statsIn } from "./stats.ts"
import { migrateRunning } from "./migrations.ts"
import { dates, instant, instants } from "../sql/parameters.ts"
import { tableOf, valuesOf } from "../sql/table.ts"
import { journalIn } from "../journal/index.ts"

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

/** Runs in SQL. */
export const layer = Layer.effect(
  RunStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const zone = yield* DateTime.CurrentTimeZone
    yield* migrateRunning
    yield* keepZone(sql, zone, {
      domain: "running",
      table: "running_zone",
      work: "finding the days of runs",
      findAnew: (long) => findDays(long, zone),
    })

    const { journal, write } = yield* journalIn("running", (client) => ({
      select: client`select runs.*, (source || ':' || ref) collate "C" as id, started_at as at, false as day_only, 1 as count
        from runs where not is_duplicate`,
      ownDays: true,
      columns: table.columns,
      read: (rows) => table.read(rows).map(runEntry),
    }))
    const { matching, searchable } = yield* runningSearch
    const cursors = cursorsIn(sql, "run_cursors")
    const details = detailsOf(sqlOf(sql), sql.literal(`ref collate "C"`))
    const tellings = tellingsOf(sqlOf(sql))
    const byHand = editedRunsIn(sql, {
      columns: table.columns,
      read: (rows) => table.read(rows).map(runOf),
      put: (runs) => Effect.asVoid(upsert(runs)),
      count: tellings.mark(),
    })

    const upsert = (runs: ReadonlyArray<SourcedRun>) => {
      const rows = runs.map(({ localDay, ...run }) => ({
        ...run,
        day: localDay ?? dayOf(run.startedAt, zone),
        dayIsLocal: localDay !== undefined,
        outline: outlineOf(run.polyline),
      }))
      return sql`${table.insert(rows)} on conflict (source, ref) ${table.replace("source", "ref")} returning 1`
    }

    const storeRuns = Effect.fn("RunStore.storeRuns")(function* (
      source: string,
      { details: told = [], gone, others = [], runs }: RunChanges,
      cursor?: SourceCursor,
    ) {
      const latest = dedupeByKey(runs, ({ ref }) => ref)
      const left = [...gone, ...others.map(({ ref }) => ref)]
      const touched = [...latest, ...others]
      const refs = [...left, ...touched.map(({ ref }) => ref), ...told.map(({ ref }) => ref)]
      const all = Effect.gen(function* () {
        const before = yield* tellings.startsOf(source, refs)
        const forgotten = yield* byHand.forget(left.map((ref) => runId(source, ref)))
        const known = yield* byHand.tell(latest.map((run) => ({ source, ...run })))
        const removed = yield* deleteRuns(sql, forgotten.untouched)
        const changed = known.untouched.length === 0 ? [] : yield* upsert(known.untouched)
        const noted = yield* tellings.noteOthers(source, latest, others)
        yield* details.store(source, told)
        const seen = forgotten.changed + known.changed + removed.length + changed.length
        if (seen + noted + told.length > 0)
          yield* tellings.mark([...before, ...touched.map(({ startedAt }) => startedAt)])
        yield* cursors.save(cursor)
        return seen
      })
      return yield* write(all)
    }, Effect.orDie)

    const refsSince = Effect.fn("RunStore.refsSince")(function* (source: string, from: EpochMillis) {
      return readRefs(
        yield* sql`select ref from runs
          where source = ${source} and started_at >= ${instant(from)} order by ref`,
      )
    }, Effect.orDie)

    return RunStore.of({
      storeRuns,
      cursor: cursors.read,
      refsSince,
      dueDetails: details.due,
      detailsAskedSince: details.askedSince,
      lists: listsIn(sql, zone, details, byHand.leadsTo, matching),
      edits: editStoreOf([byHand], (change) => Effect.catchTag(write(change), "SqlError", Effect.die)),
      ...statsIn(sql, zone),
      journal,
      searchable,
    })
  }),
)

/** Recomputes the days of runs without a local one. */
const findDays = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, zone: DateTime.TimeZone) {
  const times = readStarts(yield* sql`select distinct started_at from runs where not day_is_local`)
  yield* sql`update runs set day = found.day
    from unnest(${instants(times)}, ${dates(times.map((time) => dayOf(time, zone)))}) as found (started_at, day)
    where runs.started_at = found.started_at and not day_is_local`
})
