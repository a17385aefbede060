import { dayBounds, isOnDays } from "@daybook/kernel"
import { type RunningStats, type RunTotals } from "@daybook/running"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { countedRuns, type Memory, type StoredRun } from "./runs.ts"

const sum = (runs: ReadonlyArray<StoredRun>, of: (run: StoredRun) => number): number =>
  runs.reduce((total, run) => total + of(run), 0)

const totalsOf = (runs: ReadonlyArray<StoredRun>): RunTotals => ({
  runs: runs.length,
  distanceMm: sum(runs, (run) => run.distanceMm),
  climbMm: sum(runs, (run) => run.climbMm),
  movingSeconds: sum(runs, (run) => run.movingSeconds),
  longestMm: Math.max(...runs.map((run) => run.distanceMm)),
  races: runs.filter((run) => run.isRace).length,
})

const yearOf = ({ day }: StoredRun): number => Number(day.slice(0, 4))

/** Sums over runs in memory. */
export const statsIn = (memory: Memory, zone: DateTime.TimeZone) => {
  const stats: RunningStats = {
    life: Effect.sync(() => {
      const runs = countedRuns(memory)
      if (runs.length === 0) return Option.none()
      const starts = runs.map(({ startedAt }) => startedAt)
      return Option.some({
        ...totalsOf(runs),
        firstStartedAt: Math.min(...starts),
        lastStartedAt: Math.max(...starts),
      })
    }),
    years: Effect.sync(() =>
      [...Map.groupBy(countedRuns(memory), yearOf)]
        .map(([year, runs]) => ({ ...totalsOf(runs), year }))
        .sort((one, other) => other.year - one.year),
    ),
    days: (range) =>
      Effect.sync(() => {
        const bounds = dayBounds(range, zone)
        const runs = countedRuns(memory).filter(({ day, startedAt: at }) => isOnDays(bounds, { at, day }))
        return [...Map.groupBy(runs, ({ day }) => day)]
          .map(([day, ofDay]) => ({ ...totalsOf(ofDay), day }))
          .sort((one, other) => (one.day < other.day ? -1 : 1))
      }),
  }
  return {
    stats,
    yearTotals: (year: number) =>
      Effect.sync(() => {
        const runs = countedRuns(memory).filter((run) => yearOf(run) === year)
        return runs.length === 0 ? Option.none() : Option.some(totalsOf(runs))
      }),
  }
}
