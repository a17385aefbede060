import { utcDayOf } from "@daybook/kernel"
import { type Run, RunStore, type RunTotals, unknownOfRun } from "@daybook/running"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** A run that began at a time such as `2024-05-06T07:08:09Z`, which is also its `ref`. Its day is the day in UTC. */
export const runAt = (time: string, more: Partial<Run> = {}): Run => ({
  ...unknownOfRun,
  ref: time,
  startedAt: Date.parse(time),
  localDay: utcDayOf(Date.parse(time)),
  distanceMm: 5_000_000,
  climbMm: 20_000,
  movingSeconds: 1_800,
  isRace: false,
  ...more,
})

/** The totals of a year; undefined without a run. */
export const totalsOf = (year: number): Effect.Effect<RunTotals | undefined, never, RunStore> =>
  Effect.flatMap(RunStore, (store) => Effect.map(store.yearTotals(year), Option.getOrUndefined))

/** The number of runs in a year. */
export const runsIn = (year: number): Effect.Effect<number, never, RunStore> =>
  Effect.map(totalsOf(year), (totals) => totals?.runs ?? 0)
