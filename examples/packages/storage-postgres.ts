import { ListeningStore } from "@daybook/listening"
import * as ListeningSql from "@daybook/storage-postgres/listening"
import * as Pglite from "@daybook/storage-postgres/pglite"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

// `Pglite.layer` keeps a database in a folder, and `Postgres.layer` asks one at an address.
const stores = ListeningSql.layer().pipe(Layer.provide(Pglite.layerInMemory({ schema: "daybook" })))

export const program = Effect.gen(function* () {
  const { newest, storeScrobbles } = yield* ListeningStore
  const playedAt = Date.UTC(2026, 4, 1, 20)
  yield* storeScrobbles([
    { playedAt, track: "Harbour Lights", artist: "The Salt Roads", album: "Low Water", imageUrl: "" },
  ])
  return Option.getOrThrow(yield* newest).track
}).pipe(Effect.provide(stores), Effect.provide(Layer.orDie(DateTime.layerCurrentZoneNamed("Europe/Lisbon"))))
