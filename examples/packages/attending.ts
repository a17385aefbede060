import { AttendingStore, isJunkVenue } from "@daybook/attending"
import * as AttendingSqlite from "@daybook/storage-sqlite/attending"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export const program = Effect.gen(function* () {
  const store = yield* AttendingStore
  const { total } = yield* store.stats
  // Tickets name places that are not venues.
  return { events: total, seat: isJunkVenue("Section 12, Row C"), stadium: isJunkVenue("Harbour Stadium") }
}).pipe(
  Effect.provide(Layer.provide(AttendingSqlite.layer(), Sqlite.layerMemory)),
  Effect.provide(Layer.orDie(DateTime.layerCurrentZoneNamed("Europe/Lisbon"))),
)
