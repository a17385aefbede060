import { everything, type ItemRef, itemsOfAllPages } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { PerformerId, VenueId } from "./model.ts"
import { AttendingStore } from "./ports.ts"

const atOnce = 500

const queryOf = ({ id, type }: ItemRef) =>
  type === "venue"
    ? { range: everything, venueId: VenueId.make(Number(id)) }
    : { range: everything, performerId: PerformerId.make(Number(id)) }

/** The events that are hidden with their venue, or with one of their performers. */
export const hiddenWithEvents = Effect.fnUntraced(function* (hidden: ReadonlyArray<ItemRef>) {
  const { lists } = yield* AttendingStore
  const found = yield* Effect.forEach(
    hidden.filter(({ type }) => type !== "event"),
    (item) => itemsOfAllPages(atOnce, (page) => lists.events(queryOf(item), page)),
  )
  return found.flat().map(({ id }): ItemRef => ({ type: "event", id }))
})
