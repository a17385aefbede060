import { dayOf, lastOfEach, type LocalDate } from "@daybook/kernel"
import { fileSource, type Run, type RunChanges, runEntry, RunStore, sameStartMillis } from "@daybook/running"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { makeCursors } from "../kernel/cursors.ts"
import { journalOf } from "../journal/index.ts"
import { raiseVersion, VersionCounts, versionIn } from "../kernel/dataVersions.ts"

interface StoredRun extends Run {
  readonly source: string
  readonly day: LocalDate
}

const sameRun = (a: Run, b: Run): boolean =>
  a.startedAt === b.startedAt &&
  a.localDay === b.localDay &&
  a.distanceMm === b.distanceMm &&
  a.climbMm === b.climbMm &&
  a.movingSeconds === b.movingSeconds &&
  a.isRace === b.isRace

const sum = (runs: ReadonlyArray<Run>, of: (run: Run) => number): number =>
  runs.reduce((total, run) => total + of(run), 0)

/** Runs in memory, by source and ref. */
export const layer = Layer.effect(
  RunStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const zone = yield* DateTime.CurrentTimeZone
    const sources = new Map<string, Map<string, StoredRun>>()
    const cursors = makeCursors()

    const store = (source: string, { gone, runs }: RunChanges): number => {
      const stored = sources.get(source) ?? new Map<string, StoredRun>()
      sources.set(source, stored)
      const removed = new Set(gone.filter((ref) => stored.delete(ref)))
      const changed = lastOfEach(runs, ({ ref }) => ref).filter((run) => {
        const known = stored.get(run.ref)
        return known === undefined || !sameRun(known, run)
      })
      for (const run of changed) {
        stored.set(run.ref, { ...run, source, day: run.localDay ?? dayOf(run.startedAt, zone) })
      }
      return removed.size + changed.length
    }

    const allRuns = () => [...sources.values()].flatMap((runs) => [...runs.values()])

    /** True where a service has the run of a file, too. */
    const isKnownElsewhere = (run: StoredRun, all: ReadonlyArray<StoredRun>): boolean =>
      run.source === fileSource &&
      all.some(
        ({ source, startedAt }) =>
          source !== fileSource && Math.abs(startedAt - run.startedAt) <= sameStartMillis,
      )

    const counted = () => {
      const all = allRuns()
      return all.filter((run) => !isKnownElsewhere(run, all))
    }

    return RunStore.of({
      journal: journalOf(
        zone,
        () => versionIn(versions, "running"),
        () => counted().map(runEntry),
      ),
      storeRuns: (source, changes, cursor) =>
        Effect.sync(() => {
          const changed = store(source, changes)
          if (changed > 0) raiseVersion(versions, "running")
          cursors.save(cursor)
          return changed
        }),
      cursor: cursors.read,
      refsSince: (source, from) =>
        Effect.sync(() =>
          [...(sources.get(source)?.values() ?? [])]
            .filter(({ startedAt }) => startedAt >= from)
            .map(({ ref }) => ref),
        ),
      yearTotals: (year) =>
        Effect.sync(() => {
          const runs = counted().filter((run) => Number(run.day.slice(0, 4)) === year)
          if (runs.length === 0) return Option.none()
          return Option.some({
            runs: runs.length,
            distanceMm: sum(runs, (run) => run.distanceMm),
            climbMm: sum(runs, (run) => run.climbMm),
            movingSeconds: sum(runs, (run) => run.movingSeconds),
            longestMm: Math.max(...runs.map((run) => run.distanceMm)),
            races: runs.filter((run) => run.isRace).length,
          })
        }),
    })
  }),
)
