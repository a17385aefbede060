import { DayTotals, LifeTotals, type RunningStats, RunTotals, YearTotals } from "@daybook/running"
import type { DateRange } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as SqlClient from "effect/sql/SqlClient"
import { inDays } from "../journal/index.ts"
import { rowsOf } from "../sql/table.ts"

const readTotals = rowsOf(RunTotals)
const readLife = rowsOf(LifeTotals)
const readYears = rowsOf(YearTotals)
const readDays = rowsOf(DayTotals)

const totals = `count(*)::int as runs, sum(distance_mm)::float8 as distance_mm, sum(climb_mm)::float8 as climb_mm,
  sum(moving_seconds)::float8 as moving_seconds, max(distance_mm) as longest_mm,
  (count(*) filter (where is_race))::int as races`

/** Sums over runs in SQL, made on each read: the owner has some thousands. */
export const statsIn = (sql: SqlClient.SqlClient, zone: DateTime.TimeZone) => {
  const sums = sql.literal(totals)
  const stats: RunningStats = {
    life: sql`select ${sums}, min(started_at) as first_started_at, max(started_at) as last_started_at
      from runs where not is_duplicate having count(*) > 0`.pipe(
      Effect.map((rows) => Option.fromUndefinedOr(readLife(rows)[0])),
      Effect.orDie,
    ),
    years: sql`select ${sums}, year from runs where not is_duplicate group by year order by year desc`.pipe(
      Effect.map(readYears),
      Effect.orDie,
    ),
    days: Effect.fn("RunStore.days")(function* (range: DateRange) {
      return readDays(
        yield* sql`select ${sums}, day::text as day
          from (select *, started_at as at from runs where not is_duplicate) as runs
          where ${inDays(sql, range, zone)} group by runs.day order by runs.day`,
      )
    }, Effect.orDie),
  }
  return {
    stats,
    yearTotals: Effect.fn("RunStore.yearTotals")(function* (year: number) {
      const [found] = readTotals(
        yield* sql`select ${sums} from runs where year = ${year} and not is_duplicate having count(*) > 0`,
      )
      return Option.fromUndefinedOr(found)
    }, Effect.orDie),
  }
}
