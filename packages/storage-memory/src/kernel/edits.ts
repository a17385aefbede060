import { type Edit, EditId, type EditLog, Edits, pageIn } from "@daybook/kernel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/** The edits by hand of this memory, oldest first. */
export class EditRows extends Context.Service<EditRows, { edits: ReadonlyArray<Edit>; last: number }>()(
  "daybook/storage-memory/EditRows",
) {}

/** A memory without edits. */
export const noEdits: Layer.Layer<EditRows> = Layer.sync(EditRows, () => ({ edits: [], last: 0 }))

/** All edits by hand, in memory. */
export const layer = Layer.effect(
  Edits,
  Effect.map(EditRows, (kept) => ({
    list: (page) => Effect.sync(() => pageIn(kept.edits.toReversed(), page)),
    find: (id) => Effect.sync(() => Option.fromUndefinedOr(kept.edits.find((edit) => edit.id === id))),
  })),
)

/** Items that edits touch, as sources tell them, by type and id. Values are never changed, only replaced. */
export type ToldRows = Map<string, ReadonlyMap<string, object>>

/** The edits of a domain, in memory. */
export const editLogIn = (
  kept: EditRows["Service"],
  domain: string,
  types: ToldRows = new Map(),
): EditLog => {
  const of = (type: string) => types.get(type) ?? new Map<string, object>()
  return {
    edits: Effect.sync(() => kept.edits.filter((edit) => edit.domain === domain)),
    add: (edit) =>
      Effect.sync(() => {
        kept.last += 1
        kept.edits = [...kept.edits, { ...edit, domain, id: EditId.make(kept.last) }]
      }),
    replace: (edit) =>
      Effect.sync(() => {
        kept.edits = kept.edits.map((one) => (one.id === edit.id ? edit : one))
      }),
    remove: (id) =>
      Effect.sync(() => {
        const before = kept.edits.length
        kept.edits = kept.edits.filter((edit) => edit.id !== id)
        return kept.edits.length < before
      }),
    told: (type, ids) =>
      Effect.sync(
        () =>
          new Map(
            ids.flatMap((id) => {
              const item = of(type).get(id)
              return item === undefined ? [] : [[id, item] as const]
            }),
          ),
      ),
    toldIds: (type) => Effect.sync(() => [...of(type).keys()]),
    keep: (type, told) => Effect.sync(() => void types.set(type, new Map([...of(type), ...told]))),
    drop: (type, ids) =>
      Effect.sync(() => {
        types.set(type, new Map([...of(type)].filter(([id]) => !ids.includes(id))))
      }),
  }
}

/** Runs work of a store in one step: nothing of it waits for anything, so no reader comes between. */
export const inOneStep = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() => Effect.runSyncExit(work))
