import { durableImageStoreContract, imageStoreContract } from "@daybook/images/contract"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Layer from "effect/Layer"
import { makeInFiles } from "./freshStores.ts"

const layer = Layer.merge(SqliteStorage.Images.layer(), SqliteStorage.Kernel.layer())
const files = makeInFiles()

imageStoreContract("SQLite", files.freshInThread("images", layer))
durableImageStoreContract("SQLite", files.durableInThread("images", layer))
