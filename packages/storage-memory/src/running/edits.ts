import { editItems } from "@daybook/kernel"
import { editedRuns, handSource, runPartsOf, sameStartMillis, type SourcedRun } from "@daybook/running"
import * as Effect from "effect/Effect"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import { editLogIn, type EditRows } from "../kernel/edits.ts"
import { countedRuns, idOf, isShown, type Memory, type StoredRun } from "./runs.ts"

/** Deletes a run with its details. False where there is none. */
export const deleteRun = ({ details, sources }: Memory, id: string): boolean => {
  const [source, ref] = runPartsOf(id)
  details.delete(id)
  return sources.get(source)?.delete(ref) ?? false
}

const runOf = ({ day: _day, isRemoved: _isRemoved, ...run }: StoredRun): SourcedRun => run

/** The edits by hand of runs in memory. */
export const editedRunsIn = (memory: Memory, edits: EditRows["Service"], put: (run: SourcedRun) => void) => {
  const find = (id: string) => {
    const [source, ref] = runPartsOf(id)
    return memory.sources.get(source)?.get(ref)
  }
  return editItems(editLogIn(edits, "running"), editedRuns, {
    read: (ids) =>
      Effect.sync(() =>
        ids.flatMap((id) => {
          const run = find(id)
          return run !== undefined && isShown(run) ? [runOf(run)] : []
        }),
      ),
    put: (runs) => Effect.sync(() => runs.forEach(put)),
    remove: (ids, gone) =>
      Effect.sync(() => {
        for (const id of ids) {
          const run = find(id)
          if (gone) deleteRun(memory, id)
          else if (run !== undefined)
            memory.sources.get(run.source)?.set(run.ref, { ...run, isRemoved: true })
        }
      }),
    same: ({ startedAt }) =>
      Effect.sync(() => {
        const distance = (run: StoredRun) => Math.abs(run.startedAt - startedAt)
        const [known] = countedRuns(memory)
          .filter((run) => distance(run) <= sameStartMillis)
          .sort(
            (one, other) =>
              Number(one.source === handSource) - Number(other.source === handSource) ||
              distance(one) - distance(other) ||
              byCodePoints(idOf(one), idOf(other)),
          )
        return known && idOf(known)
      }),
  })
}
