import type { DateRange } from "@daybook/kernel"
import { DayTotals, LifeTotals, type RunningStats, RunTotals, YearTotals } from "@daybook/running"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { inDays } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { rowsOf } from "../table.ts"

const readTotals = rowsOf(RunTotals)
const readLife = rowsOf(LifeTotals)
const readYears = rowsOf(YearTotals)
const readDays = rowsOf(DayTotals)

const totals = `count(*) as runs, sum(distance_mm) as distance_mm, sum(climb_mm) as climb_mm,
  sum(moving_seconds) as moving_seconds, max(distance_mm) as longest_mm, count(*) filter (where is_race) as races`

/** Totals of runs, made on each read: the owner has some thousands. */
export const statsOf = (database: Sql, zone: DateTime.TimeZone) => {
  const { read, sql } = database
  const sums = sql.literal(totals)
  const stats: RunningStats = {
    life: sql`select ${sums}, min(started_at) as first_started_at, max(started_at) as last_started_at
      from runs where not is_duplicate having count(*) > 0`.pipe(
      Effect.map((rows) => Option.fromUndefinedOr(readLife(rows)[0])),
      read,
    ),
    years: sql`select ${sums}, year from runs where not is_duplicate group by year order by year desc`.pipe(
      Effect.map(readYears),
      read,
    ),
    days: Effect.fn("RunStore.days")(function* (range: DateRange) {
      return readDays(
        yield* sql`select ${sums}, cast(day as text) as day
          from (select *, started_at as at from runs where not is_duplicate) as runs
          where ${inDays(database, range, zone)} group by runs.day order by runs.day`,
      )
    }, read),
  }
  return {
    stats,
    yearTotals: Effect.fn("RunStore.yearTotals")(function* (year: number) {
      const [found] = readTotals(
        yield* sql`select ${sums} from runs where year = ${year} and not is_duplicate having count(*) > 0`,
      )
      return Option.fromUndefinedOr(found)
    }, read),
  }
}
