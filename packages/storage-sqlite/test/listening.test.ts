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
import { makeInFiles } from "./freshStores.ts"

const layer = Layer.merge(SqliteStorage.Listening.layer(), SqliteStorage.Kernel.layer())
const files = makeInFiles()

const fresh = files.freshInThread("listening", layer)
const durable = files.durableInThread("listening", layer)

listeningStoreContract("SQLite", fresh)
catalogStoreContract("SQLite", fresh)
filterStoreContract("SQLite", fresh)
playingNowContract("SQLite", fresh)
durableListeningStoreContract("SQLite", durable)
durableCatalogStoreContract("SQLite", durable)
durableFilterStoreContract("SQLite", durable)
durablePlayingNowContract("SQLite", durable)
