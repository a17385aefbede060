import { attendingStoreContract, durableAttendingStoreContract } from "@daybook/attending/contract"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Layer from "effect/Layer"
import { makeInFiles } from "./freshStores.ts"

const layer = Layer.merge(SqliteStorage.Attending.layer(), SqliteStorage.Kernel.layer())
const files = makeInFiles()

attendingStoreContract("SQLite", files.freshInThread("attending", layer))
durableAttendingStoreContract("SQLite", files.durableInThread("attending", layer))
