import { type ItemRef, reportsOfSame } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { betterRuns, type PlayReport } from "./duplicateRuns.ts"
import { RunStore } from "./ports.ts"

/** The ids of the other reports of these runs, among reports. */
export const otherReportsOfRuns = (
  near: ReadonlyArray<PlayReport>,
  ids: ReadonlySet<string>,
): ReadonlyArray<string> => [...reportsOfSame(betterRuns(near), ids)].filter((id) => !ids.has(id))

/** The other reports of hidden runs, one of which may count. */
export const hiddenWithRuns = Effect.fnUntraced(function* (hidden: ReadonlyArray<ItemRef>) {
  const ids = new Set(hidden.map(({ id }) => String(id)))
  const near = yield* Effect.flatMap(RunStore, ({ reportsNear }) => reportsNear([...ids]))
  return otherReportsOfRuns(near, ids).map((id): ItemRef => ({ type: "run", id }))
})
