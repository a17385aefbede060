import {
  durableTokenStoreContract,
  importStoreContract,
  serviceStatesContract,
  setAsideContract,
  syncRunsContract,
  tokenStoreContract,
  webhookStoreContract,
} from "@daybook/kernel/contract"
import { SqliteStorage } from "@daybook/storage-sqlite"
import { inMemory, makeInFiles } from "./freshStores.ts"

const layer = SqliteStorage.Kernel.layer()
const files = makeInFiles()
const inThread = (stores: typeof layer) => files.freshInThread("kernel", stores)

for (const [adapter, fresh] of [
  ["SQLite in memory", inMemory],
  ["SQLite in a file", files.fresh],
  ["SQLite with a thread", inThread],
] as const) {
  syncRunsContract(adapter, fresh(layer))
  setAsideContract(adapter, fresh(layer))
  serviceStatesContract(adapter, fresh(layer))
  tokenStoreContract(adapter, fresh(layer))
  importStoreContract(adapter, fresh(layer))
  webhookStoreContract(adapter, fresh(layer))
}
durableTokenStoreContract("SQLite in a file", files.durable(layer))
durableTokenStoreContract("SQLite with a thread", files.durableInThread("kernel", layer))
