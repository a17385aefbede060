import type { Edit, EditedItem, EditFields } from "./edits.ts"
import { mergeKnown } from "../mergeKnown.ts"

/** All edits of one item, as they are. */
export interface ItemEditState {
  readonly made?: EditFields
  readonly corrected: EditFields
  readonly isRemoved: boolean
  /** The item that this one is a part of, and its fields at that time. */
  readonly into?: { readonly id: string; readonly fields: EditFields }
}

const untouched: ItemEditState = { corrected: {}, isRemoved: false }

const withEdit = (hand: ItemEditState, { action, fields }: Edit): ItemEditState => {
  // Corrections of an earlier item of the same id are not meant for this one.
  if (action === "add") return { ...untouched, made: fields }
  if (action === "remove") return { ...hand, isRemoved: true }
  if (action === "correct") {
    const corrected = Object.entries({ ...hand.corrected, ...fields }).filter(([, value]) => value !== null)
    return { ...hand, corrected: Object.fromEntries(corrected) }
  }
  const { into, ...rest } = fields
  return { ...hand, into: { id: String(into), fields: rest } }
}

/** The parts of an `EditedItem` that say how an item is shown. */
export type ShownItem<Item extends object> = Pick<
  EditedItem<Item>,
  "correct" | "groups" | "idOf" | "join" | "own" | "type"
>

/** The edits of a domain, indexed by the items they affect. */
export class ActiveEdits {
  readonly #types = new Map<string, Map<string, ItemEditState>>()
  readonly #ids = new Map<string, ReadonlySet<string>>()

  constructor(edits: ReadonlyArray<Edit>) {
    for (const edit of edits) {
      const hands = this.#types.get(edit.type) ?? new Map<string, ItemEditState>()
      hands.set(edit.itemId, withEdit(hands.get(edit.itemId) ?? untouched, edit))
      this.#types.set(edit.type, hands)
    }
  }

  of(type: string, id: string): ItemEditState | undefined {
    return this.#types.get(type)?.get(id)
  }

  /** The items that a correction hides from the public. */
  get hidden(): ReadonlyArray<{ readonly type: string; readonly id: string }> {
    return [...this.#types].flatMap(([type, hands]) =>
      [...hands].flatMap(([id, { corrected }]) => (corrected["hidden"] === true ? [{ type, id }] : [])),
    )
  }

  /** The item that an id resolves to: itself unless it was merged. No merge ever closes a circle. */
  rootOf(type: string, id: string): string {
    let root = id
    for (let into = this.of(type, root)?.into; into !== undefined; into = this.of(type, root)?.into)
      root = into.id
    return root
  }

  /** The ids with edits, and those that others were merged into. */
  idsOf(type: string): ReadonlySet<string> {
    const known = this.#ids.get(type)
    if (known !== undefined) return known
    const hands = [...(this.#types.get(type) ?? [])]
    const ids = new Set(hands.flatMap(([id, { into }]) => (into === undefined ? [id] : [id, into.id])))
    this.#ids.set(type, ids)
    return ids
  }

  /** These items and all that depend on them: an item, and the items merged into it. */
  together(type: string, ids: ReadonlyArray<string>): ReadonlyArray<string> {
    const roots = new Set(ids.map((id) => this.rootOf(type, id)))
    const parts = [...this.idsOf(type)].filter((id) => roots.has(this.rootOf(type, id)))
    return [...new Set([...roots, ...ids, ...parts])]
  }

  /** True if an edit affects the source version of the item, or an entity that it mentions. */
  touches<Item extends object>({ groups = [], idOf, type }: ShownItem<Item>, item: Item): boolean {
    return (
      this.idsOf(type).has(idOf(item)) || groups.some((group) => this.idsOf(group.type).has(group.idOf(item)))
    )
  }

  /** The item with its entities as edited; undefined if one of them was removed. */
  #inGroups<Item extends object>({ groups = [] }: ShownItem<Item>, item: Item): Item | undefined {
    let shown = item
    for (const { correct, idOf, type } of groups) {
      let id = idOf(item)
      let hand = this.of(type, id)
      for (; hand?.into !== undefined; hand = this.of(type, id)) {
        shown = correct(shown, hand.into.fields, hand.into.id)
        id = hand.into.id
      }
      if (hand?.isRemoved === true) return undefined
      if (hand !== undefined) shown = correct(shown, hand.corrected, id)
    }
    return shown
  }

  /** The item with its own edits, which decide its group. */
  corrected<Item extends object>({ correct, idOf, type }: ShownItem<Item>, item: Item): Item {
    return correct(item, this.of(type, idOf(item))?.corrected ?? {})
  }

  /** The visible version of an item; undefined if it is not visible. `told` has everything that it depends on. */
  shown<Item extends object>(
    edited: ShownItem<Item>,
    id: string,
    told: ReadonlyMap<string, Item>,
  ): Item | undefined {
    const { correct, join = (known, part) => mergeKnown(part, known), own = [], type } = edited
    const item = told.get(id)
    const hand = this.of(type, id) ?? untouched
    const root = this.rootOf(type, id)
    if (item === undefined || hand.isRemoved || (root !== id && told.has(root))) return undefined
    const parts = [...told].filter(([other]) => other !== id && this.rootOf(type, other) === id)
    const filled = parts.reduce((known, [, part]) => join(known, this.corrected(edited, part)), item)
    const whole = own.reduce((known, field) => ({ ...known, [field]: item[field] }), filled)
    return this.#inGroups(edited, correct(whole, hand.corrected))
  }
}
