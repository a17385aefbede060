import { type DataVersions, type EditFields, type Edits, everything, type NewEdit } from "@daybook/kernel"
import { editsContract } from "@daybook/kernel/contract"
import { CheckInStore } from "@daybook/places"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { checkInAt, store, stored } from "./checkIns.ts"

const day = (item: number): string => `2024-05-0${item + 1}T07:08:09Z`

/** Two check-ins at each of two venues; versions know another comment or another venue. */
const tell = (item: number, version: number) =>
  store([
    checkInAt(day(item), {
      venueName: version === 2 ? "Old Mill" : item < 2 ? "Tin Roof" : "Red Barn",
      venueRef: version === 2 ? "mill" : item < 2 ? "" : "barn",
      shout: version === 1 ? "again" : "",
    }),
  ])

const edit = (type: string, action: NewEdit["action"], itemId: string, fields: EditFields = {}) =>
  Effect.flatMap(CheckInStore, ({ edits }) => edits.make({ type, action, itemId, fields, at: 0 }))

const venue = (id: string) =>
  Effect.map(
    Effect.flatMap(CheckInStore, ({ lists }) => lists.venue(id)),
    Option.getOrUndefined,
  )

const shown = Effect.gen(function* () {
  const { journal, lists } = yield* CheckInStore
  const first = { page: 1, limit: 100 }
  return {
    checkIns: yield* stored,
    venues: yield* lists.venues({ sort: "name", order: "asc" }, first),
    counts: yield* journal.countsByDay(everything),
  }
})

const tested = {
  domain: "places",
  edits: Effect.map(CheckInStore, ({ edits }) => edits),
  tell: (item: number, version: number) => Effect.asVoid(tell(item, version)),
  shown,
}

/** The part of the contract on edits. */
export const editingContract = (
  fresh: (zone?: string) => Layer.Layer<CheckInStore | DataVersions | Edits>,
): void => {
  editsContract(
    {
      ...tested,
      type: "check-in",
      idOf: (item) => Effect.succeed(day(item)),
      addition: (number) => ({ venue: "Tin Roof", checked_in_at: `2024-06-0${number + 1}T06:00:00.000Z` }),
      corrections: [
        { venue: "By Hand", city: "Westport" },
        { venue: null, shout: "hm" },
        { lat: 1, lng: 2 },
      ],
    },
    fresh,
  )
  editsContract(
    {
      ...tested,
      type: "place",
      idOf: (item) => Effect.succeed(["Tin Roof, Eastport", "barn", "mill", "none"][item] ?? ""),
      corrections: [
        { name: "By Hand" },
        { name: null, city: "Westport" },
        { category: "Bar", lat: 1, lng: 2 },
      ],
    },
    fresh,
  )

  it.effect("a corrected place keeps its id, and check-ins that follow later are there, too", () =>
    Effect.gen(function* () {
      for (const item of [0, 2]) yield* tell(item, 0)
      yield* edit("place", "correct", "Tin Roof, Eastport", { name: "Zinc Roof", city: "Westport" })
      yield* tell(1, 0)
      assert.include(yield* venue("Tin Roof, Eastport"), { name: "Zinc Roof", city: "Westport", visits: 2 })
      yield* edit("place", "merge", "Tin Roof, Eastport", { into: "barn" })
      for (const id of ["Tin Roof, Eastport", "barn"]) {
        assert.include(yield* venue(id), { id: "barn", name: "Red Barn", visits: 3 })
        const { checkIns } = yield* CheckInStore
        assert.strictEqual((yield* checkIns(everything, { page: 1, limit: 5 }, id)).total, 3)
      }
      yield* edit("place", "remove", "barn")
      assert.deepStrictEqual(yield* stored, [])
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("a check-in that is sent again without its venue stays in the place that it was in", () =>
    Effect.gen(function* () {
      yield* tell(0, 0)
      for (const item of [1, 2]) yield* tell(item, 2)
      yield* edit("place", "correct", "Tin Roof, Eastport", { name: "Zinc Roof" })
      yield* tell(1, 0)
      assert.include(yield* venue("Tin Roof, Eastport"), { name: "Zinc Roof", visits: 1 })
      assert.include(yield* venue("mill"), { visits: 2 })
    }).pipe(Effect.provide(fresh())),
  )
}
