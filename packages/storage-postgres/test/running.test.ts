import { durableRunStoreContract, runStoreContract } from "@daybook/running/contract"
import { SqlStorage } from "@daybook/storage-postgres"
import { emptyStores, makeOnPostgres } from "./freshStores.ts"

const { durable, fresh } = emptyStores(makeOnPostgres())(SqlStorage.Running.layer())

runStoreContract("PostgreSQL", fresh)
durableRunStoreContract("PostgreSQL", durable)
