import { checkInStoreContract, durableCheckInStoreContract } from "@daybook/places/contract"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Layer from "effect/Layer"
import { inMemory, makeInFiles } from "./freshStores.ts"

const layer = Layer.merge(SqliteStorage.Places.layer(), SqliteStorage.Kernel.layer())

checkInStoreContract("SQLite", inMemory(layer))
durableCheckInStoreContract("SQLite", makeInFiles().durable(layer))
