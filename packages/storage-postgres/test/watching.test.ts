import { durableWatchingStoreContract, watchingStoreContract } from "@daybook/watching/contract"
import { SqlStorage } from "@daybook/storage-postgres"
import { emptyStores, makeOnPostgres } from "./freshStores.ts"

const { durable, fresh } = emptyStores(makeOnPostgres())(SqlStorage.Watching.layer())

watchingStoreContract("PostgreSQL", fresh)
durableWatchingStoreContract("PostgreSQL", durable)
