import { ListeningStore, MusicPages, topPlayed } from "@daybook/listening"
import * as ListeningSqlite from "@daybook/storage-sqlite/listening"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const playedAt = Date.UTC(2026, 4, 1, 20)
const pages = Layer.succeed(MusicPages, { artist: () => "", album: () => "", track: () => "" })

export const program = Effect.gen(function* () {
  const store = yield* ListeningStore
  yield* store.storeScrobbles([
    { playedAt, track: "Harbour Lights", artist: "The Salt Roads", album: "Low Water", imageUrl: "" },
  ])
  const { items } = yield* topPlayed("album", { date: "2026-05-01", page: 1, limit: 10, sparklines: false })
  for (const { artist, name, plays } of items) yield* Console.log(`${name} by ${artist}: ${plays}`)
  return items.length
}).pipe(
  Effect.provide(Layer.merge(Layer.provide(ListeningSqlite.layer(), Sqlite.layerMemory), pages)),
  Effect.provide(Layer.orDie(DateTime.layerCurrentZoneNamed("Europe/Lisbon"))),
)

if (import.meta.main) await Effect.runPromise(program)
