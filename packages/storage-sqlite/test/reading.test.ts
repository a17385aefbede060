import {
  articleStoreContract,
  durableArticleStoreContract,
  durableVectorIndexContract,
  vectorIndexContract,
} from "@daybook/reading/contract"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Layer from "effect/Layer"
import { inMemory, makeInFiles } from "./freshStores.ts"

const layer = Layer.merge(SqliteStorage.Reading.layer(), SqliteStorage.Kernel.layer())
const fresh = inMemory(layer)
const durable = makeInFiles().durable(layer)

articleStoreContract("SQLite", fresh)
vectorIndexContract("SQLite", fresh)
durableArticleStoreContract("SQLite", durable)
durableVectorIndexContract("SQLite", durable)
