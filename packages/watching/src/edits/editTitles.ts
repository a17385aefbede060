import {
  type Edit,
  type EditLog,
  InvalidInput,
  type NewEdit,
  NoSuchItem,
  numbersIn,
  ActiveEdits,
  type TypeEdits,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { kindOfType, TitleEdits } from "./editedTitles.ts"
import { TitleId, type TitleKind } from "../model.ts"

/** The titles of a store as their edits need them. To be used within a transaction of the domain. */
export interface TitleRows {
  /** True for a title that the list of its kind has. */
  readonly isShown: (kind: TitleKind, id: TitleId) => Effect.Effect<boolean>
  /** Shows these titles and the watches of them as the edits have them now, with all that count as one with them. */
  readonly show: (ids: ReadonlyArray<TitleId>) => Effect.Effect<void>
}

const titleIds = (...ids: ReadonlyArray<unknown>) => numbersIn(ids.map(String)).map((id) => TitleId.make(id))

/** The edits of the films and shows of a store. */
export const editTitles = (log: EditLog, { isShown, show }: TitleRows): TypeEdits => {
  const standing = Effect.map(log.edits, (edits) => new TitleEdits(edits))

  const shownOf = Effect.fnUntraced(function* (type: string, asked: unknown) {
    const [id] = titleIds(asked)
    const kind = kindOfType(type)
    const home = id === undefined ? undefined : (yield* standing).homeOf(id)
    return home !== undefined && kind !== undefined && (yield* isShown(kind, home))
      ? home
      : yield* new NoSuchItem({ type, id: String(asked).slice(0, 100) })
  })

  return {
    types: ["movie", "show"],
    make: Effect.fnUntraced(function* (edit: NewEdit) {
      const { action, type } = edit
      const id = yield* shownOf(type, edit.itemId)
      const into = action === "merge" ? yield* shownOf(type, edit.fields["into"]) : undefined
      if (into === id) {
        return yield* new InvalidInput({
          field: "into",
          message: `into: ${into} is the same ${type}; send the id of another one`,
        })
      }
      const fields = into === undefined ? edit.fields : { into: String(into) }
      yield* log.add({ ...edit, itemId: String(id), fields })
      yield* show([id])
      return { id: String(into ?? id), isNew: false }
    }),
    takeBack: Effect.fnUntraced(function* ({ fields, id, itemId }: Edit) {
      const before = (yield* standing).together(titleIds(itemId, fields["into"]))
      if (!(yield* log.remove(id))) return false
      yield* show(before)
      return true
    }),
  }
}

/**
 * Moves the edits of titles that turned out to be other titles. A merge that would then lead a title to itself is
 * dropped: the sources agree now. Merges still start from titles that count as themselves, so that none closes a
 * circle.
 */
export const moveTitleEdits = Effect.fnUntraced(function* (
  log: EditLog,
  gone: ReadonlyArray<readonly [from: TitleId, into: TitleId]>,
) {
  if (gone.length === 0) return
  const homes = new Map(gone.map(([from, into]) => [String(from), String(into)]))
  const homeOf = (id: string) => homes.get(id) ?? id
  const moved: Array<Edit> = []
  for (const edit of yield* log.edits) {
    if (kindOfType(edit.type) === undefined) continue
    let now: Edit = { ...edit, itemId: homeOf(edit.itemId) }
    if (edit.action === "merge") {
      const earlier = new ActiveEdits(moved)
      const itemId = earlier.rootOf(edit.type, now.itemId)
      const into = earlier.rootOf(edit.type, homeOf(String(edit.fields["into"])))
      if (itemId === into) {
        yield* log.remove(edit.id)
        continue
      }
      now = { ...now, itemId, fields: { into } }
    }
    moved.push(now)
    if (now.itemId !== edit.itemId || now.fields["into"] !== edit.fields["into"]) yield* log.replace(now)
  }
})
