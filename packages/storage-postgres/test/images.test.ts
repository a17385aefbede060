import { durableImageStoreContract, imageStoreContract } from "@daybook/images/contract"
import { SqlStorage } from "@daybook/storage-postgres"
import { emptyStores, makeOnPostgres } from "./freshStores.ts"

const { durable, fresh } = emptyStores(makeOnPostgres())(SqlStorage.Images.layer())

imageStoreContract("PostgreSQL", fresh)
durableImageStoreContract("PostgreSQL", durable)
