import { ListeningStore } from "@daybook/listening"
import * as ListeningSqlite from "@daybook/storage-sqlite/listening"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

// `Sqlite.layerFile` keeps a database in a file.
const stores = ListeningSqlite.layer().pipe(Layer.provide(Sqlite.layerMemory))

export const program = Effect.gen(function* () {
  const { newest, storeScrobbles } = yield* ListeningStore
  const playedAt = Date.UTC(2026, 4, 1, 20)
  yield* storeScrobbles([
    { playedAt, track: "Harbour Lights", artist: "The Salt Roads", album: "Low Water", imageUrl: "" },
  ])
  return Option.getOrThrow(yield* newest).track
}).pipe(Effect.provide(stores), Effect.provide(Layer.orDie(DateTime.layerCurrentZoneNamed("Europe/Lisbon"))))
