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
import { SqlStorage } from "@daybook/storage-postgres"
import { emptyStores, makeOnPostgres } from "./freshStores.ts"

const { durable, fresh } = emptyStores(makeOnPostgres())(SqlStorage.Kernel.layer())

syncRunsContract("PostgreSQL", fresh)
setAsideContract("PostgreSQL", fresh)
serviceStatesContract("PostgreSQL", fresh)
settingStoreContract("PostgreSQL", fresh)
tokenStoreContract("PostgreSQL", fresh)
importStoreContract("PostgreSQL", fresh)
webhookStoreContract("PostgreSQL", fresh)
durableTokenStoreContract("PostgreSQL", durable)
