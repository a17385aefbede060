import type { DateRange } from "@daybook/kernel"
import { DayTotals, LifeTotals, type RunningStats, RunTotals, YearTotals } from "@daybook/running"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { inDays } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { computedFrom, rowsOf } from "../table.ts"

/** Totals of the rows of a group. */
export const totals = {
  ...computedFrom(RunTotals, (column) => `sum(${column})`),
  runs: "count(*)",
  longestMm: "max(distance_mm)",
  races: "count(*) filter (where is_race)",
}

const readTotals = rowsOf(RunTotals, totals)
const span = { firstStartedAt: "min(started_at)", lastStartedAt: "max(started_at)" }
const readLife = rowsOf(LifeTotals, { ...totals, ...span })
const readYears = rowsOf(YearTotals, totals)
const readDays = rowsOf(DayTotals, totals)

/** Totals of runs, made on each read: the owner has some thousands. */
export const statsOf = (database: Sql, zone: DateTime.TimeZone) => {
  const { read, sql } = database
  const stats: RunningStats = {
    life: sql`select ${sql.literal(readLife.selected)}
      from runs where not is_duplicate having count(*) > 0`.pipe(
      Effect.map((rows) => Option.fromUndefinedOr(readLife(rows)[0])),
      read,
    ),
    years:
      sql`select ${sql.literal(readYears.selected)} from runs where not is_duplicate group by year order by year desc`.pipe(
        Effect.map(readYears),
        read,
      ),
    days: Effect.fn("RunStore.days")(function* (range: DateRange) {
      return readDays(
        yield* sql`select ${sql.literal(readDays.selected)}
          from (select *, started_at as at from runs where not is_duplicate) as runs
          where ${inDays(database, range, zone)} group by runs.day order by runs.day`,
      )
    }, read),
  }
  return {
    stats,
    yearTotals: Effect.fn("RunStore.yearTotals")(function* (year: number) {
      const [found] = readTotals(
        yield* sql`select ${sql.literal(readTotals.selected)} from runs where year = ${year} and not is_duplicate having count(*) > 0`,
      )
      return Option.fromUndefinedOr(found)
    }, read),
  }
}
