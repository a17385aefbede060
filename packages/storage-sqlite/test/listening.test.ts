import {
  catalogStoreContract,
  durableCatalogStoreContract,
  durableFilterStoreContract,
  durableListeningStoreContract,
  durablePlayingNowContract,
  filterStoreContract,
  listeningStoreContract,
  playingNowContract,
} from "@daybook/listening/contract"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Layer from "effect/Layer"
import { inMemory, makeInFiles } from "./freshStores.ts"

const layer = Layer.merge(SqliteStorage.Listening.layer(), SqliteStorage.Kernel.layer())
const files = makeInFiles()

for (const [adapter, fresh, durable] of [
  ["SQLite", inMemory(layer), files.durable(layer)],
  [
    "SQLite with a thread",
    files.freshInThread("listening", layer),
    files.durableInThread("listening", layer),
  ],
] as const) {
  listeningStoreContract(adapter, fresh)
  catalogStoreContract(adapter, fresh)
  filterStoreContract(adapter, fresh)
  playingNowContract(adapter, fresh)
  durableListeningStoreContract(adapter, durable)
  durableCatalogStoreContract(adapter, durable)
  durableFilterStoreContract(adapter, durable)
  durablePlayingNowContract(adapter, durable)
}
