import { dayOf, type EpochMillis, type SourceCursor } from "@daybook/kernel"
import { fileSource, type Run, type RunChanges, RunStore, sameStartMillis } from "@daybook/running"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { keepZone } from "../kernel/keepZone.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { migrate } from "../sql/migrator.ts"
import { booleans, dates, instant, instants, ints, texts } from "../sql/parameters.ts"
import { migrateVersions, writerOf } from "../kernel/dataVersions.ts"

const migrateRunning = migrate("running", {
  "1_runs": (sql) => [
    sql`create table runs (
      source text not null,
      ref text not null,
      started_at timestamptz not null,
      day date not null,
      year int generated always as (extract(year from day)::int) stored,
      day_is_local boolean not null,
      distance_mm int not null,
      climb_mm int not null,
      moving_seconds int not null,
      is_race boolean not null,
      primary key (source, ref)
    )`,
    sql`create index runs_by_year on runs (year)`,
    sql`create index runs_by_start on runs (started_at)`,
    sql`create table run_cursors (source text primary key, cursor text not null)`,
    // The time zone in which the days of runs without a local day were found.
    sql`create table running_zone (zone text not null)`,
  ],
})

const TotalsRow = Schema.Struct({
  runs: Schema.Int,
  distance_mm: Schema.Finite,
  climb_mm: Schema.Finite,
  moving_seconds: Schema.Finite,
  longest_mm: Schema.Int,
  races: Schema.Int,
})

const decodeTotals = Schema.decodeUnknownEffect(Schema.Array(TotalsRow))

/** Runs in SQL. A year is added up from its runs when it is asked for: they are some hundreds. */
export const layer = Layer.effect(
  RunStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const zone = yield* DateTime.CurrentTimeZone
    yield* migrateVersions
    yield* migrateRunning
    yield* keepZone(sql, zone, {
      domain: "running",
      table: "running_zone",
      work: "finding the days of runs",
      findAnew: (long) => findDays(long, zone),
    })

    const write = writerOf(sql, "running")
    const cursors = cursorsIn(sql, "run_cursors")

    const upsert = (source: string, runs: ReadonlyArray<Run>) => sql`
      insert into runs (source, ref, started_at, day, day_is_local, distance_mm, climb_mm, moving_seconds, is_race)
      select ${source}::text, * from unnest(
        ${texts(runs.map((run) => run.ref))},
        ${instants(runs.map((run) => run.startedAt))},
        ${dates(runs.map((run) => run.localDay ?? dayOf(run.startedAt, zone)))},
        ${booleans(runs.map((run) => run.localDay !== undefined))},
        ${ints(runs.map((run) => run.distanceMm))},
        ${ints(runs.map((run) => run.climbMm))},
        ${ints(runs.map((run) => run.movingSeconds))},
        ${booleans(runs.map((run) => run.isRace))}
      )
      on conflict (source, ref) do update set
        started_at = excluded.started_at, day = excluded.day, day_is_local = excluded.day_is_local,
        distance_mm = excluded.distance_mm, climb_mm = excluded.climb_mm,
        moving_seconds = excluded.moving_seconds, is_race = excluded.is_race
      where (runs.started_at, runs.day, runs.day_is_local, runs.distance_mm, runs.climb_mm,
          runs.moving_seconds, runs.is_race)
        is distinct from (excluded.started_at, excluded.day, excluded.day_is_local, excluded.distance_mm,
          excluded.climb_mm, excluded.moving_seconds, excluded.is_race)
      returning 1`

    const storeRuns = Effect.fn("RunStore.storeRuns")(function* (
      source: string,
      { gone, runs }: RunChanges,
      cursor?: SourceCursor,
    ) {
      // Of a run that comes more than once in its batch the last one stands.
      const latest = new Map(runs.map((run) => [run.ref, run]))
      const all = Effect.gen(function* () {
        const removed =
          gone.length === 0
            ? []
            : yield* sql`delete from runs where source = ${source} and ref = any(${texts(gone)}) returning 1`
        const changed = latest.size === 0 ? [] : yield* upsert(source, [...latest.values()])
        yield* cursors.save(cursor)
        return removed.length + changed.length
      })
      return yield* write(all)
    }, Effect.orDie)

    const refsSince = Effect.fn("RunStore.refsSince")(function* (source: string, from: EpochMillis) {
      const rows = yield* sql<{ ref: string }>`select ref from runs
        where source = ${source} and started_at >= ${instant(from)} order by ref`
      return rows.map(({ ref }) => ref)
    }, Effect.orDie)

    const yearTotals = Effect.fn("RunStore.yearTotals")(function* (year: number) {
      const reach = sql.literal(`interval '${sameStartMillis} milliseconds'`)
      const [row] = yield* decodeTotals(
        yield* sql`select count(*)::int as runs, sum(distance_mm)::float8 as distance_mm,
            sum(climb_mm)::float8 as climb_mm, sum(moving_seconds)::float8 as moving_seconds,
            max(distance_mm) as longest_mm, (count(*) filter (where is_race))::int as races
          from runs
          where year = ${year} and not (source = ${fileSource} and exists (
            select 1 from runs as other where other.source <> ${fileSource}
            and other.started_at between runs.started_at - ${reach} and runs.started_at + ${reach}))
          having count(*) > 0`,
      )
      return Option.map(Option.fromUndefinedOr(row), (totals) => ({
        runs: totals.runs,
        distanceMm: totals.distance_mm,
        climbMm: totals.climb_mm,
        movingSeconds: totals.moving_seconds,
        longestMm: totals.longest_mm,
        races: totals.races,
      }))
    }, Effect.orDie)

    return RunStore.of({ storeRuns, cursor: cursors.read, refsSince, yearTotals })
  }),
)

/** Finds the days anew of runs that have no local one. */
const findDays = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, zone: DateTime.TimeZone) {
  const starts = yield* sql<{ started_at: Date }>`
    select distinct started_at from runs where not day_is_local`
  const times = starts.map(({ started_at: start }) => start.getTime())
  yield* sql`update runs set day = found.day
    from unnest(${instants(times)}, ${dates(times.map((time) => dayOf(time, zone)))}) as found (started_at, day)
    where runs.started_at = found.started_at and not day_is_local`
})
