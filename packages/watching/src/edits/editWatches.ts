import {
  type Edit,
  type EditLog,
  InvalidInput,
  type NewEdit,
  NoSuchItem,
  type TypeEdits,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { additionIn, type ReportedWatch, WatchEdits } from "./edits.ts"
import { type TitleId, WatchId, type WatchRecord } from "../model.ts"
import { recordByHand } from "./manualWatch.ts"

/** The records of a store, and the watches that follow from them. To be used within a transaction of the domain. */
export interface WatchRows {
  /** The watches that the records of these records' films and episodes report. */
  readonly told: (ids: ReadonlyArray<WatchId>) => Effect.Effect<ReadonlyArray<ReportedWatch>>
  /** Puts the watches of these films and episodes together again. */
  readonly merge: (ids: ReadonlyArray<WatchId>) => Effect.Effect<void>
  /** Stores a manual record. Returns its number, and whether it was there before. */
  readonly add: (record: WatchRecord) => Effect.Effect<{ readonly id: WatchId; readonly wasThere: boolean }>
  /** The film or show that a record is of; undefined for a new one. */
  readonly titleOf: (record: WatchRecord) => Effect.Effect<TitleId | undefined>
  /** Removes those of these records that additions made. */
  readonly remove: (ids: ReadonlyArray<WatchId>) => Effect.Effect<void>
}

/** The beginning of the `ref` of a record that an addition made. */
export const madeByEdit = "edit "

const watchIds = (...ids: ReadonlyArray<unknown>) =>
  ids.map(Number).flatMap((id) => (Number.isInteger(id) && id > 0 && id < 2 ** 31 ? [WatchId.make(id)] : []))

/** Finds watches as edits show them. */
const finding = (log: EditLog, { told }: WatchRows) => {
  /** The watch that a record leads to, by its number, and whether it is shown. */
  const find = Effect.fnUntraced(function* (asked: unknown) {
    const [id] = watchIds(asked)
    if (id === undefined) return undefined
    const edits = new WatchEdits(yield* log.edits)
    const all = yield* told([id, ...watchIds(...edits.merged)])
    const own = all.find(({ records }) => records.includes(id))
    if (own === undefined) return undefined
    const [root] = watchIds(edits.standing(all).rootOf("watch", String(own.watch.id)))
    return root && { id: root, own: own.watch.id, isShown: edits.shown(all).some((one) => one.id === root) }
  })

  const findShown = Effect.fnUntraced(function* (asked: unknown) {
    const found = yield* find(asked)
    return found?.isShown === true
      ? found.id
      : yield* new NoSuchItem({ type: "watch", id: String(asked).slice(0, 100) })
  })

  return { find, findShown }
}

/** The edits of the watches of a store. */
export const editWatches = (log: EditLog, rows: WatchRows) => {
  const { merge, remove } = rows
  const { find, findShown } = finding(log, rows)

  /** Shows the watch of a record that is added manually, though it was removed before. Returns its number. */
  const showAgain = Effect.fnUntraced(function* (record: WatchId, edit: Omit<NewEdit, "itemId">) {
    const found = yield* find(record)
    if (found === undefined) return yield* Effect.die(`no watch of record ${record}, which was just stored`)
    if (found.isShown) return found
    yield* log.add({ ...edit, itemId: String(found.id) })
    yield* merge([found.id])
    return found
  })

  /** Refuses a manual record of a film or show that was removed, whose watches are not shown. */
  const fit = Effect.fnUntraced(function* (record: WatchRecord) {
    const { titles } = new WatchEdits(yield* log.edits)
    const title = titles.isNone ? undefined : yield* rows.titleOf(record)
    if (title === undefined || !titles.isRemoved(title)) return
    const what = record.item.kind === "film" ? "film" : "show"
    return yield* new InvalidInput({
      field: "title",
      message: `title: you removed the ${what} ${title}; undo that edit in /v1/admin/edits first`,
    })
  })

  const add = Effect.fnUntraced(function* (edit: NewEdit) {
    const { time, watch } = additionIn(edit.fields)
    const record = yield* recordByHand(watch, time)
    yield* fit(record)
    const { id, wasThere } = yield* rows.add({ ...record, ref: `${madeByEdit}${record.ref}` })
    const found = yield* showAgain(id, edit)
    // A known watch stays as it is.
    if (!wasThere && found.id !== id) yield* remove([id])
    if (!found.isShown) return { id: String(found.id), isNew: true }
    if (wasThere || found.id !== id) return { id: String(found.id), isNew: false }
    yield* log.add({ ...edit, itemId: String(id) })
    return { id: String(id), isNew: true }
  })

  const change = Effect.fnUntraced(function* (edit: NewEdit) {
    const id = yield* findShown(edit.itemId)
    const into = edit.action === "merge" ? yield* findShown(edit.fields["into"]) : undefined
    if (into === id) {
      return yield* new InvalidInput({
        field: "into",
        message: `into: ${into} is the same watch; send the id of another one`,
      })
    }
    const fields = into === undefined ? edit.fields : { into: String(into) }
    yield* log.add({ ...edit, itemId: String(id), fields })
    yield* merge(into === undefined ? [id] : [id, into])
    return { id: String(into ?? id), isNew: false }
  })

  const edits: TypeEdits = {
    types: ["watch"],
    make: (edit) => (edit.action === "add" ? add(edit) : change(edit)),
    takeBack: Effect.fnUntraced(function* ({ action, fields, id, itemId }: Edit) {
      if (!(yield* log.remove(id))) return false
      const ids = watchIds(itemId, ...(action === "merge" ? [fields["into"]] : []))
      const others = (yield* log.edits).filter((one) => one.action === "add" && one.itemId === itemId)
      if (action === "add" && others.length === 0) yield* remove(ids)
      yield* merge(ids)
      return true
    }),
  }
  return { edits, find, fit, showAgain }
}
