import { type DateRange, type PageRequest } from "@daybook/kernel"
import {
  EffortName,
  EffortRecord,
  GearItem,
  RunItem,
  RunLine,
  type RunningLists,
  runPartsOf,
  type RunSort,
  type RunsQuery,
} from "@daybook/running"
import type { detailsOf } from "@daybook/storage-sql/running"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { inDays } from "../journal/index.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { texts } from "../sql/parameters.ts"
import { rowsOf } from "../sql/table.ts"
import type { runningSearch } from "./search.ts"

const readItems = rowsOf(RunItem)
const readFound = rowsOf(Schema.Struct({ ...RunItem.fields, source: Schema.String, ref: Schema.String }))
const readEfforts = rowsOf(EffortRecord, { run: { flat: {} } })
const readGear = rowsOf(GearItem)
const readLines = rowsOf(RunLine)

const id = `(runs.source || ':' || runs.ref) collate "C"`

const columns = `${id} as id, runs.day::text as day, started_at, distance_mm, climb_mm, moving_seconds, is_race, runs.name,
  elapsed_seconds, coalesce(heart_rate, lent_heart_rate) as heart_rate, coalesce(cadence, lent_cadence) as cadence,
  gear_ref, city, coalesce(nullif(polyline, ''), lent_polyline, '') as polyline, coalesce(run_gear.name, '') as gear_name`

/** The runs that count, with their time as `at`, which a range of days takes. */
const counted = `(select *, started_at as at from runs where not is_duplicate) as runs`

const withGear = `left join run_gear on run_gear.source = runs.source and run_gear.ref = runs.gear_ref`

/** With the recording that a run without details has them of. */
const withLender = `left join (
    select lends_source as to_source, lends_ref as to_ref, heart_rate as lent_heart_rate, cadence as lent_cadence,
      polyline as lent_polyline, outline as lent_outline
    from runs where lends_source is not null
  ) as lender on to_source = runs.source and to_ref = runs.ref`

/** The value that orders a list. */
const keys: Readonly<Record<RunSort, string>> = {
  started: "started_at",
  distance: "distance_mm",
  duration: "moving_seconds",
  pace: "coalesce(moving_seconds / nullif(distance_mm, 0)::float8, 'infinity')",
  elevation: "climb_mm",
}

/** Lists of runs in SQL: the rows of a page are found first, and then joined. */
export const listsIn = (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  details: ReturnType<typeof detailsOf>,
  leadsTo: (id: string) => Effect.Effect<string>,
  named: Effect.Success<typeof runningSearch>["matching"],
): RunningLists => {
  const [itemColumns, itemId] = [sql.literal(columns), sql.literal(id)]
  const [gearJoin, lenderJoin] = [sql.literal(withGear), sql.literal(withLender)]
  const runs = sql.literal(counted)

  const matching = ({ atLeastMm, gear, isRace, range }: RunsQuery): Fragment =>
    sql.and([
      inDays(sql, range, zone),
      ...(isRace === undefined ? [] : [sql`is_race = ${isRace}`]),
      ...(gear === undefined ? [] : [sql`gear_ref <> '' and runs.source || ':' || gear_ref = ${gear}`]),
      ...(atLeastMm === undefined ? [] : [sql`distance_mm >= ${atLeastMm}`]),
    ])

  const findRun = Effect.fnUntraced(function* (id: string) {
    const [source, ref] = runPartsOf(id)
    const [found] = readFound(
      yield* sql`select ${itemColumns}, runs.source, runs.ref from runs ${gearJoin} ${lenderJoin}
        where runs.source = ${source} and runs.ref = ${ref} and not is_removed`,
    )
    return found
  })

  return {
    runs: Effect.fn("RunStore.runs")(function* (query: RunsQuery, page: PageRequest) {
      const where = sql.and([matching(query), yield* named("run", itemId, query.q)])
      const order = sql.literal(`${keys[query.sort]} ${query.order}, started_at desc, ${id} desc`)
      const rows = yield* sql`select ${itemColumns} from (
          select * from ${runs} where ${where} order by ${order} ${onPage(sql, page)}
        ) as runs ${gearJoin} ${lenderJoin} order by ${order}`
      return { items: readItems(rows), total: yield* countRows(sql, sql`${runs} where ${where}`) }
    }, Effect.orDie),

    run: Effect.fn("RunStore.run")(function* (wanted: string) {
      const found = (yield* findRun(wanted)) ?? (yield* findRun(yield* leadsTo(wanted)))
      if (found === undefined) return Option.none()
      const { ref, source } = found
      const item = Struct.omit(found, ["ref", "source"])
      return Option.some({ ...item, details: yield* details.read(source, ref) })
    }, Effect.orDie),

    efforts:
      sql`select best.* from unnest(${texts(EffortName.literals)}) with ordinality as wanted (effort, place)
      cross join lateral (
        select effort, seconds, ${itemColumns}
        from run_efforts join (
          select source, ref, coalesce(lends_source, source) as of_source, coalesce(lends_ref, ref) as of_ref from runs
        ) as teller using (source, ref)
        join ${runs} on runs.source = of_source and runs.ref = of_ref
        ${gearJoin} ${lenderJoin}
        where effort = wanted.effort
        order by seconds, started_at, ${itemId} limit 1
      ) as best order by place`.pipe(Effect.map(readEfforts), Effect.orDie),

    gear: Effect.fn("RunStore.gear")(function* (page: PageRequest) {
      const rows = yield* sql`select (runs.source || ':' || gear_ref) collate "C" as id,
          coalesce(max(run_gear.name), '') collate "C" as name, coalesce(bool_or(is_retired), false) as is_retired,
          count(*)::int as runs, sum(distance_mm)::float8 as distance_mm, sum(moving_seconds)::float8 as moving_seconds,
          min(started_at) as first_used_at, max(started_at) as last_used_at
        from ${runs} ${gearJoin} where gear_ref <> '' group by runs.source, gear_ref order by distance_mm desc, name, id ${onPage(sql, page)}`
      const total = yield* countRows(
        sql,
        sql`(select distinct source, gear_ref from ${runs} where gear_ref <> '') as gear`,
      )
      return { items: readGear(rows), total }
    }, Effect.orDie),

    lines: Effect.fn("RunStore.lines")(function* (range: DateRange, most: number) {
      return readLines(
        yield* sql`select ${itemId} as id, name, started_at, distance_mm, moving_seconds, is_race,
            coalesce(nullif(outline, ''), lent_outline) as outline
          from ${runs} ${lenderJoin}
          where coalesce(nullif(outline, ''), lent_outline, '') <> '' and ${inDays(sql, range, zone)}
          order by started_at desc, ${itemId} desc limit ${most}`,
      )
    }, Effect.orDie),
  }
}
