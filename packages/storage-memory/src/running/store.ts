import { dayOf, editStoreOf, lastOfEach } from "@daybook/kernel"
import { Run, type RunChanges, runEntry, runId, RunStore, type SourcedRun } from "@daybook/running"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { makeCursors } from "../kernel/cursors.ts"
import { journalOf } from "../journal/index.ts"
import { raiseVersion, VersionCounts, versionIn } from "../kernel/dataVersions.ts"
import { EditRows, inOneStep } from "../kernel/edits.ts"
import { detailsIn } from "./details.ts"
import { deleteRun, editedRunsIn } from "./edits.ts"
import { listsIn } from "./lists.ts"
import { countedRuns, type Memory, type StoredRun } from "./runs.ts"
import { runningSearch } from "./search.ts"
import { statsIn } from "./stats.ts"

const isSame = Schema.toEquivalence(Run)

/** Runs in memory, by source and ref. */
export const layer = Layer.effect(
  RunStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const zone = yield* DateTime.CurrentTimeZone
    const memory: Memory = { sources: new Map(), others: new Map(), details: new Map(), gear: new Map() }
    const cursors = makeCursors()
    const details = detailsIn(memory)
    const byHand = editedRunsIn(memory, yield* EditRows, (run) => put(run))

    const put = (run: SourcedRun): void => {
      const stored = memory.sources.get(run.source) ?? new Map<string, StoredRun>()
      memory.sources.set(run.source, stored)
      stored.set(run.ref, { ...run, day: run.localDay ?? dayOf(run.startedAt, zone) })
    }

    const store = Effect.fnUntraced(function* (source: string, { gone, others = [], runs }: RunChanges) {
      for (const { ref } of runs) memory.others.delete(runId(source, ref))
      for (const { ref, startedAt } of others) memory.others.set(runId(source, ref), startedAt)
      const left = [...gone, ...others.map(({ ref }) => ref)]
      const forgotten = yield* byHand.forget(left.map((ref) => runId(source, ref)))
      const known = yield* byHand.tell(lastOfEach(runs, ({ ref }) => ref).map((run) => ({ ...run, source })))
      const removed = forgotten.untouched.filter((id) => deleteRun(memory, id))
      const changed = known.untouched.filter((run) => {
        const before = memory.sources.get(source)?.get(run.ref)
        return before === undefined || !isSame(before, run)
      })
      for (const run of changed) put(run)
      return forgotten.changed + known.changed + removed.length + changed.length
    })

    const write = <A, E>(change: Effect.Effect<A, E>) =>
      inOneStep(Effect.tap(change, () => Effect.sync(() => raiseVersion(versions, "running"))))

    return RunStore.of({
      journal: journalOf(
        zone,
        () => versionIn(versions, "running"),
        () => countedRuns(memory).map(runEntry),
      ),
      searchable: runningSearch(() => versionIn(versions, "running"), memory),
      storeRuns: (source, changes, cursor) =>
        Effect.map(inOneStep(store(source, changes)), (changed) => {
          const { details: told = [], others = [] } = changes
          details.store(source, told)
          if (changed + told.length + others.length > 0) raiseVersion(versions, "running")
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
      lists: listsIn(memory, zone, byHand.leadsTo),
      edits: editStoreOf([byHand], write),
      ...statsIn(memory, zone),
    })
  }),
)
