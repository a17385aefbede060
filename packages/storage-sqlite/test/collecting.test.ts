import { collectingStoreContract, durableCollectingStoreContract } from "@daybook/collecting/contract"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Layer from "effect/Layer"
import { inMemory, makeInFiles } from "./freshStores.ts"

const layer = Layer.merge(SqliteStorage.Collecting.layer(), SqliteStorage.Kernel.layer())

collectingStoreContract("SQLite", inMemory(layer))
durableCollectingStoreContract("SQLite", makeInFiles().durable(layer))
