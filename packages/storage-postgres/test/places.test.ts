import { checkInStoreContract, durableCheckInStoreContract } from "@daybook/places/contract"
import { SqlStorage } from "@daybook/storage-postgres"
import { emptyStores, makeOnPostgres } from "./freshStores.ts"

const { durable, fresh } = emptyStores(makeOnPostgres())(SqlStorage.Places.layer())

checkInStoreContract("PostgreSQL", fresh)
durableCheckInStoreContract("PostgreSQL", durable)
