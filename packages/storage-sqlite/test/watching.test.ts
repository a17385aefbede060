import { SqliteStorage } from "@daybook/storage-sqlite"
import { durableWatchingStoreContract, watchingStoreContract } from "@daybook/watching/contract"
import * as Layer from "effect/Layer"
import { makeInFiles } from "./freshStores.ts"

const layer = Layer.merge(SqliteStorage.Watching.layer(), SqliteStorage.Kernel.layer())
const files = makeInFiles()

watchingStoreContract("SQLite", files.freshInThread("watching", layer))
durableWatchingStoreContract("SQLite", files.durableInThread("watching", layer))
