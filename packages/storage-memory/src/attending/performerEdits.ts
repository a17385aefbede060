import { editedPerformers, nameByHand, PerformerId } from "@daybook/attending"
import { editItems, StandingEdits } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { editLogIn, type EditRows } from "../kernel/edits.ts"
import { type Kept, shownOf } from "./kept.ts"

/** The edits by hand of performers, on the data to keep. The told name stays in its place. */
export const editedPerformersIn = (kept: Kept, edits: EditRows["Service"]) => {
  const log = editLogIn(edits, "attending", kept.told)

  /** Keeps these performers as their edits leave them. */
  const rewrite = (ids: ReadonlyArray<string>) =>
    Effect.map(log.edits, (all) => {
      const standing = new StandingEdits(all)
      for (const id of ids) {
        const number = PerformerId.make(Number(id))
        const root = standing.rootOf("performer", id)
        const isRemoved = standing.of("performer", root)?.isRemoved ?? false
        const name = nameByHand(standing.of("performer", id)?.corrected ?? {})
        kept.hiddenPerformers.delete(number)
        kept.performerNames.delete(number)
        if (isRemoved) kept.hiddenPerformers.set(number, undefined)
        else if (root !== id) kept.hiddenPerformers.set(number, PerformerId.make(Number(root)))
        if (name !== undefined) kept.performerNames.set(number, name)
      }
    })

  return editItems(log, editedPerformers, {
    read: (ids) =>
      Effect.sync(() =>
        [...new Set(shownOf(kept).performers.values())].filter(({ id }) => ids.includes(String(id))),
      ),
    put: (all) => rewrite(all.map(editedPerformers.idOf)),
    remove: rewrite,
  })
}
