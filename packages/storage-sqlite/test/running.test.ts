import { durableRunStoreContract, runStoreContract } from "@daybook/running/contract"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Layer from "effect/Layer"
import { makeInFiles } from "./freshStores.ts"

const layer = Layer.merge(SqliteStorage.Running.layer(), SqliteStorage.Kernel.layer())
const files = makeInFiles()

runStoreContract("SQLite", files.freshInThread("running", layer))
durableRunStoreContract("SQLite", files.durableInThread("running", layer))
