import { withStoreOverrides } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Catalog from "./catalog.ts"
import * as Filters from "./filters.ts"
import { migrateListening, migratePlayDetails, migratePlayingNow } from "./migrations.ts"
import * as PlayDetails from "./playDetails.ts"
import * as NowPlayingReport from "./playingNow.ts"
import * as Store from "./store.ts"

/** The stores of listening in SQL, with their tables: plays, filters, results of the music catalog, what players send. */
export const layer = withStoreOverrides(
  Layer.mergeAll(Store.layer, Catalog.layer, Filters.layer, PlayDetails.layer, NowPlayingReport.layer).pipe(
    Layer.provide(Layer.effectDiscard(Effect.all([migrateListening, migratePlayDetails, migratePlayingNow]))),
  ),
)
