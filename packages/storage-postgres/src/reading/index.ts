import { withStoreOverrides } from "@daybook/kernel"
import { ArticleStore } from "@daybook/reading"
import * as Shared from "@daybook/storage-sql/reading"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { partsOf } from "../parts.ts"
import { fillKeys } from "./fillKeys.ts"
import { migrateReading } from "./migrations.ts"
import * as Vectors from "./vectors.ts"
import { wordsIn } from "./words.ts"

const { entries, items, storeOf } = Shared

const store = Layer.effect(
  ArticleStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateReading
    yield* fillKeys(sql)
    const parts = yield* partsOf("reading", { entries, items })
    return storeOf(parts, wordsIn(sql))
  }),
)

/** The stores of articles and of their vectors in SQL, with their tables. */
export const layer = withStoreOverrides(Layer.merge(store, Vectors.layer))
