import { type ItemRef, reportsOfSame } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { betterRuns } from "./duplicateRuns.ts"
import { RunStore } from "./ports.ts"

/** The other reports of hidden runs, one of which may count. */
export const hiddenWithRuns = Effect.fnUntraced(function* (hidden: ReadonlyArray<ItemRef>) {
  const ids = new Set(hidden.map(({ id }) => String(id)))
  const near = yield* Effect.flatMap(RunStore, ({ reportsNear }) => reportsNear([...ids]))
  return [...reportsOfSame(betterRuns(near), ids)]
    .filter((id) => !ids.has(id))
    .map((id): ItemRef => ({ type: "run", id }))
})
