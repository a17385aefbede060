import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Schema from "effect/Schema"
import type { Edit, Edited, EditedItem, EditedRows, EditLog, EditStore, NewEdit } from "./edits.ts"
import { NoSuchItem } from "./edits.ts"
import { InvalidInput } from "../errors.ts"
import { ActiveEdits } from "./activeEdits.ts"

/** The items of a batch without edits, and how many of the others are new or changed at their source. */
export interface UntouchedItems<Item> {
  readonly untouched: ReadonlyArray<Item>
  readonly changed: number
}

/** The edits of one type as the writers of its items know them. */
export interface EditableItems<Item> {
  /** Takes the edited items out of a batch. The writer stores the others. */
  readonly tell: (items: ReadonlyArray<Item>) => Effect.Effect<UntouchedItems<Item>>
  /** The same for items that their source removed. Returns the ids without edits. */
  readonly forget: (
    ids: ReadonlyArray<string>,
  ) => Effect.Effect<{ readonly untouched: ReadonlyArray<string>; readonly changed: number }>
  /** All source versions of edited items, visible or not. */
  readonly kept: Effect.Effect<ReadonlyArray<Item>>
  /** The ids of the items that the owner added. */
  readonly added: Effect.Effect<ReadonlyArray<string>>
  /** The item that an id resolves to: itself unless it was merged. For a type or a group. */
  readonly leadsTo: (id: string, ofType?: string) => Effect.Effect<string>
}

/** The edits of some types of a domain. */
export interface TypeEdits {
  readonly types: ReadonlyArray<string>
  readonly make: (edit: NewEdit) => Effect.Effect<Edited, InvalidInput | NoSuchItem>
  /** Stores again what an edit affects, before and after an undo. */
  readonly takeBack: (edit: Edit) => Effect.Effect<boolean>
}

/** JSON as an item: fields that are left out are undefined. */
const readerOf = <Item extends object>({ schema }: EditedItem<Item>) => {
  const fields =
    schema.ast._tag === "Objects" ? schema.ast.propertySignatures.map(({ name }) => String(name)) : []
  const decode = Schema.decodeUnknownSync(schema)
  return (json: object): Item => decode(Object.fromEntries(fields.map((name) => [name, json[name as never]])))
}

/** Reads and writes the versions of edited items: from sources, and the visible ones. */
const versionsIn = <Item extends object>(log: EditLog, edited: EditedItem<Item>, rows: EditedRows<Item>) => {
  const { combine, groups = [], idOf, make, type } = edited
  const read = readerOf(edited)
  const standing = Effect.map(log.edits, (edits) => new ActiveEdits(edits))
  const byId = (items: ReadonlyArray<Item>) => new Map(items.map((item) => [idOf(item), item]))

  /** All versions of these items, from sources and additions. */
  const sourceVersions = Effect.fnUntraced(function* (edits: ActiveEdits, ids: ReadonlyArray<string>) {
    const kept = yield* log.told(type, ids)
    return new Map(
      ids.flatMap((id) => {
        const told = kept.get(id)
        const made = edits.of(type, id)?.made
        if (told !== undefined) return [[id, read(told)] as const]
        return made === undefined ? [] : [[id, make(made, id)] as const]
      }),
    )
  })

  /** Writes the visible rows of these items. Source versions of items without edits are dropped. */
  const rewrite = Effect.fnUntraced(function* (edits: ActiveEdits, ids: ReadonlyArray<string>) {
    const all = edits.together(type, ids)
    const told = yield* sourceVersions(edits, all)
    const shown = new Map(all.map((id) => [id, edits.shown(edited, id, told)]))
    const hidden = all.filter((id) => shown.get(id) === undefined)
    const gone = hidden.filter((id) => !told.has(id))
    if (gone.length > 0) yield* rows.remove(gone, true)
    if (hidden.length > gone.length)
      yield* rows.remove(
        hidden.filter((id) => told.has(id)),
        false,
      )
    yield* rows.put([...shown.values()].filter((item) => item !== undefined))
    yield* log.drop(
      type,
      [...told].filter(([, item]) => !edits.touches(edited, item)).map(([id]) => id),
    )
  })

  /** The items that an edit of this thing touches. */
  const touchedBy = Effect.fnUntraced(function* (edits: ActiveEdits, wanted: string, id: string) {
    const ids = edits.together(wanted, [id])
    const group = groups.find((one) => one.type === wanted)
    if (group === undefined) return ids
    const told = yield* sourceVersions(edits, [
      ...new Set([...(yield* log.toldIds(type)), ...edits.idsOf(type)]),
    ])
    return [...told]
      .filter(([, item]) => ids.includes(group.idOf(edits.corrected(edited, item))))
      .map(([toldId]) => toldId)
  })

  /** These items with all their earlier versions: an earlier version may say which group an item belongs to. */
  const withStored = Effect.fnUntraced(function* (items: ReadonlyArray<Item>) {
    if (groups.length === 0 || items.length === 0) return items
    const stored = byId(yield* rows.read(items.map(idOf)))
    return items.map((item) => {
      const before = stored.get(idOf(item))
      return before === undefined ? item : combine(before, item)
    })
  })

  /** Stores the source versions of items that were never edited before. */
  const keepTold = Effect.fnUntraced(function* (edits: ActiveEdits, items: ReadonlyArray<Item>) {
    const fresh = items.filter((item) => edits.of(type, idOf(item))?.made === undefined)
    const known = yield* log.told(type, fresh.map(idOf))
    yield* log.keep(type, byId(fresh.filter((item) => !known.has(idOf(item)))))
  })

  return { byId, keepTold, read, rewrite, standing, touchedBy, withStored }
}

/** Makes new edits of items, and their additions. */
const changesIn = <Item extends object>(
  log: EditLog,
  { groups = [], idOf, make, type }: EditedItem<Item>,
  rows: EditedRows<Item>,
  { keepTold, rewrite, standing, touchedBy }: ReturnType<typeof versionsIn<Item>>,
) => {
  /** The visible items of a type that include one of these ids. */
  const shownOf = Effect.fnUntraced(function* (wanted: string, id: string) {
    const found =
      wanted === type ? yield* rows.read([id]) : yield* rows.inGroup?.(wanted, id) ?? Effect.succeed([])
    return found.length === 0 ? yield* new NoSuchItem({ type: wanted, id }) : found
  })

  const add = Effect.fnUntraced(function* (edit: NewEdit) {
    yield* rows.fit?.(edit.fields) ?? Effect.void
    const edits = yield* log.edits
    const earlier = edits.find(
      (one) => one.action === "add" && one.type === type && Equal.equals(one.fields, edit.fields),
    )
    const item = make(edit.fields, earlier?.itemId ?? (yield* rows.nextId ?? Effect.undefined))
    const itemId = new ActiveEdits(edits).rootOf(type, idOf(item))
    const known =
      (yield* rows.read([itemId])).length > 0 ? itemId : yield* rows.same?.(item) ?? Effect.undefined
    if (known !== undefined) return { id: known, isNew: false }
    yield* log.add({ ...edit, itemId })
    yield* rewrite(yield* standing, [itemId])
    return { id: itemId, isNew: true }
  })

  /** Shows an item again that another report of it hides. */
  const unhide = Effect.fnUntraced(function* (before: ActiveEdits, edit: NewEdit, id: string) {
    for (const itemId of yield* rows.otherReports?.(id) ?? Effect.succeed([]))
      if (before.of(type, itemId)?.corrected["hidden"] === true)
        yield* log.add({ ...edit, itemId, fields: { hidden: null } })
  })

  const change = Effect.fnUntraced(function* (edit: NewEdit) {
    const before = yield* standing
    const id = before.rootOf(edit.type, edit.itemId)
    const items = yield* shownOf(edit.type, id)
    let { fields } = edit
    let targets: ReadonlyArray<Item> = []
    if (edit.action === "correct") yield* rows.fit?.(fields) ?? Effect.void
    if (edit.action === "merge") {
      const into = before.rootOf(edit.type, String(fields["into"]))
      if (into === id) {
        return yield* new InvalidInput({
          field: "into",
          message: `into: ${into} is the same ${edit.type}; send the id of another one`,
        })
      }
      targets = yield* shownOf(edit.type, into)
      const group = groups.find((one) => one.type === edit.type)
      const [target] = targets
      fields = { ...(group === undefined || target === undefined ? {} : group.fieldsOf(target)), into }
    }
    // From here on nothing fails, so that a store in memory has nothing to undo.
    yield* keepTold(before, [...items, ...targets])
    yield* log.add({ ...edit, itemId: id, fields })
    if (edit.type === type && "hidden" in fields && fields["hidden"] !== true) yield* unhide(before, edit, id)
    const after = yield* standing
    yield* rewrite(after, yield* touchedBy(after, edit.type, id))
    return { id: after.rootOf(edit.type, id), isNew: false }
  })

  return { add, change }
}

/**
 * The edits of a type of items. Its rows always contain the visible version. For an edited item, `log` keeps its
 * source versions, and the row is derived from both. Call everything here in a transaction of the domain's writer.
 */
export const editItems = <Item extends object>(
  log: EditLog,
  edited: EditedItem<Item>,
  rows: EditedRows<Item>,
): EditableItems<Item> & TypeEdits => {
  const { combine, groups = [], idOf, schema, type } = edited
  const isSame = Schema.toEquivalence(schema)
  const versions = versionsIn(log, edited, rows)
  const { byId, read, rewrite, standing, touchedBy, withStored } = versions
  const { add, change } = changesIn(log, edited, rows, versions)

  return {
    types: [type, ...groups.map((group) => group.type)],
    make: (edit) => (edit.action === "add" ? add(edit) : change(edit)),
    takeBack: Effect.fnUntraced(function* (edit) {
      const before = yield* touchedBy(yield* standing, edit.type, edit.itemId)
      if (!(yield* log.remove(edit.id))) return false
      yield* rewrite(yield* standing, before)
      return true
    }),
    tell: Effect.fnUntraced(function* (items) {
      const all = yield* log.edits
      if (all.length === 0) return { untouched: items, changed: 0 }
      const edits = new ActiveEdits(all)
      const known = yield* log.told(type, items.map(idOf))
      const isKept = (item: Item) => known.has(idOf(item))
      const isMade = (item: Item) => edits.of(type, idOf(item))?.made !== undefined
      // The row of an item without edits is its source version.
      const fresh = byId(yield* withStored(items.filter((item) => !isKept(item) && !isMade(item))))
      const asTold = (item: Item) => fresh.get(idOf(item)) ?? item
      // An earlier version of the item may have matched the edit: then it has left the edit's scope.
      const touched = items.filter((item) => isKept(item) || edits.touches(edited, asTold(item)))
      if (touched.length === 0) return { untouched: items, changed: 0 }
      const changed = touched.flatMap((item) => {
        const json = known.get(idOf(item))
        if (json === undefined) return [asTold(item)]
        const before = read(json)
        const after = combine(before, item)
        return isSame(before, after) ? [] : [after]
      })
      yield* log.keep(type, byId(changed))
      if (changed.length > 0) yield* rewrite(edits, changed.map(idOf))
      return { untouched: items.filter((item) => !touched.includes(item)), changed: changed.length }
    }),
    forget: Effect.fnUntraced(function* (ids) {
      if ((yield* log.edits).length === 0) return { untouched: ids, changed: 0 }
      const kept = new Set((yield* log.told(type, ids)).keys())
      if (kept.size === 0) return { untouched: ids, changed: 0 }
      yield* log.drop(type, [...kept])
      yield* rewrite(yield* standing, [...kept])
      return { untouched: ids.filter((id) => !kept.has(id)), changed: kept.size }
    }),
    kept: Effect.gen(function* () {
      const ids = yield* log.toldIds(type)
      return ids.length === 0 ? [] : [...(yield* log.told(type, ids)).values()].map(read)
    }),
    added: Effect.map(log.edits, (edits) =>
      edits.filter((edit) => edit.action === "add" && edit.type === type).map(({ itemId }) => itemId),
    ),
    leadsTo: (id, ofType = type) => Effect.map(standing, (edits) => edits.rootOf(ofType, id)),
  }
}

/** The edits of a domain, of all its types. `write` runs a change in a transaction of the domain's writer. */
export const editStoreOf = (
  all: ReadonlyArray<TypeEdits>,
  write: <A, E>(change: Effect.Effect<A, E>) => Effect.Effect<A, E>,
): EditStore => {
  const ofType = (type: string) => all.find(({ types }) => types.includes(type))
  return {
    make: Effect.fn("EditStore.make")(function* (edit: NewEdit) {
      const edits = ofType(edit.type)
      if (edits === undefined) return yield* new NoSuchItem({ type: edit.type, id: edit.itemId })
      return yield* write(edits.make(edit))
    }),
    takeBack: Effect.fn("EditStore.takeBack")(function* (edit: Edit) {
      const edits = ofType(edit.type)
      return edits === undefined ? false : yield* write(edits.takeBack(edit))
    }),
  }
}
