// Keeps plays in plain files, and everything else in memory: `node program.ts FOLDER`, a few times.
import { ListeningStore } from "@daybook/listening"
import * as KernelSqlite from "@daybook/storage-sqlite/kernel"
import * as ListeningSqlite from "@daybook/storage-sqlite/listening"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as FileStorage from "./fileStorage.ts"

const stores = (folder: string) => {
  const files = FileStorage.layer(folder)
  return Layer.merge(ListeningSqlite.layer(files), KernelSqlite.layer(files)).pipe(
    Layer.provide(Sqlite.layerMemory),
  )
}

export const program = (folder: string) =>
  Effect.gen(function* () {
    const plays = yield* ListeningStore
    const last = yield* plays.newest
    const playedAt = yield* Clock.currentTimeMillis
    const track = `Song ${Option.match(last, { onNone: () => 1, onSome: () => 2 })}`
    yield* plays.storeScrobbles([{ playedAt, track, artist: "The Salt Roads", album: "", imageUrl: "" }])
    const told = Option.match(last, { onNone: () => "nothing", onSome: (play) => play.track })
    yield* Console.log(`${track} is played, after ${told}`)
    return told
  }).pipe(
    Effect.provide(stores(folder)),
    Effect.provide(Layer.orDie(DateTime.layerCurrentZoneNamed("Europe/Lisbon"))),
  )

if (import.meta.main) await Effect.runPromise(program(process.argv[2] ?? "plays"))
