import { sumCounts } from "@daybook/kernel"
import { type RunningStats, type RunTotals } from "@daybook/running"
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
export const statsIn = (memory: Memory) => {
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
    days: Effect.sync(() =>
      sumCounts(
        countedRuns(memory).map(({ day, distanceMm }) => ({ day, count: distanceMm })),
        ({ day }) => day,
      ).map(([day, distanceMm]) => ({ day, distanceMm })),
    ),
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
