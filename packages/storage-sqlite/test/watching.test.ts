import { SqliteStorage } from "@daybook/storage-sqlite"
import { durableWatchingStoreContract, watchingStoreContract } from "@daybook/watching/contract"
import * as Layer from "effect/Layer"
import { inMemory, makeInFiles } from "./freshStores.ts"

const layer = Layer.merge(SqliteStorage.Watching.layer(), SqliteStorage.Kernel.layer())

watchingStoreContract("SQLite", inMemory(layer))
durableWatchingStoreContract("SQLite", makeInFiles().durable(layer))
