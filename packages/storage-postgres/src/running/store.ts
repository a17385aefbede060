import { dayOf, type EpochMillis, lastOfEach, LocalDate, type SourceCursor } from "@daybook/kernel"
import {
  fileSource,
  outlineOf,
  Run,
  type RunChanges,
  runEntry,
  RunStore,
  sameStartMillis,
} from "@daybook/running"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as SqlClient from "effect/sql/SqlClient"
import { keepZone } from "../kernel/keepZone.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { detailsIn } from "./details.ts"
import { listsIn } from "./lists.ts"
import { statsIn } from "./stats.ts"
import { migrateRunning } from "./migrations.ts"
import { dates, instant, instants, texts } from "../sql/parameters.ts"
import { tableOf, valuesOf } from "../sql/table.ts"
import { journalIn } from "../journal/index.ts"

const table = tableOf(
  "runs",
  // The day is the run's own, else the person's.
  Schema.Struct({
    source: Schema.String,
    ...Struct.omit(Run.fields, ["localDay"]),
    day: LocalDate,
    dayIsLocal: Schema.Boolean,
    outline: Schema.String,
  }),
)

const readStarts = valuesOf(Run.fields.startedAt)
const readRefs = valuesOf(Run.fields.ref)

/** Notes which runs of files another source has, too. They are known by the start, so any change may make or end one. */
const markDuplicates = (sql: SqlClient.SqlClient) => {
  const reach = sql.literal(`interval '${sameStartMillis} milliseconds'`)
  const isKnownElsewhere = sql`exists (select 1 from runs as other where other.source <> ${fileSource}
    and other.started_at between runs.started_at - ${reach} and runs.started_at + ${reach})`
  return sql`update runs set is_duplicate = not is_duplicate
    where source = ${fileSource} and is_duplicate <> ${isKnownElsewhere}`
}

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
    const cursors = cursorsIn(sql, "run_cursors")
    const details = detailsIn(sql)

    const upsert = (source: string, runs: ReadonlyArray<Run>) => {
      const rows = runs.map(({ localDay, ...run }) => ({
        source,
        ...run,
        day: localDay ?? dayOf(run.startedAt, zone),
        dayIsLocal: localDay !== undefined,
        outline: outlineOf(run.polyline),
      }))
      return sql`${table.insert(rows)} on conflict (source, ref) ${table.replace("source", "ref")} returning 1`
    }

    const storeRuns = Effect.fn("RunStore.storeRuns")(function* (
      source: string,
      { details: told = [], gone, runs }: RunChanges,
      cursor?: SourceCursor,
    ) {
      const latest = lastOfEach(runs, ({ ref }) => ref)
      const all = Effect.gen(function* () {
        const removed =
          gone.length === 0
            ? []
            : yield* sql`delete from runs where source = ${source} and ref = any(${texts(gone)}) returning 1`
        const changed = latest.length === 0 ? [] : yield* upsert(source, latest)
        if (removed.length + changed.length > 0) yield* markDuplicates(sql)
        yield* details.store(source, told)
        yield* cursors.save(cursor)
        return removed.length + changed.length
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
      lists: listsIn(sql, zone, details),
      ...statsIn(sql, zone),
      journal,
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
