import { calendar, streaks } from "@daybook/journal"
import { type CheckIn, CheckInStore } from "@daybook/places"
import * as PlacesSqlite from "@daybook/storage-sqlite/places"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const checkIn = (venueName: string, day: string): CheckIn => ({
  id: venueName,
  venueName,
  category: "",
  city: "Lisbon",
  country: "Portugal",
  position: undefined,
  checkedInAt: Date.parse(`${day}T09:00:00Z`),
  shout: "",
  venueRef: "",
})

export const program = Effect.gen(function* () {
  const { journal, storeCheckIns } = yield* CheckInStore
  yield* storeCheckIns([checkIn("Café Central", "2026-05-01"), checkIn("Harbour Bath", "2026-05-02")])
  const journals = [{ domain: "places", journal }]
  const { count } = yield* calendar(journals, { year: 2026 })
  const { longest } = yield* streaks(journals)
  return { checkIns: count, longest: longest.days }
}).pipe(
  Effect.provide(Layer.provide(PlacesSqlite.layer(), Sqlite.layerMemory)),
  Effect.provide(Layer.orDie(DateTime.layerCurrentZoneNamed("Europe/Lisbon"))),
)
