import { takingOwn } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import * as Catalog from "./catalog.ts"
import * as Filters from "./filters.ts"
import { migrateListening } from "./migrations.ts"
import * as PlayDetails from "./playDetails.ts"
import * as PlayingNow from "./playingNow.ts"
import * as Store from "./store.ts"

/** The stores of listening in SQLite, with their tables: plays, filters, results of the music catalog, what players send. */
export const layer = takingOwn(
  Layer.mergeAll(Store.layer, Catalog.layer, Filters.layer, PlayDetails.layer, PlayingNow.layer).pipe(
    Layer.provide(Layer.effectDiscard(migrateListening)),
  ),
)
