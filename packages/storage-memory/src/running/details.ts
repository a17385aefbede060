import { type EpochMillis, lastOfEach, overKnown } from "@daybook/kernel"
import { type DueDetails, type RunDetails, runId } from "@daybook/running"
import * as Effect from "effect/Effect"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import { isShown, type Memory, type StoredRun } from "./runs.ts"

/** The details of runs in memory. */
export const detailsIn = (memory: Memory) => {
  const { details, gear, sources } = memory
  const isDue = (run: StoredRun, again: EpochMillis): boolean => {
    if (!isShown(run)) return false
    const known = details.get(runId(run.source, run.ref))
    if (known === undefined) return true
    const { details: told, of } = known
    if (of.distanceMm !== run.distanceMm || of.movingSeconds !== run.movingSeconds) return true
    return !told.wereFound && told.askedAt < again
  }
  return {
    store: (source: string, told: ReadonlyArray<RunDetails>): void => {
      for (const one of lastOfEach(told, ({ ref }) => ref)) {
        const run = sources.get(source)?.get(one.ref)
        if (run === undefined) continue
        const { distanceMm, movingSeconds } = run
        details.set(runId(source, one.ref), { details: one, of: { distanceMm, movingSeconds } })
        if (one.gear === undefined) continue
        const id = runId(source, one.gear.ref)
        gear.set(id, { ...overKnown(gear.get(id) ?? one.gear, one.gear), isRetired: one.gear.isRetired })
      }
    },
    due: (source: string, { again, limit }: DueDetails) =>
      Effect.sync(() =>
        [...(sources.get(source)?.values() ?? [])]
          .filter((run) => isDue(run, again))
          .sort((one, other) => other.startedAt - one.startedAt || byCodePoints(other.ref, one.ref))
          .slice(0, limit)
          .map(({ ref }) => ref),
      ),
    askedSince: (source: string, from: EpochMillis) =>
      Effect.sync(
        () =>
          [...(sources.get(source)?.keys() ?? [])].filter(
            (ref) => (details.get(runId(source, ref))?.details.askedAt ?? -Infinity) >= from,
          ).length,
      ),
  }
}
