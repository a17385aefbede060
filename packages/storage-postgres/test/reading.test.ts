import {
  articleStoreContract,
  durableArticleStoreContract,
  durableVectorIndexContract,
  vectorIndexContract,
} from "@daybook/reading/contract"
import { SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import * as Layer from "effect/Layer"
import * as Vectors from "../src/reading/vectors.ts"
import { describeOnPgvector } from "./vectors/describeOnPgvector.ts"
import { emptyStores, makeOnPostgres, storageOn } from "./freshStores.ts"

const client = makeOnPostgres()
const { durable, fresh } = emptyStores(client)(
  Layer.merge(SqlStorage.Reading.layer(), SqlStorage.Kernel.layer()),
)

articleStoreContract("PostgreSQL", fresh)
vectorIndexContract("PostgreSQL", fresh)
durableArticleStoreContract("PostgreSQL", durable)
durableVectorIndexContract("PostgreSQL", durable)

describeOnPgvector("with every vector in an index as soon as it is settled", () => {
  const indexed = (schema?: string) => storageOn(Vectors.layerWith({ indexFrom: 0 }), client(schema))
  vectorIndexContract("pgvector", () => indexed())
  durableVectorIndexContract("pgvector", () => {
    const schema = freshSchema()
    return () => indexed(schema)
  })
})
