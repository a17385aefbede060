import { collectingStoreContract, durableCollectingStoreContract } from "@daybook/collecting/contract"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Layer from "effect/Layer"
import { makeInFiles } from "./freshStores.ts"

const layer = Layer.merge(SqliteStorage.Collecting.layer(), SqliteStorage.Kernel.layer())
const files = makeInFiles()

collectingStoreContract("SQLite", files.freshInThread("collecting", layer))
durableCollectingStoreContract("SQLite", files.durableInThread("collecting", layer))
