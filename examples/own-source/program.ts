// Syncs a jukebox twice, and reports what each sync has brought: `JUKEBOX_URL=… JUKEBOX_TOKEN=… node program.ts`.
import { syncScrobbles } from "@daybook/listening"
import * as KernelSqlite from "@daybook/storage-sqlite/kernel"
import * as ListeningSqlite from "@daybook/storage-sqlite/listening"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Jukebox from "./jukebox.ts"

const configured = Effect.gen(function* () {
  return Jukebox.layer({
    url: yield* Config.URL("JUKEBOX_URL"),
    token: yield* Config.Redacted("JUKEBOX_TOKEN"),
  })
})

const layer = Layer.mergeAll(KernelSqlite.layer(), ListeningSqlite.layer(), Layer.unwrap(configured)).pipe(
  Layer.provide(Layer.merge(FetchHttpClient.layer, Sqlite.layerMemory)),
  Layer.provideMerge(DateTime.layerCurrentZoneNamed("Europe/Lisbon")),
)

export const program = Effect.gen(function* () {
  const first = yield* syncScrobbles
  const second = yield* syncScrobbles
  yield* Console.log(`${first.itemsSynced} plays, then ${second.itemsSynced} more`)
  return [first.itemsSynced, second.itemsSynced]
}).pipe(Effect.provide(layer))

if (import.meta.main) await Effect.runPromise(program)
