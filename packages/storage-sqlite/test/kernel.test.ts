import {
  durableTokenStoreContract,
  importStoreContract,
  serviceStatesContract,
  settingStoreContract,
  setAsideContract,
  syncRunsContract,
  tokenStoreContract,
  webhookStoreContract,
} from "@daybook/kernel/contract"
import { SqliteStorage } from "@daybook/storage-sqlite"
import { makeInFiles } from "./freshStores.ts"

const layer = SqliteStorage.Kernel.layer()
const files = makeInFiles()
const fresh = files.freshInThread("kernel", layer)

syncRunsContract("SQLite", fresh)
setAsideContract("SQLite", fresh)
serviceStatesContract("SQLite", fresh)
settingStoreContract("SQLite", fresh)
tokenStoreContract("SQLite", fresh)
importStoreContract("SQLite", fresh)
webhookStoreContract("SQLite", fresh)
durableTokenStoreContract("SQLite", files.durableInThread("kernel", layer))
