import type { DateRange, PageRequest } from "@daybook/kernel"
import {
  EffortName,
  EffortRecord,
  GearItem,
  RunItem,
  RunLine,
  type RunningLists,
  type RunSort,
  type RunsQuery,
} from "@daybook/running"
import type { detailsOf } from "@daybook/storage-sql/running"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { Fragment } from "effect/sql/Statement"
import { inDays } from "../journal/index.ts"
import type { searchIn } from "../search/index.ts"
import type { Database } from "../sql/database.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { jsonList, rowsOf } from "../sql/table.ts"

const readItems = rowsOf(RunItem)
const readFound = rowsOf(Schema.Struct({ ...RunItem.fields, source: Schema.String, ref: Schema.String }))
const readEfforts = rowsOf(EffortRecord, { run: { flat: {} } })
const readGear = rowsOf(GearItem)
const readLines = rowsOf(RunLine)

const columns = `runs.id, runs.day, runs.started_at, runs.distance_mm, runs.climb_mm, runs.moving_seconds, runs.is_race,
  runs.name, runs.elapsed_seconds, coalesce(runs.heart_rate, lender.heart_rate) as heart_rate,
  coalesce(runs.cadence, lender.cadence) as cadence, runs.gear_ref, runs.city,
  coalesce(nullif(runs.polyline, ''), lender.polyline, '') as polyline, coalesce(run_gear.name, '') as gear_name`

/** The runs that count, with their time as `at`, which a range of days takes. */
const counted = `(select *, started_at as at from runs where not is_duplicate) as runs`

const withGear = `left join run_gear on run_gear.source = runs.source and run_gear.ref = runs.gear_ref`

/** With the recording that a run without details has them of. */
const withLender = `left join runs as lender on lender.lends_source = runs.source and lender.lends_ref = runs.ref`

/** The value by which a list is in order. */
const keys: Readonly<Record<RunSort, string>> = {
  started: "runs.started_at",
  distance: "runs.distance_mm",
  duration: "runs.moving_seconds",
  pace: "coalesce(cast(runs.moving_seconds as real) / nullif(runs.distance_mm, 0), 9e999)",
  elevation: "runs.climb_mm",
}

/** Lists of runs. */
export const listsIn = (
  database: Database["Service"],
  zone: DateTime.TimeZone,
  details: ReturnType<typeof detailsOf>,
  leadsTo: (id: string) => Effect.Effect<string>,
  named: Effect.Success<ReturnType<typeof searchIn>>["matching"],
): RunningLists => {
  const { all, read, sql } = database
  const itemColumns = sql.literal(columns)
  const [gearJoin, lenderJoin] = [sql.literal(withGear), sql.literal(withLender)]
  const runs = sql.literal(counted)

  const matching = ({ atLeastMm, gear, isRace, q, range }: RunsQuery): Fragment =>
    sql.and([
      inDays(sql, range, zone),
      ...(isRace === undefined ? [] : [sql`is_race = ${isRace ? 1 : 0}`]),
      ...(gear === undefined ? [] : [sql`gear_ref <> '' and source || ':' || gear_ref = ${gear}`]),
      ...(atLeastMm === undefined ? [] : [sql`distance_mm >= ${atLeastMm}`]),
      named("run", "id", q),
    ])

  const findRun = (id: string) =>
    readFound(
      all(sql`select ${itemColumns}, runs.source, runs.ref from runs ${gearJoin} ${lenderJoin}
        where runs.id = ${id} and not runs.is_removed`),
    )[0]

  return {
    runs: Effect.fn("RunStore.runs")((query: RunsQuery, page: PageRequest) =>
      read(() => {
        const from = sql`${runs} where ${matching(query)}`
        const order = sql.literal(`${keys[query.sort]} ${query.order}, runs.started_at desc, runs.id desc`)
        const rows =
          all(sql`select ${itemColumns} from (select * from ${from} order by ${order} ${onPage(sql, page)}) as runs
          ${gearJoin} ${lenderJoin} order by ${order}`)
        return { items: readItems(rows), total: countRows(database, from) }
      }),
    ),

    run: Effect.fn("RunStore.run")(
      function* (wanted: string) {
        const found = findRun(wanted) ?? findRun(yield* leadsTo(wanted))
        if (found === undefined) return Option.none()
        const { ref, source } = found
        const item = Struct.omit(found, ["ref", "source"])
        return Option.some({ ...item, details: yield* details.read(source, ref) })
      },
      Effect.orDie,
      read,
    ),

    efforts: read(() =>
      readEfforts(
        all(sql`select * from (
            select effort, seconds, wanted.key as wanted_place, ${itemColumns},
              row_number() over (partition by effort order by seconds, runs.started_at, runs.id) as place
            from json_each(${jsonList(EffortName.literals)}) as wanted
            join run_efforts on effort = wanted.value
            join runs as teller using (source, ref)
            join ${runs} on runs.source = coalesce(teller.lends_source, teller.source)
              and runs.ref = coalesce(teller.lends_ref, teller.ref)
            ${gearJoin} ${lenderJoin}
          ) where place = 1 order by wanted_place`),
      ),
    ),

    gear: Effect.fn("RunStore.gear")((page: PageRequest) =>
      read(() => {
        const used = sql`${runs} ${gearJoin} where gear_ref <> ''`
        const rows =
          all(sql`select runs.source || ':' || gear_ref as id, coalesce(max(run_gear.name), '') as name,
            coalesce(max(is_retired), 0) as is_retired, count(*) as runs, sum(distance_mm) as distance_mm,
            sum(moving_seconds) as moving_seconds, min(started_at) as first_used_at, max(started_at) as last_used_at
          from ${used} group by runs.source, gear_ref order by distance_mm desc, name, id ${onPage(sql, page)}`)
        const total = countRows(database, sql`(select distinct runs.source, gear_ref from ${used})`)
        return { items: readGear(rows), total }
      }),
    ),

    lines: Effect.fn("RunStore.lines")((range: DateRange, most: number) =>
      read(() =>
        readLines(
          all(sql`select runs.id, runs.name, runs.started_at, runs.distance_mm,
              runs.moving_seconds, runs.is_race, coalesce(nullif(runs.outline, ''), lender.outline) as outline
            from (select * from ${runs} where ${inDays(sql, range, zone)}) as runs ${lenderJoin}
            where coalesce(nullif(runs.outline, ''), lender.outline, '') <> ''
            order by runs.started_at desc, runs.id desc limit ${most}`),
        ),
      ),
    ),
  }
}
