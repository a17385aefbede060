import * as Layer from "effect/Layer"
import * as Catalog from "./catalog.ts"
import * as Filters from "./filters.ts"
import { migrateListening } from "./migrations.ts"
import * as Store from "./store.ts"

/** The stores of listening in SQL, with their tables: plays, filters and results of the music catalog. */
export const layer = Layer.mergeAll(Store.layer, Catalog.layer, Filters.layer).pipe(
  Layer.provide(Layer.effectDiscard(migrateListening)),
)
