import { type CheckIn, CheckInStore, recentPlaces } from "@daybook/places"
import * as PlacesSqlite from "@daybook/storage-sqlite/places"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const coffee: CheckIn = {
  id: "1",
  venueName: "Café Central",
  category: "Coffee Shop",
  city: "Lisbon",
  country: "Portugal",
  position: { lat: 38.71, lng: -9.14 },
  checkedInAt: Date.UTC(2026, 4, 1, 9),
  shout: "",
  venueRef: "",
}

export const program = Effect.gen(function* () {
  const store = yield* CheckInStore
  yield* store.storeCheckIns([coffee])
  const { items } = yield* recentPlaces({ date: "2026-05-01", page: 1, limit: 10 })
  return items.map(({ venueName }) => venueName)
}).pipe(
  Effect.provide(Layer.provide(PlacesSqlite.layer(), Sqlite.layerMemory)),
  Effect.provide(Layer.orDie(DateTime.layerCurrentZoneNamed("Europe/Lisbon"))),
)
