import { collectingStoreContract, durableCollectingStoreContract } from "@daybook/collecting/contract"
import { SqlStorage } from "@daybook/storage-postgres"
import { emptyStores, makeOnPostgres } from "./freshStores.ts"

const { durable, fresh } = emptyStores(makeOnPostgres())(SqlStorage.Collecting.layer())

collectingStoreContract("PostgreSQL", fresh)
durableCollectingStoreContract("PostgreSQL", durable)
