import { attendingStoreContract, durableAttendingStoreContract } from "@daybook/attending/contract"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Layer from "effect/Layer"
import { inMemory, makeInFiles } from "./freshStores.ts"

const layer = Layer.merge(SqliteStorage.Attending.layer(), SqliteStorage.Kernel.layer())
const files = makeInFiles()

attendingStoreContract("SQLite", inMemory(layer))
durableAttendingStoreContract("SQLite with a thread", files.durableInThread("attending", layer))
