import { everything, type ItemRef, itemsOfAllPages } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { CheckInStore } from "./ports.ts"

const atOnce = 500

/** The check-ins that are hidden with their place. */
export const hiddenWithPlaces = Effect.fnUntraced(function* (hidden: ReadonlyArray<ItemRef>) {
  const { checkIns } = yield* CheckInStore
  const found = yield* Effect.forEach(
    hidden.filter(({ type }) => type === "place"),
    ({ id }) => itemsOfAllPages(atOnce, (page) => checkIns(everything, page, String(id))),
  )
  return found.flat().map(({ id }): ItemRef => ({ type: "check-in", id }))
})
