import {
  articleStoreContract,
  durableArticleStoreContract,
  durableVectorIndexContract,
  vectorIndexContract,
} from "@daybook/reading/contract"
import { SqlStorage } from "@daybook/storage-postgres"
import * as Layer from "effect/Layer"
import { emptyStores, makeOnPostgres } from "./freshStores.ts"

const client = makeOnPostgres()
const { durable, fresh } = emptyStores(client)(
  Layer.merge(SqlStorage.Reading.layer(), SqlStorage.Kernel.layer()),
)

articleStoreContract("PostgreSQL", fresh)
vectorIndexContract("PostgreSQL", fresh)
durableArticleStoreContract("PostgreSQL", durable)
durableVectorIndexContract("PostgreSQL", durable)
