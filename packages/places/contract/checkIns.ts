import { everything } from "@daybook/kernel"
import { type CheckIn, CheckInStore } from "@daybook/places"
import * as Effect from "effect/Effect"

/** A check-in at a time such as `2024-05-06T07:08:09Z`, which is also its id by default. */
export const checkInAt = (time: string, more: Partial<CheckIn> = {}): CheckIn => ({
  id: time,
  venueName: "Tin Roof",
  category: "Diner",
  city: "Eastport",
  country: "Sealand",
  position: { lat: 38.456, lng: -122.345 },
  checkedInAt: Date.parse(time),
  shout: "",
  venueRef: "",
  ...more,
})

export const store = (checkIns: ReadonlyArray<CheckIn>) =>
  Effect.flatMap(CheckInStore, (places) => places.storeCheckIns(checkIns))

/** All stored check-ins, newest first. */
export const stored = Effect.flatMap(CheckInStore, (places) =>
  Effect.map(places.checkIns(everything, { page: 1, limit: 10_000 }), ({ items }) => items),
)
