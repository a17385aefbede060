import { dayOf, lastOfEach } from "@daybook/kernel"
import { Run, type RunChanges, runEntry, RunStore, runId } from "@daybook/running"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { makeCursors } from "../kernel/cursors.ts"
import { journalOf } from "../journal/index.ts"
import { raiseVersion, VersionCounts, versionIn } from "../kernel/dataVersions.ts"
import { detailsIn } from "./details.ts"
import { listsIn } from "./lists.ts"
import { countedRuns, type Memory, type StoredRun } from "./runs.ts"
import { statsIn } from "./stats.ts"

const isSame = Schema.toEquivalence(Run)

/** Runs in memory, by source and ref. */
export const layer = Layer.effect(
  RunStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const zone = yield* DateTime.CurrentTimeZone
    const memory: Memory = { sources: new Map(), details: new Map(), gear: new Map() }
    const cursors = makeCursors()
    const details = detailsIn(memory)

    const store = (source: string, { gone, runs }: RunChanges): number => {
      const stored = memory.sources.get(source) ?? new Map<string, StoredRun>()
      memory.sources.set(source, stored)
      const removed = new Set(gone.filter((ref) => stored.delete(ref)))
      for (const ref of removed) memory.details.delete(runId(source, ref))
      const changed = lastOfEach(runs, ({ ref }) => ref).filter((run) => {
        const known = stored.get(run.ref)
        return known === undefined || !isSame(known, run)
      })
      for (const run of changed) {
        stored.set(run.ref, { ...run, source, day: run.localDay ?? dayOf(run.startedAt, zone) })
      }
      return removed.size + changed.length
    }

    return RunStore.of({
      journal: journalOf(
        zone,
        () => versionIn(versions, "running"),
        () => countedRuns(memory).map(runEntry),
      ),
      storeRuns: (source, changes, cursor) =>
        Effect.sync(() => {
          const { details: told = [] } = changes
          const changed = store(source, changes)
          details.store(source, told)
          if (changed > 0 || told.length > 0) raiseVersion(versions, "running")
          cursors.save(cursor)
          return changed
        }),
      cursor: cursors.read,
      refsSince: (source, from) =>
        Effect.sync(() =>
          [...(memory.sources.get(source)?.values() ?? [])]
            .filter(({ startedAt }) => startedAt >= from)
            .map(({ ref }) => ref),
        ),
      dueDetails: details.due,
      detailsAskedSince: details.askedSince,
      lists: listsIn(memory, zone),
      ...statsIn(memory, zone),
    })
  }),
)
