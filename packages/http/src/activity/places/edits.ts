import { checkInByHand, CheckInStore, placeEditFields } from "@daybook/places"
import * as Effect from "effect/Effect"
import { editHandlers, notFound } from "../forRoutes.ts"
import { showVenue } from "./lists/shown.ts"
import { VenueAnswer } from "./lists/wire.ts"
import { WireCheckIn } from "./wire.ts"

const store = Effect.map(CheckInStore, ({ edits }) => edits)

/** The handlers of edits of check-ins and places. */
export const editsOfPlaces = Effect.gen(function* () {
  return {
    ...(yield* editHandlers("CheckIn", checkInByHand, {
      store,
      form: WireCheckIn,
      shown: Effect.fnUntraced(function* (id: string) {
        const found = yield* (yield* CheckInStore).checkIn(id)
        return yield* Effect.fromOption(found, () => notFound("There is no check-in with this id"))
      }),
    })),
    ...(yield* editHandlers("Place", placeEditFields, { store, form: VenueAnswer, shown: showVenue })),
  }
})
