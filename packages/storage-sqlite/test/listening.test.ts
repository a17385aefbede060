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

const fresh = inMemory(layer)
const durable = files.durableInThread("listening", layer)

listeningStoreContract("SQLite", fresh)
catalogStoreContract("SQLite", fresh)
filterStoreContract("SQLite", fresh)
playingNowContract("SQLite", fresh)
durableListeningStoreContract("SQLite with a thread", durable)
durableCatalogStoreContract("SQLite with a thread", durable)
durableFilterStoreContract("SQLite with a thread", durable)
durablePlayingNowContract("SQLite with a thread", durable)
