import { attendingStoreContract, durableAttendingStoreContract } from "@daybook/attending/contract"
import { SqlStorage } from "@daybook/storage-postgres"
import { emptyStores, makeOnPostgres } from "./freshStores.ts"

const { durable, fresh } = emptyStores(makeOnPostgres())(SqlStorage.Attending.layer())

attendingStoreContract("PostgreSQL", fresh)
durableAttendingStoreContract("PostgreSQL", durable)
