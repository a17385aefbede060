import type { DateRange, PageRequest } from "@daybook/kernel"
import {
  BestEffort,
  EffortName,
  EffortRecord,
  GearItem,
  RunAverages,
  RunItem,
  RunLine,
  type RunningLists,
  type RunSort,
  type RunsQuery,
  SportTotals,
} from "@daybook/running"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Fragment } from "effect/sql/Statement"
import { countRows, inDays, onPage } from "../paging.ts"
import type { StoreParts } from "../parts.ts"
import type { GivenColumns } from "../sql.ts"
import { computedFrom, rowsOf } from "../table.ts"
import type { detailsOf } from "./details.ts"
import { totals } from "./stats.ts"

const item = {
  ...computedFrom(RunAverages, (column) => `coalesce(runs.${column}, lender.${column})`),
  polyline: "coalesce(nullif(runs.polyline, ''), lender.polyline, '')",
  gearName: "coalesce(run_gear.name, '')",
}

const readItems = rowsOf(RunItem, item, "runs")
const Found = Schema.Struct({ ...RunItem.fields, source: Schema.String, ref: Schema.String })
const readFound = rowsOf(Found, item, "runs")
const best = computedFrom(BestEffort, (column) => `best.${column}`)
const readEfforts = rowsOf(EffortRecord, { ...best, run: { flat: item } }, "runs")
const readGear = rowsOf(GearItem)
const readLines = rowsOf(RunLine, { outline: "coalesce(nullif(runs.outline, ''), lender.outline)" }, "runs")
const readSports = rowsOf(SportTotals, { ...totals, activities: "count(*)" })

/** The runs that count, with their time as `at`, which a range of days takes. */
const counted = `(select *, started_at as at from runs where not is_duplicate) as runs`

/** The activities of other sports that count. */
const otherSports = `(select *, started_at as at from runs where is_other) as runs`

const withGear = `left join run_gear on run_gear.source = runs.source and run_gear.ref = runs.gear_ref`

/** With the recording that a run without details has them of. */
const withLender = `left join runs as lender on lender.lends_source = runs.source and lender.lends_ref = runs.ref`

/** The counted run that a teller's details are of. */
const toldRun = `join runs as teller on teller.source = best.source and teller.ref = best.ref
  join ${counted} on runs.source = coalesce(teller.lends_source, teller.source)
    and runs.ref = coalesce(teller.lends_ref, teller.ref)`

/** The values that order a list. A run of no length or time is the slowest. */
const keys: Readonly<Record<RunSort, ReadonlyArray<string>>> = {
  started: ["runs.started_at"],
  distance: ["runs.distance_mm"],
  duration: ["runs.moving_seconds"],
  pace: [
    "(runs.distance_mm = 0 or runs.moving_seconds = 0)",
    "cast(nullif(runs.moving_seconds, 0) as double precision) / nullif(runs.distance_mm, 0)",
  ],
  elevation: ["runs.climb_mm"],
}

const wantedEfforts: GivenColumns = {
  effort: ["text", EffortName.literals],
  place: ["int", EffortName.literals.map((_, at) => at)],
}

/** The condition that a run is one of a query's. */
const matching = (
  { database, zone }: StoreParts,
  { atLeastMm, atMostMm, city, gear, isRace, range, sport = "" }: RunsQuery,
): Fragment => {
  const { sql } = database
  return sql.and([
    inDays(database, range, zone),
    ...(isRace === undefined ? [] : [sql`is_race = ${isRace}`]),
    ...(gear === undefined ? [] : [sql`gear_ref <> '' and runs.source || ':' || gear_ref = ${gear}`]),
    ...(atLeastMm === undefined ? [] : [sql`distance_mm >= ${atLeastMm}`]),
    ...(atMostMm === undefined ? [] : [sql`distance_mm <= ${atMostMm}`]),
    ...(city === undefined ? [] : [sql`city = ${city}`]),
    ...(sport === "" ? [] : [sql`sport = ${sport}`]),
  ])
}

/** Lists of runs: the rows of a page are found first, and then joined. */
export const listsOf = (
  parts: StoreParts,
  details: ReturnType<typeof detailsOf>,
  leadsTo: (id: string) => Effect.Effect<string>,
): RunningLists => {
  const { database, matching: named, zone } = parts
  const { byCodeUnits, given, read, sql } = database
  const itemColumns = sql.literal(readItems.selected)
  const [gearJoin, lenderJoin] = [sql.literal(withGear), sql.literal(withLender)]
  const [runs, others, told] = [sql.literal(counted), sql.literal(otherSports), sql.literal(toldRun)]

  const findRun = (id: string) =>
    Effect.map(
      sql`select ${sql.literal(readFound.selected)} from runs ${gearJoin} ${lenderJoin}
        where runs.id = ${id} and not runs.is_removed`,
      (rows) => readFound(rows)[0],
    )

  return {
    runs: Effect.fn("RunStore.runs")(function* (query: RunsQuery, page: PageRequest) {
      const where = sql.and([matching(parts, query), yield* named("run", "runs.id", query.q)])
      const steps = [...keys[query.sort].map((key) => `${key} ${query.order}`), "runs.started_at desc"]
      const order = sql.literal([...steps, "runs.id desc"].join(", "))
      const from = query.sport === undefined ? runs : others
      const rows = yield* sql`select ${itemColumns} from (
          select * from ${from} where ${where} order by ${order} ${onPage(sql, page)}
        ) as runs ${gearJoin} ${lenderJoin} order by ${order}`
      return { items: readItems(rows), total: yield* countRows(sql, sql`${from} where ${where}`) }
    }, read),
    run: Effect.fn("RunStore.run")(function* (wanted: string) {
      const found = (yield* findRun(wanted)) ?? (yield* findRun(yield* leadsTo(wanted)))
      if (found === undefined) return Option.none()
      const { ref, source, ...item } = found
      return Option.some({ ...item, details: yield* details.read(source, ref) })
    }, read),
    // The teller of each best is found once: PostgreSQL would look for it again at every effort that it compares with it.
    efforts: sql`with firsts as materialized (
        select wanted.effort, wanted.place, (select teller.id from run_efforts as best ${told}
          where best.effort = wanted.effort order by best.seconds, runs.started_at, runs.id limit 1) as teller_id
        from ${given("wanted", wantedEfforts)})
      select ${sql.literal(readEfforts.selected)}
      from firsts join run_efforts as best on best.effort = firsts.effort
      ${told} and teller.id = firsts.teller_id ${gearJoin} ${lenderJoin} order by firsts.place`.pipe(
      Effect.map(readEfforts),
      read,
    ),
    gear: Effect.fn("RunStore.gear")(function* (page: PageRequest) {
      const rows = yield* sql`select runs.source || ':' || gear_ref ${sql.literal(byCodeUnits)} as id,
          coalesce(max(run_gear.name), '') ${sql.literal(byCodeUnits)} as name,
          max(case when is_retired then 1 else 0 end) as is_retired, count(*) as runs, sum(distance_mm) as distance_mm,
          sum(moving_seconds) as moving_seconds, min(started_at) as first_used_at, max(started_at) as last_used_at
        from ${runs} ${gearJoin} where gear_ref <> '' group by runs.source, gear_ref
        order by distance_mm desc, name, id ${onPage(sql, page)}`
      const total = yield* countRows(
        sql,
        sql`(select distinct source, gear_ref from ${runs} where gear_ref <> '') as gear`,
      )
      return { items: readGear(rows), total }
    }, read),
    sports: Effect.fn("RunStore.sports")(function* (range: DateRange) {
      return readSports(
        yield* sql`select ${sql.literal(readSports.selected)}
          from ${others} where ${inDays(database, range, zone)} group by sport
          order by activities desc, sport ${sql.literal(byCodeUnits)}`,
      )
    }, read),
    lines: Effect.fn("RunStore.lines")(function* (range: DateRange, most: number) {
      return readLines(
        yield* sql`select ${sql.literal(readLines.selected)}
          from (select * from ${runs} where ${inDays(database, range, zone)}) as runs ${lenderJoin}
          where coalesce(nullif(runs.outline, ''), lender.outline, '') <> ''
          order by runs.started_at desc, runs.id desc limit ${most}`,
      )
    }, read),
  }
}
