import { AttendingStore, type EventQuery } from "@daybook/attending"
import { type DataVersions, type EditFields, type Edits, everything, type NewEdit } from "@daybook/kernel"
import { editsContract } from "@daybook/kernel/contract"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  edit,
  firstPage,
  idAt,
  listed,
  namesOf,
  performers,
  shown,
  shownEvent,
  tell,
  today,
  toldAt,
} from "./edits.ts"

const editPerformer = (action: NewEdit["action"], itemId: number, fields: EditFields = {}) =>
  edit(action, String(itemId), fields, "performer")

/** The performers of each store before any edit, by id. */
const firstPerformers = new WeakMap<object, ReadonlyArray<number>>()

/** A source reports an event, and so its performers: four once the first four events are reported. */
const tellPerformers = Effect.fnUntraced(function* (item: number, version: number) {
  yield* tell(item, version)
  const store = yield* AttendingStore
  if (item !== 3 || firstPerformers.has(store)) return
  const ids = (yield* performers).map(({ id }) => id)
  firstPerformers.set(
    store,
    ids.toSorted((one, other) => one - other),
  )
})

/** The part of the contract on edits of performers. */
export const performerEditingContract = (
  fresh: (zone?: string) => Layer.Layer<AttendingStore | DataVersions | Edits>,
): void => {
  editsContract(
    {
      domain: "attending",
      type: "performer",
      edits: Effect.map(AttendingStore, ({ edits }) => edits),
      tell: tellPerformers,
      idOf: (item) =>
        Effect.map(AttendingStore, (store) => String(firstPerformers.get(store)?.[item] ?? "none")),
      corrections: [{ name: "Ida Quarrie" }, { name: null }, { name: "Band 1" }],
      shown,
    },
    fresh,
  )

  it.effect("merged performers count as the second, once in each event, and removed ones do not count", () =>
    Effect.gen(function* () {
      yield* tell(0, 0)
      yield* tell(1, 1)
      const { lists, review, searchable } = yield* AttendingStore
      const idOf = Effect.fnUntraced(function* (wanted: string) {
        const found = (yield* performers).find(({ name }) => name === wanted)
        return found === undefined ? yield* Effect.die(`${wanted} was told`) : found.id
      })
      const [band, other, ida] = [yield* idOf("Band 0"), yield* idOf("Band 1"), yield* idOf("Ida Quarry")]
      yield* editPerformer("correct", ida, { name: "I. Quarry" })
      yield* editPerformer("merge", band, { into: String(ida) })
      yield* tell(2, 0)
      const seenAt = (id: typeof ida) => Effect.map(lists.performer(id, today), Option.getOrUndefined)
      const shownAt = Effect.fnUntraced(function* (item: number) {
        const found = yield* shownEvent(yield* idAt(item))
        return found && namesOf(found)
      })
      const count = (query: Pick<EventQuery, "performerId" | "q">) =>
        Effect.map(lists.events({ range: everything, ...query }, firstPage), ({ total }) => total)
      for (const id of [band, ida]) {
        assert.deepInclude(yield* seenAt(id), { id: ida, name: "I. Quarry", times: 2 })
        assert.strictEqual(yield* count({ performerId: id }), 2)
      }
      assert.deepStrictEqual([yield* count({ q: "i. quarry" }), yield* count({ q: "band 0" })], [2, 0])
      assert.deepStrictEqual(yield* shownAt(0), ["I. Quarry"])
      const { performers: number, topPerformers } = yield* review(everything)
      assert.deepInclude(topPerformers[0], { id: ida, name: "I. Quarry", times: 2 })
      assert.deepStrictEqual([number, (yield* performers).length], [3, 3])
      const shownIds = [other, ida, yield* idOf("Band 2")].map(String).toSorted()
      assert.deepStrictEqual(
        (yield* searchable.titles()).get("performer")?.ids.map(String).toSorted(),
        shownIds,
      )
      assert.deepStrictEqual(
        (yield* toldAt(0)).map((told) => told.performers),
        [["Band 0", "Ida Quarry"]],
      )
      yield* editPerformer("correct", band, { name: null })
      assert.strictEqual((yield* seenAt(band))?.name, "Ida Quarry")
      yield* editPerformer("remove", band)
      yield* tell(2, 2)
      assert.deepStrictEqual([yield* seenAt(band), yield* seenAt(ida)], [undefined, undefined])
      assert.deepStrictEqual([yield* shownAt(0), yield* shownAt(2)], [[], ["Band 2"]])
      assert.deepStrictEqual([(yield* listed).length, yield* count({ performerId: ida })], [3, 0])
      assert.strictEqual((yield* Effect.flip(editPerformer("remove", ida)))._tag, "NoSuchItem")
    }).pipe(Effect.provide(fresh())),
  )
}
