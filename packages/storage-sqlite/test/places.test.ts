import { checkInStoreContract, durableCheckInStoreContract } from "@daybook/places/contract"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Layer from "effect/Layer"
import { makeInFiles } from "./freshStores.ts"

const layer = Layer.merge(SqliteStorage.Places.layer(), SqliteStorage.Kernel.layer())
const files = makeInFiles()

checkInStoreContract("SQLite", files.freshInThread("places", layer))
durableCheckInStoreContract("SQLite", files.durableInThread("places", layer))
