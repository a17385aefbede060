import type { DateRange } from "@daybook/kernel"
import { DayTotals, LifeTotals, type RunningStats, RunTotals, YearTotals } from "@daybook/running"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { inDays } from "../journal/index.ts"
import type { Database } from "../sql/database.ts"
import { rowsOf } from "../sql/table.ts"

const readTotals = rowsOf(RunTotals)
const readLife = rowsOf(LifeTotals)
const readYears = rowsOf(YearTotals)
const readDays = rowsOf(DayTotals)

const totals = `count(*) as runs, sum(distance_mm) as distance_mm, sum(climb_mm) as climb_mm,
  sum(moving_seconds) as moving_seconds, max(distance_mm) as longest_mm, count(*) filter (where is_race) as races`

/** Sums over runs, made on each read: the owner has some thousands. */
export const statsIn = ({ all, read, sql }: Database["Service"], zone: DateTime.TimeZone) => {
  const sums = sql.literal(totals)
  const stats: RunningStats = {
    life: read(() =>
      Option.fromUndefinedOr(
        readLife(
          all(sql`select ${sums}, min(started_at) as first_started_at, max(started_at) as last_started_at
            from runs where not is_duplicate having count(*) > 0`),
        )[0],
      ),
    ),
    years: read(() =>
      readYears(
        all(sql`select ${sums}, year from runs where not is_duplicate group by year order by year desc`),
      ),
    ),
    days: Effect.fn("RunStore.days")((range: DateRange) =>
      read(() =>
        readDays(
          all(sql`select ${sums}, day from (select *, started_at as at from runs where not is_duplicate)
            where ${inDays(sql, range, zone)} group by day order by day`),
        ),
      ),
    ),
  }
  return {
    stats,
    yearTotals: Effect.fn("RunStore.yearTotals")((year: number) =>
      read(() =>
        Option.fromUndefinedOr(
          readTotals(
            all(sql`select ${sums} from runs where year = ${year} and not is_duplicate having count(*) > 0`),
          )[0],
        ),
      ),
    ),
  }
}
